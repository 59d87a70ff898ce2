"""AB * AC in a triangle whose incenter sees the vertex A and the circumcenter at a right angle."""


def generate(rng):
    R = rng.integer(5, 500)
    return {"R": R, "r": rng.integer(1, min(249, (R - 1) // 2))}


def verify(assignment):
    R, r = assignment["R"], assignment["r"]
    # The right angle at I and Euler's OI^2 = R^2 - 2 R r give AI^2 = 2 R r. The line AI meets the
    # circle again at M with AI * IM = 2 R r, so IM = AI; and the excenter opposite A lies as far
    # beyond M, at three times AI. Hence b c = AI * 3 AI = 6 R r.
    # From AI = r / sin(A/2), a^2 = (2 R sin A)^2 = 4 r (2 R - r), and M B = M C = AI gives
    # b + c = 2 a. Real and different sides b and c need (b + c)^2 > 4 b c.
    if 4 * 4 * r * (2 * R - r) <= 4 * 6 * R * r:
        raise ValueError("no triangle has these radii")
    return 6 * R * r
