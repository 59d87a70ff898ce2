impl Solution {
    pub fn balance_pair(weights: Vec<i32>, slack: i32) -> Vec<i32> {
        for a in (0..weights.len()).rev() {
            for b in (0..weights.len()).rev() {
                if a != b && (2 * weights[a] - weights[b]).abs() <= slack {
                    return vec![a as i32, b as i32];
                }
            }
        }
        vec![]
    }
}
