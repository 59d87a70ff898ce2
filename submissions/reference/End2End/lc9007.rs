use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn balanced(weights: Seq<i32>, slack: int, a: int, b: int) -> bool {
        a != b && -slack <= 2 * weights[a] - weights[b] <= slack
    }

    pub fn balance_pair(weights: Vec<i32>, slack: i32) -> (res: Vec<i32>)
        requires
            1 <= weights.len() <= 300,
            forall |i: int| 0 <= i < weights.len() ==> 1 <= #[trigger] weights[i] <= 1_000_000,
            0 <= slack <= 1_000_000,
        ensures
            res.len() == 0 || res.len() == 2,
            res.len() == 0 ==> forall |a: int, b: int| 0 <= a < weights.len() && 0 <= b < weights.len()
                ==> !(#[trigger] Self::balanced(weights@, slack as int, a, b)),
            res.len() == 2 ==> 0 <= res[0] < weights.len() && 0 <= res[1] < weights.len()
                && Self::balanced(weights@, slack as int, res[0] as int, res[1] as int),
    {
        let n = weights.len();
        let mut answer: Vec<i32> = Vec::new();
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == weights.len(),
                n <= 300,
                forall |k: int| 0 <= k < weights.len() ==> 1 <= #[trigger] weights[k] <= 1_000_000,
                0 <= slack <= 1_000_000,
                answer.len() == 0,
                forall |a: int, b: int| 0 <= a < i && 0 <= b < n
                    ==> !(#[trigger] Self::balanced(weights@, slack as int, a, b)),
            decreases n - i,
        {
            let mut j: usize = 0;
            while j < n
                invariant
                    0 <= i < n,
                    0 <= j <= n,
                    n == weights.len(),
                    n <= 300,
                    forall |k: int| 0 <= k < weights.len() ==> 1 <= #[trigger] weights[k] <= 1_000_000,
                    0 <= slack <= 1_000_000,
                    answer.len() == 0,
                    forall |b: int| 0 <= b < j
                        ==> !(#[trigger] Self::balanced(weights@, slack as int, i as int, b)),
                decreases n - j,
            {
                let gap = 2 * weights[i] - weights[j];
                if i != j && gap <= slack && gap + slack >= 0 {
                    answer.push(i as i32);
                    answer.push(j as i32);
                    proof {
                        assert(answer[0] as int == i as int);
                        assert(answer[1] as int == j as int);
                        assert(Self::balanced(weights@, slack as int, i as int, j as int));
                    }
                    return answer;
                }
                proof {
                    assert(!Self::balanced(weights@, slack as int, i as int, j as int));
                }
                j = j + 1;
            }
            i = i + 1;
        }
        answer
    }
}

}
