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
        let rows = heights.len();
        let cols = heights[0].len();
        let mut count: i32 = 0;
        let mut r: usize = 1;
        while r < rows
            invariant
                1 <= r <= rows,
                rows == heights.len(),
                rows <= 50,
                forall |k: int| 0 <= k < rows ==> (#[trigger] heights[k]).len() == cols,
                0 <= count < r,
                count as int == Self::rising_count(heights@, r as int),
            decreases rows - r,
        {
            let mut rising = true;
            let mut c: usize = 0;
            while c < cols
                invariant
                    1 <= r < rows,
                    rows == heights.len(),
                    0 <= c <= cols,
                    forall |k: int| 0 <= k < rows ==> (#[trigger] heights[k]).len() == cols,
                    rising == (forall |k: int| 0 <= k < c
                        ==> #[trigger] heights[r as int][k] > heights[r - 1][k]),
                decreases cols - c,
            {
                if heights[r][c] <= heights[r - 1][c] {
                    rising = false;
                    proof {
                        assert(!(heights[r as int][c as int] > heights[r - 1][c as int]));
                    }
                }
                c = c + 1;
            }
            proof {
                assert(heights[r as int].len() == cols);
                assert(rising == Self::rises(heights@, r as int));
            }
            if rising {
                count = count + 1;
            }
            r = r + 1;
        }
        count
    }
}

}
