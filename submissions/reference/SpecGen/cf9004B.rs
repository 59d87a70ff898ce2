use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn misfits(boards: Seq<u8>, first: int, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::misfits(boards, first, n - 1)
                + if boards[n - 1] as int != ((n - 1) / 2 + first) % 2 { 1int } else { 0int }
        }
    }

    pub fn min_repaints(boards: Vec<u8>) -> (res: i64)
        requires
            1 <= boards.len() <= 2000,
            forall |i: int| 0 <= i < boards.len() ==> #[trigger] boards[i] <= 1,
        ensures
            res == Self::misfits(boards@, 0, boards.len() as int)
                || res == Self::misfits(boards@, 1, boards.len() as int),
            res <= Self::misfits(boards@, 0, boards.len() as int),
            res <= Self::misfits(boards@, 1, boards.len() as int),
    {
    }
}

}
