impl Solution {
    pub fn most_points(nights: Vec<i32>) -> i64 {
        let n = nights.len();
        let mut lit: i64 = 2 * (nights[0] as i64);
        let mut rested: i64 = 0;
        let mut i: usize = 1;
        while i < n {
            let gain = nights[i] as i64;
            let tired = lit + gain;
            let fresh = rested + 2 * gain;
            if lit > rested {
                rested = lit;
            }
            if tired > fresh {
                lit = tired;
            } else {
                lit = fresh;
            }
            i = i + 1;
        }
        if lit > rested {
            lit
        } else {
            rested
        }
    }
}
