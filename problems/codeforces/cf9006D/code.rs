impl Solution {
    pub fn find_split(orders: Vec<i64>, limit: i64) -> i64 {
        let n = orders.len();
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            total = total + orders[i];
            i = i + 1;
        }
        let mut left: i64 = 0;
        let mut k: usize = 0;
        while k < n {
            if left <= limit && total - left <= limit {
                return k as i64;
            }
            left = left + orders[k];
            k = k + 1;
        }
        if left <= limit && total - left <= limit {
            return n as i64;
        }
        -1
    }
}
