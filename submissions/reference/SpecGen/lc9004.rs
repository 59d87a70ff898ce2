use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn rises(heights: Seq<Vec<i32>>, r: int) -> bool {
        forall |c: int| 0 <= c < heights[r].len() ==> #[trigger] heights[r][c] > heights[r - 1][c]
    }

    pub open spec fn rising_count(heights: Seq<Vec<i32>>, n: int) -> int
        decreases n,
    {
        if n <= 1 {
            0
        } else {
            Self::rising_count(heights, n - 1)
                + if Self::rises(heights, n - 1) { 1int } else { 0int }
        }
    }

    pub fn rising_terraces(heights: Vec<Vec<i32>>) -> (res: i32)
        requires
            1 <= heights.len() <= 50,
            1 <= heights[0].len() <= 50,
            forall |r: int| 0 <= r < heights.len() ==> (#[trigger] heights[r]).len() == heights[0].len(),
            forall |r: int, c: int| 0 <= r < heights.len() && 0 <= c < heights[r].len()
                ==> 0 <= #[trigger] heights[r][c] <= 1000,
        ensures
            res as int == Self::rising_count(heights@, heights.len() as int),
    {
    }
}

}
