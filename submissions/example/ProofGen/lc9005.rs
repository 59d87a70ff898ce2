use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn repaired(x: int, low: int, high: int, spare: int) -> int {
        if x < low || x > high {
            spare
        } else {
            x
        }
    }

    pub fn repair_gauges(readings: &mut Vec<i32>, low: i32, high: i32, spare: i32)
        requires
            1 <= old(readings).len() <= 2000,
            forall |i: int| 0 <= i < old(readings).len()
                ==> -1_000_000_000 <= #[trigger] old(readings)[i] <= 1_000_000_000,
            -1_000_000_000 <= low <= high <= 1_000_000_000,
            -1_000_000_000 <= spare <= 1_000_000_000,
        ensures
            readings.len() == old(readings).len(),
            forall |i: int| 0 <= i < readings.len() ==>
                #[trigger] readings[i] as int
                    == Self::repaired(old(readings)[i] as int, low as int, high as int, spare as int),
    {
        let n = readings.len();
        let ghost orig = readings@;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == readings.len(),
                orig == old(readings)@,
                orig.len() == n,
                forall |k: int| 0 <= k < i ==>
                    #[trigger] readings[k] as int
                        == Self::repaired(orig[k] as int, low as int, high as int, spare as int),
                forall |k: int| i <= k < n ==> #[trigger] readings[k] == orig[k],
            decreases n - i,
        {
            if readings[i] < low || high < readings[i] {
                readings[i] = spare;
            }
            i = i + 1;
        }
    }
}

}
