use vstd::prelude::*;

fn main() {}

verus! {

pub struct Solution;

impl Solution {
    pub fn is_calm(ring: String) -> (res: bool)
        requires
            1 <= ring@.len() <= 1000,
            forall |i: int| 0 <= i < ring@.len() ==> ring@[i] == '*' || ring@[i] == '.',
        ensures
            res == (forall |i: int| 0 <= i < ring@.len() - 1
                ==> !(#[trigger] ring@[i] == '*' && ring@[i + 1] == '*')),
    {
    }
}

}
