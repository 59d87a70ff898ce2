impl Solution {
    pub fn gate_peak(log: Vec<char>) -> i32 {
        // A table over the event, the number inside and the hour of the day.
        let n = log.len();
        let mut table = vec![vec![[-1i64; 24]; n + 1]; n + 1];
        table[0][0] = [0; 24];
        let mut inside = 0usize;
        let mut peak = 0;
        for (i, &c) in log.iter().enumerate() {
            inside = if c == 'i' { inside + 1 } else { inside.saturating_sub(1) };
            table[i + 1][inside] = [inside as i64; 24];
            peak = peak.max(table[i + 1][inside][0]);
        }
        peak as i32
    }
}
