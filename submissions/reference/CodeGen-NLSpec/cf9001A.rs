use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn all_served(stock: i64, orders: Vec<i64>) -> bool {
        let n = orders.len();
        let mut left: i64 = stock;
        let mut i: usize = 0;
        while i < n {
            let order = orders[i];
            if order > left {
                return false;
            }
            left = left - order + 1;
            i = i + 1;
        }
        true
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let n: usize = it.next().unwrap().parse().unwrap();
        let stock: i64 = it.next().unwrap().parse().unwrap();
        let mut orders: Vec<i64> = Vec::new();
        for _ in 0..n {
            let v: i64 = it.next().unwrap().parse().unwrap();
            orders.push(v);
        }
        if Solution::all_served(stock, orders) {
            println!("YES");
        } else {
            println!("NO");
        }
    }
}
