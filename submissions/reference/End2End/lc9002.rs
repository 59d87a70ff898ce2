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
            res == (
                (forall |i: int| 0 <= i < ring@.len() - 1
                    ==> !(#[trigger] ring@[i] == '*' && ring@[i + 1] == '*'))
                && !(ring@.len() > 1 && ring@[0] == '*' && ring@[ring@.len() - 1] == '*')
            ),
    {
        let n = ring.as_str().unicode_len();
        let first = ring.as_str().get_char(0);
        let last = ring.as_str().get_char(n - 1);
        if n > 1 && first == '*' && last == '*' {
            return false;
        }
        let mut i: usize = 1;
        while i < n
            invariant
                1 <= i <= n,
                n == ring@.len(),
                !(n > 1 && ring@[0] == '*' && ring@[n - 1] == '*'),
                forall |k: int| 0 <= k < i - 1
                    ==> !(#[trigger] ring@[k] == '*' && ring@[k + 1] == '*'),
            decreases n - i,
        {
            let a = ring.as_str().get_char(i - 1);
            let b = ring.as_str().get_char(i);
            if a == '*' && b == '*' {
                proof {
                    let k = i as int - 1;
                    assert(ring@[k] == '*' && ring@[k + 1] == '*');
                }
                return false;
            }
            i = i + 1;
        }
        true
    }
}

}
