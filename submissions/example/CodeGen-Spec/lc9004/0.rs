impl Solution {
    pub fn rising_terraces(heights: Vec<Vec<i32>>) -> i32 {
        let rows = heights.len();
        let cols = heights[0].len();
        let mut count: i32 = 0;
        let mut r: usize = 1;
        while r < rows {
            let mut rising = true;
            let mut c: usize = 0;
            while c < cols {
                if heights[r][c] <= heights[r - 1][c] {
                    rising = false;
                }
                c = c + 1;
            }
            if rising {
                count = count + 1;
            }
            r = r + 1;
        }
        count
    }
}
