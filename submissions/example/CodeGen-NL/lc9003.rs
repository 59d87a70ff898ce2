impl Solution {
    pub fn gate_peak(log: Vec<char>) -> i32 {
        let mut inside = 0;
        let mut peak = 0;
        for c in log {
            // Counts below zero when staff leave.
            inside += if c == 'i' { 1 } else { -1 };
            peak = peak.max(inside);
        }
        peak
    }
}
