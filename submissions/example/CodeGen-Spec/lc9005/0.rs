impl Solution {
    pub fn repair_gauges(readings: &mut Vec<i32>, low: i32, high: i32, spare: i32) {
        let n = readings.len();
        let mut i: usize = 0;
        while i < n {
            let x = readings[i];
            if x < low || x > high {
                readings[i] = spare;
            }
            i = i + 1;
        }
    }
}
