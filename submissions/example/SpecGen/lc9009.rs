use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn points(nights: Seq<i32>, lit: Seq<bool>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::points(nights, lit, n - 1) + if !lit[n - 1] {
                0int
            } else if n == 1 || !lit[n - 2] {
                2 * nights[n - 1] as int
            } else {
                nights[n - 1] as int
            }
        }
    }

    pub fn most_points(nights: Vec<i32>) -> (res: i64)
        requires
            1 <= nights.len() <= 2000,
            forall |i: int| 0 <= i < nights.len() ==> -10_000 <= #[trigger] nights[i] <= 10_000,
        ensures
            exists |lit: Seq<bool>| lit.len() == nights.len()
                && #[trigger] Self::points(nights@, lit, nights.len() as int) == res,
            forall |lit: Seq<bool>| lit.len() == nights.len()
                ==> #[trigger] Self::points(nights@, lit, nights.len() as int) <= res,
    {
    }
}

}
