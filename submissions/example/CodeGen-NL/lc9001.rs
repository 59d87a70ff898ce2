impl Solution {
    pub fn quiet_minutes(levels: Vec<i32>, limit: i32) -> i32 {
        levels
            .windows(2)
            .filter(|pair| (pair[1] - pair[0]).abs() <= limit)
            .count() as i32
    }
}
