use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn stored(caps: Seq<i32>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::stored(caps, n - 1) + caps[n - 1]
        }
    }

    pub open spec fn delivered(caps: Seq<i32>, day: int, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::delivered(caps, day, n - 1)
                + if caps[n - 1] < day { caps[n - 1] as int } else { day }
        }
    }

    pub fn days_needed(caps: Vec<i32>, target: i64) -> (res: i32)
        requires
            1 <= caps.len() <= 1000,
            forall |i: int| 0 <= i < caps.len() ==> 0 <= #[trigger] caps[i] <= 1_000_000_000,
            0 <= target <= 1_000_000_000_000,
            target <= Self::stored(caps@, caps.len() as int),
        ensures
            0 <= res <= 1_000_000_000,
            Self::delivered(caps@, res as int, caps.len() as int) >= target,
            res == 0 || Self::delivered(caps@, res - 1, caps.len() as int) < target,
    {
    }
}

}
