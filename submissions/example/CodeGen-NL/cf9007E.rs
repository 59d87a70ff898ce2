use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn count_signals(flags: Vec<u8>) -> i64 {
        let mut ways = 0;
        for i in 0..flags.len() {
            for j in i + 1..flags.len() {
                for k in j + 1..flags.len() {
                    let right = |flag: u8, colour: u8| flag == colour || flag == 3;
                    if right(flags[i], 0) && right(flags[j], 1) && right(flags[k], 2) {
                        ways += 1;
                    }
                }
            }
        }
        ways
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
