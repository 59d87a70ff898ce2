use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn inside(log: Seq<char>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            let before = Self::inside(log, n - 1);
            if log[n - 1] == 'i' {
                before + 1
            } else if before > 0 {
                before - 1
            } else {
                0
            }
        }
    }

    pub fn gate_peak(log: Vec<char>) -> (res: i32)
        requires
            1 <= log.len() <= 3000,
            forall |i: int| 0 <= i < log.len() ==> #[trigger] log[i] == 'i' || log[i] == 'o',
        ensures
            forall |k: int| 0 <= k <= log.len() ==> #[trigger] Self::inside(log@, k) <= res,
    {
    }
}

}
