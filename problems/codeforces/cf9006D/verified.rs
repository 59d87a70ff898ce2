use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn first_cart(orders: Seq<i64>, k: int) -> int
        decreases k,
    {
        if k <= 0 {
            0
        } else {
            Self::first_cart(orders, k - 1) + orders[k - 1]
        }
    }

    pub open spec fn suits(orders: Seq<i64>, limit: int, k: int) -> bool {
        &&& 0 <= k <= orders.len()
        &&& Self::first_cart(orders, k) <= limit
        &&& Self::first_cart(orders, orders.len() as int) - Self::first_cart(orders, k) <= limit
    }

    pub fn find_split(orders: Vec<i64>, limit: i64) -> (res: i64)
        requires
            1 <= orders.len() <= 1000,
            -1_000_000_000 <= limit <= 1_000_000_000,
            forall |i: int| 0 <= i < orders.len()
                ==> -1_000_000_000 <= #[trigger] orders[i] <= 1_000_000_000,
        ensures
            res == -1 ==> forall |k: int| 0 <= k <= orders.len()
                ==> !(#[trigger] Self::suits(orders@, limit as int, k)),
            res != -1 ==> Self::suits(orders@, limit as int, res as int),
    {
        let n = orders.len();
        let mut total: i64 = 0;
        let mut i: usize = 0;
        while i < n
            invariant
                0 <= i <= n,
                n == orders.len(),
                n <= 1000,
                forall |k: int| 0 <= k < orders.len()
                    ==> -1_000_000_000 <= #[trigger] orders[k] <= 1_000_000_000,
                -(1_000_000_000 * i) <= total <= 1_000_000_000 * i,
                total as int == Self::first_cart(orders@, i as int),
            decreases n - i,
        {
            total = total + orders[i];
            i = i + 1;
        }
        let mut left: i64 = 0;
        let mut k: usize = 0;
        while k < n
            invariant
                0 <= k <= n,
                n == orders.len(),
                n <= 1000,
                forall |j: int| 0 <= j < orders.len()
                    ==> -1_000_000_000 <= #[trigger] orders[j] <= 1_000_000_000,
                -1_000_000_000_000 <= total <= 1_000_000_000_000,
                total as int == Self::first_cart(orders@, n as int),
                -(1_000_000_000 * k) <= left <= 1_000_000_000 * k,
                left as int == Self::first_cart(orders@, k as int),
                forall |j: int| 0 <= j < k ==> !(#[trigger] Self::suits(orders@, limit as int, j)),
            decreases n - k,
        {
            if left <= limit && total - left <= limit {
                proof {
                    assert(Self::suits(orders@, limit as int, k as int));
                }
                return k as i64;
            }
            proof {
                assert(!Self::suits(orders@, limit as int, k as int));
            }
            left = left + orders[k];
            k = k + 1;
        }
        if left <= limit && total - left <= limit {
            proof {
                assert(Self::suits(orders@, limit as int, n as int));
            }
            return n as i64;
        }
        assert(!Self::suits(orders@, limit as int, n as int));
        -1
    }
}

}
