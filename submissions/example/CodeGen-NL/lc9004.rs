impl Solution {
    pub fn rising_terraces(heights: Vec<Vec<i32>>) -> i32 {
        let mut count = 0;
        for r in 0..heights.len() {
            if (0..heights[r].len()).all(|c| heights[r][c] > heights[r - 1][c]) {
                count += 1;
            }
        }
        count
    }
}
