impl Solution {
    pub fn below_record(prices: Vec<i64>) -> Vec<i64> {
        let n = prices.len();
        let mut res: Vec<i64> = Vec::new();
        let mut record: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let price = prices[i];
            if price == 0 {
                record = 0;
            } else if price > record {
                record = price;
            }
            res.push(record - price);
            i = i + 1;
        }
        res
    }
}
