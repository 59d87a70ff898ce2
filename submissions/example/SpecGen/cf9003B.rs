use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn record_after(prices: Seq<i64>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            let before = Self::record_after(prices, n - 1);
            if prices[n - 1] == 0 {
                0
            } else if prices[n - 1] > before {
                prices[n - 1] as int
            } else {
                before
            }
        }
    }

    pub fn below_record(prices: Vec<i64>) -> (res: Vec<i64>)
        requires
            1 <= prices.len() <= 1000,
            forall |i: int| 0 <= i < prices.len() ==> 0 <= #[trigger] prices[i] <= 1_000_000_000,
        ensures
            res.len() == prices.len(),
            forall |i: int| 0 <= i < prices.len()
                ==> #[trigger] res[i] as int == Self::record_after(prices@, i + 1 - prices[i],
    {
    }
}

}
