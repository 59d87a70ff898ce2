use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn is_quiet(levels: Seq<i32>, limit: int, i: int) -> bool {
        &&& levels[i] - levels[i - 1] <= limit
        &&& levels[i - 1] - levels[i] <= limit
    }

    pub open spec fn quiet_from(levels: Seq<i32>, limit: int, i: int) -> nat
        decreases levels.len() - i,
    {
        if i >= levels.len() {
            0
        } else if Self::is_quiet(levels, limit, i) {
            1 + Self::quiet_from(levels, limit, i + 1)
        } else {
            Self::quiet_from(levels, limit, i + 1)
        }
    }

    pub fn quiet_minutes(levels: Vec<i32>, limit: i32) -> (res: i32)
        requires
            1 <= levels.len() <= 2000,
            0 <= limit <= 1_000_000,
            forall |i: int| 0 <= i < levels.len() ==> -1_000_000 <= #[trigger] levels[i] <= 1_000_000,
        ensures
            res == Self::quiet_from(levels@, limit as int, 1),
    {
    }
}

}
