"""Solutions of the pages on payments, each with mistakes that somebody could make: None where a search finds one."""

from fractions import Fraction as F
from math import cosh, exp, log

from incentives import payments as pay

ANSWERS = {
    "ex-payments-size-in-disguise": (2, [1, F(3, 2), 3]),
    "ex-payments-design-a-kink": (lambda W: W / 2, [lambda W: W, lambda W: W / 4, lambda W: 1]),
    "ex-payments-negative": (lambda w: -w, [lambda w: 0, lambda w: -1, lambda w: w]),
    "ex-payments-distance": (
        lambda w, penalty: penalty * log(cosh(w / (2 * penalty))),
        [lambda w, penalty: w**2 / (8 * penalty), lambda w, penalty: log(cosh(w / 2)), lambda w, penalty: w / 2],
    ),
    "ex-models-common": ((True, (1, 1), 4), [(False, (1, 1), 4), (True, (2, 2), 1), (True, (1, 1), 2)]),
    "ex-payments-groves": (min, [sum, max, lambda o: 0]),
    "ex-models-three-prices": ((0, -F(1, 20)), [(0, 0), (1, 0), (0, 1)]),
    "ex-models-safe-menu": (
        [list(pay.best_policy([10 * (x == y) for y in range(3)], [1 / 3] * 3)) for x in range(3)],
        [[(0.5, 0.5, 0)], [(1, 0)], [(1, 0, 0)], [(1 / 3, 1 / 3, 1 / 3)] * 3],
    ),
    "ex-payments-posted-price": (F(1, 2), [F(3, 4), F(2, 3)]),
    "ex-payments-area-design": ((F(1, 3), 0), [(0, F(1, 3)), (1, 0), (F(2, 3), 0)]),
    "ex-payments-late-comers": (
        lambda T, w: log(1 + (exp(w) - 1) / T),
        [lambda T, w: (exp(w) - 1) / T, lambda T, w: w],
    ),
    "ex-money-many": (86, [90, 85, 10]),
    "ex-models-fallback": (
        [exp(-j) for j in range(36)],
        [[k / 10 for k in range(11)], [exp(-j) for j in range(10)], [2]],
    ),
    "ex-models-kl": ((F(1024, 5641), F(1, 20)), [(F(1024, 5641), F(32, 51)), (F(1, 20), F(1, 20))]),
    "ex-payments-two-answers": (log(9), [log(10), 9, 0.9]),
    "ex-payments-joke-dies": (F(5, 24), [F(5, 12), F(1, 4), F(1, 5)]),
    "ex-payments-nobody-moves": (2, [1, 3, F(3, 2)]),
    "ex-payments-one-group": (((0, 1), (1, 0)), [((1, 1), (1, 0)), ((0, 3), (3, 0)), ((0, 1), (0, 1))]),
    "ex-payments-kink": (
        lambda h: ((1 - h, 0), (1 + h, 0)),
        [lambda h: ((1 - h, 0), (1, 0)), lambda h: ((0, 1), (1, 0)), lambda h: ((h, 0), (0, h))],
    ),
    "ex-payments-compete": (lambda d: d / 3, [lambda d: d, lambda d: 2 * d, lambda d: 0]),
    "ex-payments-lens": (lambda b: 4 * b * b, [lambda b: b * b, lambda b: 2 * b * b, lambda b: b]),
    "ex-payments-red-count": (
        lambda m, K: (m ** (K + 1) - 1) // (m - 1),
        [lambda m, K: m**K, lambda m, K: (m ** (K + 1) - 1) // (m - 1) - 1],
    ),
    "ex-bill-best-of": (lambda c: log(c) - (c - 1) / c, [log, lambda c: log(c) - 1, lambda c: log(c) - 1 / c]),
    "ex-payments-red-interior": (
        lambda x: (x - 1) ** 2 + 2 * abs(x - 1),
        [
            lambda x: (x - 1) ** 2,
            lambda x: 2 * abs(x - 1),
            lambda x: -abs(x - 1),
            lambda x: (x - 1) ** 2 + abs(x - 1) / 2,
            lambda x: (x - 1) ** 2 + 2 * max(0, abs(x - 1) - F(1, 100)),  # a kink that is rounded off
            lambda x: (x - 1) ** 2 + 2 * max(0, abs(x - 1) - F(1, 10**5)),
            lambda x: 3 * max(0, x - 1) + max(0, 1 - x),
            lambda x: (x - 1) ** 2 + 2 * min(abs(x - 1), F(1, 10**5)),
        ],
    ),
    "ex-anchor-many": (249, [10, 248, 5000]),
    "ex-payments-room": (4 / log(2), [2, log(2) / 2, log(2)]),
    "ex-payments-worst-error": ((0.2, -0.2), [(0.2, 0.2), (0.2, 0), (0.3, -0.3)]),
    "ex-payments-wrong-direction": (
        ([F(1, 2), F(1, 2), 0], [F(1, 6), F(1, 3), F(1, 2)]),
        [
            ([F(1, 2), F(1, 2), 0], [F(1, 3), F(1, 6), F(1, 2)]),
            ([0.5, 0.3, 0.2], [0.2, 0.3, 0.5]),
            ([1, 1, 0], [F(1, 6), F(1, 3), F(1, 2)]),
        ],
    ),
    "ex-payments-truthful-by-design": (
        lambda a, b: F(8 * a, 8 * a + b),
        [lambda a, b: F(a, a + b), lambda a, b: F(1, 2)],
    ),
    "ex-payments-own-market": (
        [[1, 0, 0], [0, 0, 1]],
        [[[1, 0.25, 0], [0, 0.5, 1]], [[1, 0, 0], [1, 0, 0]], [[2, 0, 0], [0, 0, 1]], [[1, 1, 1], [1, 0, 0]]],
    ),
    "ex-payments-half-price": (lambda c: 1 / c, [lambda c: 1, lambda c: 2, lambda c: 2 - c]),
    "ex-payments-plateau": ((F(7, 8), 3), [(1, 1), (0, 3), (F(7, 8), F(23, 8))]),
    "ex-payments-giving-back": (3, [1, 2, -1]),
    "ex-payments-splitting": ([1, 1, 1, 1], [[4], [2, 2], [2, 1, 1], [3, 2]]),
    "ex-payments-not-implementable": (
        ((2, (0, 0, 1)), (3, (F(1, 2), F(1, 2), 1))),
        [((1, (1, 0, 0)), (2, (1, 0, 0))), ((1, (1, 0, 0)), (1, (0, 0, 1)))],
    ),
}
