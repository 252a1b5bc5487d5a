"""Solutions of the pages on together, each with mistakes that somebody could make: None where a search finds one."""

from fractions import Fraction as F

ANSWERS = {
    "ex-one-price-planner": (lambda m: m**-0.5, [lambda m: 1 / m, lambda m: 0.5, lambda m: m**0.5]),
    "ex-half-majority": ((3 + 3**0.5) / 6, [2 / 3, 0.5, 0.9, 1.2]),
    "ex-half-path": ([(0, 2, 4)], [[(0, 1, 2)], [(0, 2, 4), (1, 2, 3)], [(0, 5, 6)]]),
    "ex-half-three": (
        lambda x, y, z: ((x + y - z) / 2, (x + z - y) / 2, (y + z - x) / 2),
        [
            lambda x, y, z: (x, y, z),
            lambda x, y, z: ((x + y - z), (x + z - y), (y + z - x)),
            lambda x, y, z: ((x + z - y) / 2, (x + y - z) / 2, (y + z - x) / 2),
        ],
    ),
    "ex-one-price-copy": (F(85, 58), [0, 2.5, 4, 1]),
    "ex-costs-five": ((14, 398), [(13, 398), (14, 397), (15, 398), (14, 400), (13.93, 398)]),
    "ex-liars-two": (F(11, 7), [F(7, 11), 1, F(3, 2)]),
    "ex-liars-stretch": (lambda M, t: M * (1 + t) / (2 + M * F(t)), [lambda M, t: 1 + 1 / t, lambda M, t: 1]),
    "ex-which-large": (
        lambda M, r: (1 - F(2, M)) * r,
        [lambda M, r: r, lambda M, r: F(r, M), lambda M, r: (1 - F(1, M)) * r],
    ),
    "ex-brings-price": (
        lambda M, n: F((M - 1) * (10 - 2 * n), (M * n) ** 2),
        [lambda M, n: F((10 - 2 * n), (M * n) ** 2), lambda M, n: F((M - 1) * 10, (M * n) ** 2), lambda M, n: M / n],
    ),
    "ex-run-sign": ((F(1, 1024), 0.21), [(F(1, 1024), F(40, 243)), (0.5, 0.21), (F(1, 100), 0.2)]),
}
