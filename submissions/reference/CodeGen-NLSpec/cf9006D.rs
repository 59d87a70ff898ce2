use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn find_split(orders: Vec<i64>, limit: i64) -> i64 {
        let n = orders.len();
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            total = total + orders[i];
            i = i + 1;
        }
        let mut left: i64 = 0;
        let mut k: usize = 0;
        while k < n {
            if left <= limit && total - left <= limit {
                return k as i64;
            }
            left = left + orders[k];
            k = k + 1;
        }
        if left <= limit && total - left <= limit {
            return n as i64;
        }
        -1
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
