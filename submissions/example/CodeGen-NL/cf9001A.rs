use std::io::{self, BufRead};

fn main() {
    let stdin = io::stdin();
    let mut lines = stdin.lock().lines().map(|line| line.unwrap());
    let t: usize = lines.next().unwrap().trim().parse().unwrap();
    for _ in 0..t {
        let head: Vec<i64> = numbers(&lines.next().unwrap());
        let mut left = head[1];
        let mut happy = true;
        for order in numbers(&lines.next().unwrap()) {
            if order > left {
                happy = false;
                break;
            }
            left += 1 - order;
        }
        println!("{}", if happy { "YES" } else { "NO" });
    }
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().unwrap()).collect()
}
