impl Solution {
    pub fn is_calm(ring: String) -> bool {
        let n = ring.as_str().unicode_len();
        let first = ring.as_str().get_char(0);
        let last = ring.as_str().get_char(n - 1);
        if n > 1 && first == '*' && last == '*' {
            return false;
        }
        let mut i: usize = 1;
        while i < n {
            let a = ring.as_str().get_char(i - 1);
            let b = ring.as_str().get_char(i);
            if a == '*' && b == '*' {
                return false;
            }
            i = i + 1;
        }
        true
    }
}
