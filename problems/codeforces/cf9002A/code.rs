impl Solution {
    pub fn litres_lost(caught: Vec<i64>, capacity: i64) -> i64 {
        let n = caught.len();
        let mut over: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let water = over + caught[i];
            if water > capacity {
                over = water - capacity;
            } else {
                over = 0;
            }
            i = i + 1;
        }
        over
    }
}
