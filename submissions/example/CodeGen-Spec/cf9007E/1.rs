use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn count_signals(flags: Vec<u8>) -> i32 {
        let n = flags.len();
        let mut red: i32 = 0;
        let mut pair: i32 = 0;
        let mut signal: i32 = 0;
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

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let rope = it.next().unwrap();
        let flags: Vec<u8> = rope
            .bytes()
            .map(|b| match b {
                b'R' => 0u8,
                b'G' => 1u8,
                b'B' => 2u8,
                _ => 3u8,
            })
            .collect();
        println!("{}", Solution::count_signals(flags));
    }
}
