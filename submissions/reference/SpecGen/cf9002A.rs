use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn spill(caught: Seq<i64>, capacity: int, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            let water = Self::spill(caught, capacity, n - 1) + caught[n - 1];
            if water > capacity {
                water - capacity
            } else {
                0
            }
        }
    }

    pub fn litres_lost(caught: Vec<i64>, capacity: i64) -> (res: i64)
        requires
            1 <= caught.len() <= 1000,
            1 <= capacity <= 1_000_000_000,
            forall |i: int| 0 <= i < caught.len() ==> 0 <= #[trigger] caught[i] <= 1_000_000_000,
        ensures
            res as int == Self::spill(caught@, capacity as int, caught.len() as int),
    {
    }
}

}
