impl Solution {
    pub fn balance_pair(weights: Vec<i32>, slack: i32) -> Vec<i32> {
        let n = weights.len();
        let mut answer: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n {
            let mut j: usize = 0;
            while j < n {
                let gap = 2 * weights[i] - weights[j];
                if gap <= slack && gap + slack >= 0 {
                    answer.push(i as i32);
                    answer.push(j as i32);
                    return answer;
                }
                j = j + 1;
            }
            i = i + 1;
        }
        answer
    }
}
