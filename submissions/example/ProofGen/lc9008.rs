use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn stored(caps: Seq<i32>, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::stored(caps, n - 1) + caps[n - 1]
        }
    }

    pub open spec fn delivered(caps: Seq<i32>, day: int, n: int) -> int
        decreases n,
    {
        if n <= 0 {
            0
        } else {
            Self::delivered(caps, day, n - 1)
                + if caps[n - 1] < day { caps[n - 1] as int } else { day }
        }
    }

    proof fn lemma_all_delivered(caps: Seq<i32>, n: int)
        requires
            0 <= n <= caps.len(),
            forall |i: int| 0 <= i < caps.len() ==> 0 <= #[trigger] caps[i] <= 1_000_000_000,
        ensures
            Self::delivered(caps, 1_000_000_000, n) == Self::stored(caps, n),
        decreases n,
    {
        admit();
    }

    fn delivered_by(caps: &Vec<i32>, day: i32) -> (total: i64)
        requires
            caps.len() <= 1000,
            forall |i: int| 0 <= i < caps.len() ==> 0 <= #[trigger] caps[i] <= 1_000_000_000,
            0 <= day <= 1_000_000_000,
        ensures
            total as int == Self::delivered(caps@, day as int, caps.len() as int),
    {
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < caps.len()
            invariant
                0 <= i <= caps.len(),
                caps.len() <= 1000,
                forall |k: int| 0 <= k < caps.len() ==> 0 <= #[trigger] caps[k] <= 1_000_000_000,
                0 <= day <= 1_000_000_000,
                0 <= total <= i * 1_000_000_000,
                total as int == Self::delivered(caps@, day as int, i as int),
            decreases caps.len() - i,
        {
            let cap = caps[i];
            if cap < day {
                total = total + cap as i64;
            } else {
                total = total + day as i64;
            }
            i = i + 1;
        }
        total
    }

    pub fn days_needed(caps: Vec<i32>, target: i64) -> (res: i32)
        requires
            1 <= caps.len() <= 1000,
            forall |i: int| 0 <= i < caps.len() ==> 0 <= #[trigger] caps[i] <= 1_000_000_000,
            0 <= target <= 1_000_000_000_000,
            target <= Self::stored(caps@, caps.len() as int),
        ensures
            0 <= res <= 1_000_000_000,
            Self::delivered(caps@, res as int, caps.len() as int) >= target,
            res == 0 || Self::delivered(caps@, res - 1, caps.len() as int) < target,
    {
        let mut low: i32 = 0;
        let mut high: i32 = 1_000_000_000;
        proof {
            Self::lemma_all_delivered(caps@, caps.len() as int);
        }
        while low < high
            invariant
                caps.len() <= 1000,
                forall |k: int| 0 <= k < caps.len() ==> 0 <= #[trigger] caps[k] <= 1_000_000_000,
                0 <= low <= high <= 1_000_000_000,
                Self::delivered(caps@, high as int, caps.len() as int) >= target,
                low == 0 || Self::delivered(caps@, low - 1, caps.len() as int) < target,
            decreases high - low,
        {
            let middle = low + (high - low) / 2;
            let got = Self::delivered_by(&caps, middle);
            if got >= target {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}

}
