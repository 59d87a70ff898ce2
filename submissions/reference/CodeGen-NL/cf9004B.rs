use std::io::{self, Read};

struct Solution;

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

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let row = it.next().unwrap();
        let boards: Vec<u8> = row.bytes().map(|b| if b == b'R' { 0u8 } else { 1u8 }).collect();
        println!("{}", Solution::min_repaints(boards));
    }
}
