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
            res != -1 ==> Self::suits(orders@, limit as int, res as int),
    {
    }
}

}
