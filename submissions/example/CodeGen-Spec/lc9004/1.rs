impl Solution {
    pub fn rising_terraces(heights: Vec<Vec<i32>>) -> i32 {
        let rises = |pair: &&[Vec<i32>]| pair[0].iter().zip(&pair[1]).all(|(below, above)| below < above);
        heights.windows(2).filter(rises).count() as i32
    }
}
