impl Solution {
    pub fn gate_peak(log: Vec<char>) -> i32 {
        let n = log.len();
        let mut now: i32 = 0;
        let mut peak: i32 = 0;
        let mut i: usize = 0;
        while i < n {
            if log[i] == 'i' {
                now = now + 1;
            } else if now > 0 {
                now = now - 1;
            }
            i = i + 1;
            if now > peak {
                peak = now;
            }
        }
        peak
    }
}
