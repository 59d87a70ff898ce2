impl Solution {
    pub fn all_served(stock: i64, orders: Vec<i64>) -> bool {
        let n = orders.len();
        let mut left: i64 = stock;
        let mut i: usize = 0;
        while i < n {
            let order = orders[i];
            if order > left {
                return false;
            }
            left = left - order + 1;
            i = i + 1;
        }
        true
    }
}
