use std::io::{self, Read};

struct Solution;

impl Solution {
    pub fn lowest_start(hills: Vec<i64>, changes: Vec<i64>) -> i64 {
        let n = hills.len();
        let mut start: i64 = 0;
        let mut shift: i64 = 0;
        let mut i: usize = 0;
        while i < n {
            let wanted = hills[i] - shift;
            if wanted > start {
                start = wanted;
            }
            shift = shift + changes[i];
            i = i + 1;
        }
        start
    }
}

fn read_list(it: &mut std::str::SplitAsciiWhitespace, n: usize) -> Vec<i64> {
    let mut list: Vec<i64> = Vec::new();
    for _ in 0..n {
        let v: i64 = it.next().unwrap().parse().unwrap();
        list.push(v);
    }
    list
}

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut it = input.split_ascii_whitespace();
    let t: usize = it.next().unwrap().parse().unwrap();
    for _ in 0..t {
        let n: usize = it.next().unwrap().parse().unwrap();
        let hills = read_list(&mut it, n);
        let changes = read_list(&mut it, n);
        println!("{}", Solution::lowest_start(hills, changes));
    }
}
