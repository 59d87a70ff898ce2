use std::io::{self, Read};

struct Solution;

impl Solution {
    // Takes the longest prefix that fits, as if all weights were positive.
    pub fn find_split(orders: Vec<i64>, limit: i64) -> i64 {
        let total: i64 = orders.iter().sum();
        let mut left = 0;
        let mut k = 0;
        while k < orders.len() && left + orders[k] <= limit {
            left += orders[k];
            k += 1;
        }
        if left <= limit && total - left <= limit {
            k as i64
        } else {
            -1
        }
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let n: usize = it.next().unwrap().parse().unwrap();
        let limit: i64 = it.next().unwrap().parse().unwrap();
        let mut orders: Vec<i64> = Vec::new();
        for _ in 0..n {
            let v: i64 = it.next().unwrap().parse().unwrap();
            orders.push(v);
        }
        println!("{}", Solution::find_split(orders, limit));
    }
}
