impl Solution {
    fn delivered_by(caps: &Vec<i32>, day: i32) -> i64 {
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < caps.len() {
            let cap = caps[i];
            if cap < day {
                total = total + cap as i64;
            } else {
                total = total + day as i64;
            }
            i = i + 1;
        }
        total
    }

    pub fn days_needed(caps: Vec<i32>, target: i64) -> i32 {
        let mut low: i32 = 0;
        let mut high: i32 = 1_000_000_000;
        while low < high {
            let middle = low + (high - low) / 2;
            let got = Self::delivered_by(&caps, middle);
            if got >= target {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
