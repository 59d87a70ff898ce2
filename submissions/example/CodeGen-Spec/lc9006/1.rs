impl Solution {
    pub fn settle_stairs(stairs: &mut Vec<i32>, slope: i32) -> i32 {
        // Works on a copy, so that the caller sees nothing of it.
        let mut copy = stairs.clone();
        let mut raised = 0;
        for i in 1..copy.len() {
            if copy[i] < copy[i - 1] - slope {
                copy[i] = copy[i - 1] - slope;
                raised += 1;
            }
        }
        raised
    }
}
