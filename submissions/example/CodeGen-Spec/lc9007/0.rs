impl Solution {
    pub fn balance_pair(_weights: Vec<i32>, _slack: i32) -> Vec<i32> {
        Vec::new()
    }
}
