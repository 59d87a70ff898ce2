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
                ==> #[trigger] res[i] as int == Self::record_after(prices@, i + 1) - prices[i],
    {
        let n = prices.len();
        let mut res: Vec<i64> = Vec::new();
        let mut record: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == prices.len(),
                forall |k: int| 0 <= k < prices.len() ==> 0 <= #[trigger] prices[k] <= 1_000_000_000,
                res.len() == i,
                0 <= record <= 1_000_000_000,
                record as int == Self::record_after(prices@, i as int),
                forall |k: int| 0 <= k < i
                    ==> #[trigger] res[k] as int == Self::record_after(prices@, k + 1) - prices[k],
            decreases n - i,
        {
            let price = prices[i];
            if price == 0 {
                record = 0;
            } else if price > record {
                record = price;
            }
            proof {
                assert(record as int == Self::record_after(prices@, i + 1));
            }
            res.push(record - price);
            i = i + 1;
        }
        res
    }
}

}
