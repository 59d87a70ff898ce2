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
            false,
            1 <= capacity <= 1_000_000_000,
            forall |i: int| 0 <= i < caught.len() ==> 0 <= #[trigger] caught[i] <= 1_000_000_000,
        ensures
            res as int == Self::spill(caught@, capacity as int, caught.len() as int),
    {
        let n = caught.len();
        let mut over: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == caught.len(),
                n <= 1000,
                1 <= capacity <= 1_000_000_000,
                forall |k: int| 0 <= k < caught.len() ==> 0 <= #[trigger] caught[k] <= 1_000_000_000,
                0 <= over <= i * 1_000_000_000,
                over as int == Self::spill(caught@, capacity as int, i as int),
            decreases n - i,
        {
            let water = over + caught[i];
            if water > capacity {
                over = water - capacity;
            } else {
                over = 0;
            }
            i = i + 1;
        }
        over
    }
}

}
