impl Solution {
    pub fn most_points(nights: Vec<i32>) -> i64 {
        let mut lit = 2 * nights[0];
        let mut rested = 0;
        for &gain in &nights[1..] {
            let next = (lit + gain).max(rested + 2 * gain);
            rested = rested.max(lit);
            lit = next;
        }
        lit.max(rested)
    }
}
