use vstd::prelude::*;

fn main() {}

verus! {{

pub struct Solution;

impl Solution {
    pub open spec fn reds(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::reds(flags, n - 1) + if flags[n - 1] == 0 || flags[n - 1] == 3 { 1int } else { 0int }
        }
    }

    pub open spec fn pairs(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::pairs(flags, n - 1)
                + if flags[n - 1] == 1 || flags[n - 1] == 3 { Self::reds(flags, n - 1) } else { 0int }
        }
    }

    pub open spec fn signals(flags: Seq<u8>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::signals(flags, n - 1)
                + if flags[n - 1] == 2 || flags[n - 1] == 3 { Self::pairs(flags, n - 1) } else { 0int }
        }
    }

    pub fn count_signals(flags: Vec<u8>) -> (res: i64)
        requires
            1 <= flags.len() <= 30_000,
            forall |i: int| 0 <= i < flags.len() ==> #[trigger] flags[i] <= 3,
        ensures
            res as int == Self::signals(flags@, flags.len() as int),
    {
        let n = flags.len();
        let mut red: i64 = 0;
        let mut pair: i64 = 0;
        let mut signal: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == flags.len(),
                n <= 30_000,
                0 <= red <= i,
                0 <= pair <= 30_000 * i,
                0 <= signal <= 900_000_000 * i,
                red as int == Self::reds(flags@, i as int),
                pair as int == Self::pairs(flags@, i as int),
                signal as int == Self::signals(flags@, i as int),
            decreases n - i,
        {
            let flag = flags[i];
            if flag == 2 || flag == 3 {
                signal = signal + pair;
            }
            if flag == 1 || flag == 3 {
                pair = pair + red;
            }
            if flag == 0 || flag == 3 {
                red = red + 1;
            }
            i = i + 1;
        }
        signal
    }
}

}
