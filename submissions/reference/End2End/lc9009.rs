use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn larger(a: int, b: int) -> int {
        if a > b {
            a
        } else {
            b
        }
    }

    pub open spec fn best(nights: Seq<i32>, n: int) -> (int, int)
        decreases n,
    {
        if n <= 1 {
            (2 * nights[0] as int, 0int)
        } else {
            let before = Self::best(nights, n - 1);
            let gain = nights[n - 1] as int;
            (
                Self::larger(before.0 + gain, before.1 + 2 * gain),
                Self::larger(before.0, before.1),
            )
        }
    }

    pub fn most_points(nights: Vec<i32>) -> (res: i64)
        requires
            1 <= nights.len() <= 2000,
            forall |i: int| 0 <= i < nights.len() ==> -10_000 <= #[trigger] nights[i] <= 10_000,
        ensures
            res as int == Self::larger(
                Self::best(nights@, nights.len() as int).0,
                Self::best(nights@, nights.len() as int).1,
            ),
    {
        let n = nights.len();
        let mut lit: i64 = 2 * (nights[0] as i64);
        let mut rested: i64 = 0;
        let mut i: usize = 1;
        while i < n
            invariant
                1 <= i <= n,
                n == nights.len(),
                n <= 2000,
                forall |k: int| 0 <= k < nights.len() ==> -10_000 <= #[trigger] nights[k] <= 10_000,
                -(20_000 * i) <= lit <= 20_000 * i,
                0 <= rested <= 20_000 * i,
                lit as int == Self::best(nights@, i as int).0,
                rested as int == Self::best(nights@, i as int).1,
            decreases n - i,
        {
            let gain = nights[i] as i64;
            let tired = lit + gain;
            let fresh = rested + 2 * gain;
            if lit > rested {
                rested = lit;
            }
            if tired > fresh {
                lit = tired;
            } else {
                lit = fresh;
            }
            i = i + 1;
        }
        if lit > rested {
            lit
        } else {
            rested
        }
    }
}

}
