use vstd::prelude::*;

fn main() {}

verus! {

pub open spec fn twice(x: int) -> int {
    2 * x
}

proof fn lemma_twice(x: int)
    ensures
        twice(x) == x + x,
{
}

}

pub struct Solution;

impl Solution {
    pub fn settle_stairs(stairs: &mut Vec<i32>, slope: i32) -> i32 {
        let n = stairs.len();
        let mut count: i32 = 0;
        let mut i: usize = 1;
        while i < n {
            let least = stairs[i - 1] - slope;
            if stairs[i] < least {
                stairs[i] = least;
                count = count + 1;
            }
            i = i + 1;
        }
        count
    }
}
