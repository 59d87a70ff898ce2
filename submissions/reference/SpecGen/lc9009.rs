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
    }
}

}
