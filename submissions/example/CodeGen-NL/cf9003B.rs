use std::io::{self, Read};

fn main() {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input).unwrap();
    let mut numbers = input.split_ascii_whitespace().map(|word| word.parse::<u64>().unwrap());
    let t = numbers.next().unwrap();
    for _ in 0..t {
        let n = numbers.next().unwrap() as usize;
        let mut record: Option<u64> = None;
        let mut words = Vec::new();
        for _ in 0..n {
            let price = numbers.next().unwrap();
            if price == 0 {
                record = None;
            } else {
                record = Some(record.unwrap_or(0).max(price));
            }
            words.push((record.unwrap() - price).to_string());
        }
        println!("{}", words.join(" "));
    }
}
