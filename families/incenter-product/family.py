"""AB * AC where the incenter I sees A and the circumcenter O at a right angle: 6 R r."""


def generate(rng):
    R = rng.integer(5, 500)
    return {"R": R, "r": rng.integer(1, min(249, (R - 1) // 2))}


def verify(assignment):
    R, r = assignment["R"], assignment["r"]
    # With a = BC and s half the perimeter: AI^2 = 2 R r and AI^2 = (s - a)^2 + r^2 give
    # (s - a)^2 = r (2 R - r). A right angle at I means b + c = 2 a, so s - a = a / 2 and
    # a^2 = 4 r (2 R - r). Then b c = 2 R h = 2 R * (2 r s / a) = 2 R r * 3, with s = 3 a / 2.
    # b and c are real and a proper triangle if (b + c)^2 - 4 b c = 4 a^2 - 24 R r > 0.
    if 4 * 4 * r * (2 * R - r) <= 24 * R * r:
        raise ValueError("no triangle has these radii")
    return 6 * R * r
