impl Solution {
    pub fn most_points(nights: Vec<i32>) -> i64 {
        // Lights the lamp whenever the night is worth something.
        let mut total = 0i64;
        let mut rested = true;
        for points in nights {
            if points > 0 {
                total += points as i64 * if rested { 2 } else { 1 };
            }
            rested = points <= 0;
        }
        total
    }
}
