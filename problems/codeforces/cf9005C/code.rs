impl Solution {
    pub fn lowest_start(hills: Vec<i64>, changes: Vec<i64>) -> i64 {
        let n = hills.len();
        let mut start: i64 = 0;
        let mut shift: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let wanted = hills[i] - shift;
            if wanted > start {
                start = wanted;
            }
            shift = shift + changes[i];
            i = i + 1;
        }
        start
    }
}
