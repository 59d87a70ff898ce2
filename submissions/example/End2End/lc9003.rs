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
            0 <= res <= log.len(),
    {
        let n = log.len();
        let mut now: i32 = 0;
        let mut peak: i32 = 0;
        let ghost mut at: int = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == log.len(),
                n <= 3000,
                0 <= now <= peak <= i,
                now as int == Self::inside(log@, i as int),
                0 <= at <= i,
                peak as int == Self::inside(log@, at),
                forall |k: int| 0 <= k <= i ==> #[trigger] Self::inside(log@, k) <= peak,
            decreases n - i,
        {
            if log[i] == 'i' {
                now = now + 1;
            } else if now > 0 {
                now = now - 1;
            }
            i = i + 1;
            proof {
                assert(now as int == Self::inside(log@, i as int));
            }
            if now > peak {
                peak = now;
                proof {
                    at = i as int;
                }
            }
        }
        peak
    }
}

}
