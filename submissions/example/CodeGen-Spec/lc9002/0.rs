impl Solution {
    pub fn is_calm(ring: String) -> bool {
        let ring = ring.as_bytes();
        let n = ring.len();
        n == 1 || (0..n).all(|i| ring[i] != b'*' || ring[(i + 1) % n] != b'*')
    }
}
