use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn settled(stairs: Seq<i32>, slope: int, i: int) -> int
        decreases i,
    {
        if i <= 0 {
            stairs[0] as int
        } else {
            let least = Self::settled(stairs, slope, i - 1) - slope;
            if stairs[i] < least {
                least
            } else {
                stairs[i] as int
            }
        }
    }

    pub open spec fn raised(stairs: Seq<i32>, slope: int, n: int) -> int
        decreases n,
    {
        if n <= 1 {
            0
        } else {
            Self::raised(stairs, slope, n - 1)
                + if Self::settled(stairs, slope, n - 1) != stairs[n - 1] { 1int } else { 0int }
        }
    }

    pub fn settle_stairs(stairs: &mut Vec<i32>, slope: i32) -> (res: i32)
        requires
            1 <= old(stairs).len() <= 2000,
            forall |i: int| 0 <= i < old(stairs).len() ==> 0 <= #[trigger] old(stairs)[i] <= 1_000_000,
            0 <= slope <= 1_000_000,
        ensures
            stairs.len() == old(stairs).len(),
            forall |i: int| 0 <= i < stairs.len()
                ==> #[trigger] stairs[i] as int == Self::settled(old(stairs)@, slope as int, i),
            0 <= res < stairs.len(),
    {
    }
}

}
