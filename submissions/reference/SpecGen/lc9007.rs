use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn balanced(weights: Seq<i32>, slack: int, a: int, b: int) -> bool {
        a != b && -slack <= 2 * weights[a] - weights[b] <= slack
    }

    pub fn balance_pair(weights: Vec<i32>, slack: i32) -> (res: Vec<i32>)
        requires
            1 <= weights.len() <= 300,
            forall |i: int| 0 <= i < weights.len() ==> 1 <= #[trigger] weights[i] <= 1_000_000,
            0 <= slack <= 1_000_000,
        ensures
            res.len() == 0 || res.len() == 2,
            res.len() == 0 ==> forall |a: int, b: int| 0 <= a < weights.len() && 0 <= b < weights.len()
                ==> !(#[trigger] Self::balanced(weights@, slack as int, a, b)),
            res.len() == 2 ==> 0 <= res[0] < weights.len() && 0 <= res[1] < weights.len()
                && Self::balanced(weights@, slack as int, res[0] as int, res[1] as int),
    {
    }
}

}
