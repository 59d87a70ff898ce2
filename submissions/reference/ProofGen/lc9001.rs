use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn quiet_count(levels: Seq<i32>, limit: int, n: int) -> int
        decreases n,
    {
        if n <= 1 {
            0
        } else {
            Self::quiet_count(levels, limit, n - 1)
                + if -limit <= levels[n - 1] - levels[n - 2] <= limit { 1int } else { 0int }
        }
    }

    pub fn quiet_minutes(levels: Vec<i32>, limit: i32) -> (res: i32)
        requires
            1 <= levels.len() <= 2000,
            0 <= limit <= 1_000_000,
            forall |i: int| 0 <= i < levels.len() ==> -1_000_000 <= #[trigger] levels[i] <= 1_000_000,
        ensures
            res as int == Self::quiet_count(levels@, limit as int, levels.len() as int),
    {
        let n = levels.len();
        let mut count: i32 = 0;
        let mut i: usize = 1;
        while i < n
            invariant
                1 <= i <= n,
                n == levels.len(),
                n <= 2000,
                0 <= limit <= 1_000_000,
                forall |k: int| 0 <= k < levels.len() ==> -1_000_000 <= #[trigger] levels[k] <= 1_000_000,
                0 <= count < i,
                count as int == Self::quiet_count(levels@, limit as int, i as int),
            decreases n - i,
        {
            let before = levels[i - 1];
            let now = levels[i];
            if now - before <= limit && before - now <= limit {
                count = count + 1;
            }
            i = i + 1;
        }
        count
    }
}

}
