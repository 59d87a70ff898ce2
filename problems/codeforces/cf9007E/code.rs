impl Solution {
    pub fn count_signals(flags: Vec<u8>) -> i64 {
        let n = flags.len();
        let mut red: i64 = 0;
        let mut pair: i64 = 0;
        let mut signal: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let flag = flags[i];
            if flag == 2 || flag == 3 {
                signal = signal + pair;
            }
            if flag == 1 || flag == 3 {
                pair = pair + red;
            }
            if flag == 0 || flag == 3 {
                red = red + 1;
            }
            i = i + 1;
        }
        signal
    }
}
