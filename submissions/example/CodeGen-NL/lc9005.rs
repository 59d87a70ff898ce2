use std::ops::RangeInclusive;

pub struct Solution;

struct Panel<'a> {
    readings: &'a mut [i32],
    range: RangeInclusive<i32>,
}

impl Panel<'_> {
    fn repair(&mut self, spare: i32) {
        for reading in self.readings.iter_mut() {
            if !self.range.contains(reading) {
                *reading = spare;
            }
        }
    }
}

impl Solution {
    pub fn repair_gauges(readings: &mut Vec<i32>, low: i32, high: i32, spare: i32) {
        Panel { readings, range: low..=high }.repair(spare);
    }
}

fn main() {
    let mut readings = vec![4, -3, 9, 15, 7];
    Solution::repair_gauges(&mut readings, 0, 9, 5);
    println!("{:?}", readings);
}
