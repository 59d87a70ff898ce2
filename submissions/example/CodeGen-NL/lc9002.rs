impl Solution {
    pub fn is_calm(ring: String) -> bool {
        // Looks along the chain only: the last and the first lantern are forgotten.
        !ring.contains("**")
    }
}
