use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn below_record(prices: Vec<i64>) -> Vec<i64> {
        let n = prices.len();
        let mut res: Vec<i64> = Vec::new();
        let mut record: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let price = prices[i];
            if price == 0 {
                record = 0;
            } else if price > record {
                record = price;
            }
            res.push(record - price);
            i = i + 1;
        }
        res
    }
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let n: usize = it.next().unwrap().parse().unwrap();
        let mut prices: Vec<i64> = Vec::new();
        for _ in 0..n {
            let v: i64 = it.next().unwrap().parse().unwrap();
            prices.push(v);
        }
        let res = Solution::below_record(prices);
        let words: Vec<String> = res.iter().map(|v| v.to_string()).collect();
        println!("{}", words.join(" "));
    }
}
