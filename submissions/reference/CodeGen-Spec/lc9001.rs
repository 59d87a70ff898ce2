impl Solution {
    pub fn quiet_minutes(levels: Vec<i32>, limit: i32) -> i32 {
        let n = levels.len();
        let mut count: i32 = 0;
        let mut i: usize = 1;
        while i < n {
            let before = levels[i - 1];
            let now = levels[i];
            if now - before <= limit && before - now <= limit {
                count = count + 1;
            }
            i = i + 1;
        }
        count
    }
}
