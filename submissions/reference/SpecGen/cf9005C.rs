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
    }
}

}
