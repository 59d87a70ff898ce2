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
        let n = boards.len();
        let mut red_first: i64 = 0;
        let mut white_first: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == boards.len(),
                n <= 2000,
                0 <= red_first <= i,
                0 <= white_first <= i,
                red_first as int == Self::misfits(boards@, 0, i as int),
                white_first as int == Self::misfits(boards@, 1, i as int),
            decreases n - i,
        {
            let board = boards[i] as usize;
            if board != (i / 2) % 2 {
                red_first = red_first + 1;
            }
            if board != (i / 2 + 1) % 2 {
                white_first = white_first + 1;
            }
            i = i + 1;
        }
        if red_first < white_first {
            red_first
        } else {
            white_first
        }
    }
}

}
