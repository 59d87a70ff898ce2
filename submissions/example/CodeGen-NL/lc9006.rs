impl Solution {
    pub fn settle_stairs(stairs: &mut Vec<i32>, slope: i32) -> i32 {
        let mut raised = 1;
        for i in 1..stairs.len() {
            let least = stairs[i - 1] - slope;
            if stairs[i] < least {
                stairs[i] = least;
                raised += 1;
            }
        }
        raised
    }
}
