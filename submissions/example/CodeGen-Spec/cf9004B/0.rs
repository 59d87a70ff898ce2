impl Solution {
    pub fn min_repaints(boards: Vec<u8>) -> i64 {
        let n = boards.len();
        let mut red_first: i64 = 0;
        let mut white_first: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let board = boards[i] as usize;
            if board != (i / 2) % 2 {
                red_first = red_first + 1;
            }
            if board != (i / 2 + 1) % 2 {
                white_first = white_first + 1;
            }
            i = i + 1;
        }
        if red_first < white_first {
            red_first
        } else {
            white_first
        }
    }
}
