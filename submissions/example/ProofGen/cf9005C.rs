use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn drift(changes: Seq<i64>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::drift(changes, n - 1) + changes[n - 1]
        }
    }

    pub fn lowest_start(hills: Vec<i64>, changes: Vec<i64>) -> (res: i64)
        requires
            1 <= hills.len() <= 1000,
            changes.len() == hills.len(),
            forall |i: int| 0 <= i < hills.len() ==> 0 <= #[trigger] hills[i] <= 1_000_000_000,
            forall |i: int| 0 <= i < changes.len()
                ==> -1_000_000_000 <= #[trigger] changes[i] <= 1_000_000_000,
        ensures
            res >= 0,
            forall |i: int| 0 <= i < hills.len()
                ==> res + Self::drift(changes@, i) >= #[trigger] hills[i],
            res == 0 || exists |i: int| 0 <= i < hills.len()
                && res + Self::drift(changes@, i) == #[trigger] hills[i],
    {
        let n = hills.len();
        let mut start: i64 = 0;
        let mut shift: i64 = 0;
        let ghost mut at: int = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == hills.len(),
                n == changes.len(),
                n <= 1000,
                forall |k: int| 0 <= k < hills.len() ==> 0 <= #[trigger] hills[k] <= 1_000_000_000,
                forall |k: int| 0 <= k < changes.len()
                    ==> -1_000_000_000 <= #[trigger] changes[k] <= 1_000_000_000,
                -(1_000_000_000 * i) <= shift <= 1_000_000_000 * i,
                shift as int == Self::drift(changes@, i as int),
                0 <= start <= 1_000_000_000 * (i + 1),
                forall |k: int| 0 <= k < i
                    ==> start + Self::drift(changes@, k) >= #[trigger] hills[k],
                start == 0 || (0 <= at < i && start + Self::drift(changes@, at) == hills[at]),
            decreases n - i,
        {
            let wanted = hills[i] - shift;
            if wanted > start {
                start = wanted;
                proof {
                    at = i as int;
                }
            }
            proof {
                assert(start + Self::drift(changes@, i as int) >= hills[i as int]);
            }
