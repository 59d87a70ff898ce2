use std::io::{self, Read};

struct Solution;

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

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let n: usize = it.next().unwrap().parse().unwrap();
        let capacity: i64 = it.next().unwrap().parse().unwrap();
        let mut caught: Vec<i64> = Vec::new();
        for _ in 0..n {
            let v: i64 = it.next().unwrap().parse().unwrap();
            caught.push(v);
        }
        println!("{}", Solution::litres_lost(caught, capacity));
    }
}
