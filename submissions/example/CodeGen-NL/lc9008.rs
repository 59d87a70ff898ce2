impl Solution {
    pub fn days_needed(caps: Vec<i32>, target: i64) -> i32 {
        let mut caps = caps;
        let mut delivered = 0i64;
        let mut days = 0;
        while delivered < target {
            for cap in caps.iter_mut() {
                if *cap > 0 {
                    *cap -= 1;
                    delivered += 1;
                }
            }
            days += 1;
        }
        days
    }
}
