use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn reds(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::reds(flags, n - 1) + if flags[n - 1] == 0 || flags[n - 1] == 3 { 1int } else { 0int }
        }
    }

    pub open spec fn pairs(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::pairs(flags, n - 1)
                + if flags[n - 1] == 1 || flags[n - 1] == 3 { Self::reds(flags, n - 1) } else { 0int }
        }
    }

    pub open spec fn signals(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::signals(flags, n - 1)
                + if flags[n - 1] == 2 || flags[n - 1] == 3 { Self::pairs(flags, n - 1) } else { 0int }
        }
    }

    pub fn count_signals(flags: Vec<u8>) -> (res: i64)
        requires
            1 <= flags.len() <= 30_000,
            forall |i: int| 0 <= i < flags.len() ==> #[trigger] flags[i] <= 3,
        ensures
            res as int == Self::signals(flags@, flags.len() as int),
    {
    }
}

}
