use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub open spec fn left_before(stock: int, orders: Seq<i64>, i: int) -> int
        decreases i,
    {
        if i <= 0 {
            stock
        } else {
            Self::left_before(stock, orders, i - 1) - orders[i - 1] + 1
        }
    }

    pub fn all_served(stock: i64, orders: Vec<i64>) -> (res: bool)
        requires
            0 <= stock <= 1_000_000_000,
            1 <= orders.len() <= 1000,
            forall |i: int| 0 <= i < orders.len() ==> 1 <= #[trigger] orders[i] <= 1_000_000_000,
        ensures
            res == (forall |i: int| 0 <= i < orders.len() ==>
                #[trigger] orders[i] as int <= Self::left_before(stock as int, orders@, i)),
    {
    }
}

}
