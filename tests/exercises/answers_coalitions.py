"""Solutions of the pages on coalitions, each with mistakes that somebody could make: None where a search finds one."""

from fractions import Fraction as F


def gain_of_a_pair(n, r, mu=10):
    """What the page's formula says, at spread 1."""
    return F(mu * mu * r, n) / (mu * (n + r) + 2 * n * r)


ANSWERS = {
    "ex-motivating-c-grows": ((20, 20), [(19, 20), (20, 21), (21, 20), (10, 11), (20, 19)]),
    "ex-motivating-welcome": (range(30, 211), [range(30, 212), range(30, 210), range(30, 100), {210}, range(29, 211)]),
    "exercise-expect-pair": ((5, F(3, 2)), [(5, F(4, 3)), (6, F(3, 2)), (10, F(10, 15) + 2 * F(4, 9))]),
    "ex-turning-point": (13, [12, 14, 3, 20]),
    "ex-tie": (
        [(7, 42), (8, 24), (9, 18), (10, 15)],
        [[(7, 42), (8, 24), (9, 18)], [(7, 42), (8, 24), (9, 18), (10, 14)], [(12, 12)]],
    ),
    "ex-smallest": (
        None,
        [((1, 2, 3), [0, 1], 0), ((3, 3, 3), [0, 1], 0), ((1, 1, 6), [0, 1], 2), ((1, 1, 7), [0, 2], 2)],
    ),
    "ex-one-row": ("abce", ["abe", "abcde", "e", "bcd"]),
    "ex-grain": ([F(1, 4), F(1, 2)], [[F(1, 4)], [F(1, 4), F(1, 2), F(3, 4)], [], [F(1, 4), F(1, 2), F(1, 3)]]),
    "ex-motivating-two-agree": (
        lambda n, r: F(2 * n * r) / (n + r),
        [lambda n, r: (n + r) / 2, lambda n, r: (n * r) ** 0.5, lambda n, r: n * r / (n + r)],
    ),
    "ex-motivating-unlucky": (
        lambda t: F(10, 15) + 2 * F(1, 9) + F(4, 9) * t**2,
        [lambda t: F(10, 15) + 2 * F(1, 9) + F(2, 3) * t**2, lambda t: F(4, 3) + F(4, 9) * t**2, lambda t: F(4, 3)],
    ),
    "exercise-expect-correlated": (lambda n, mu: mu, [lambda n, mu: F(mu, n), lambda n, mu: n * mu]),
    "ex-equal-half": (100, [10, 99, 101, 1000]),
    "exercise-regression-samples": (420, [400, 421, 419, 40]),
    "exercise-regression-prove-two": ((100, 50, 1), [(20, 50, 1), (98, 50, 1), (100, -1, 1)]),
    "ex-guests": (
        [1, 1, 1, 2, 2, 3, 4, 6, 10],
        [[1, 1, 1, 2, 2, 3, 4, 5, 10], [1] * 9, [1, 1, 1, 2, 2, 3, 4, 7, 10], [0, 1, 1, 2, 2, 3, 4, 6, 10]],
    ),
    "ex-guests-by-hand": (
        lambda S, ratio: F(ratio, S + 1),
        [lambda S, ratio: F(ratio, S), lambda S, ratio: F(ratio, S + 2), lambda S, ratio: ratio],
    ),
    "ex-left-behind": (
        (F(26451, 20449), F(8955, 5041), F(16441, 20449), F(3985, 5041)),
        [
            (F(26451, 20449), F(47, 18), F(16441, 20449), F(3985, 5041)),
            (1.29, 1.78, 0.8, 0.79),
            (F(8955, 5041), F(26451, 20449), F(3985, 5041), F(16441, 20449)),
        ],
    ),
    "ex-own-example": ((22, 116), [(50, 120), (10, 101), (101, 120), (50, 99)]),
    "ex-coarse-how-many-large": (11, [10, 12, 1]),
    "ex-precision-by-hand": (
        (F(5, 18), F(125, 447), F(13, 399), F(1, 30)),
        [
            (F(2, 3), F(125, 447), F(13, 399), F(1, 30)),
            (F(5, 18), F(125, 447), F(13, 399), F(13, 399)),
            (0.28, 0.28, 0.0326, 0.0333),
        ],
    ),
    "ex-precision-smaller-always": (
        ([1] * 100 + [30], 25),
        [([1] * 100 + [30], 1), ([5, 5, 5], 5), ([1] * 100 + [30], 31), ([10, 20], 20)],
    ),
    "ex-red-pen-weights-region": ((80, 30, 3, 300), [(2, 30, 3, 300), (20, 300, 3, 30), (2, 30, 3, 31)]),
    "ex-red-pen-design": (
        [2, 30, 120, 300],
        [[30, 30, 30, 300], [30, 30, 300], [29, 30, 31, 300], [1, 2, 3, 4], [2, 30, 300, 300]],
    ),
    "ex-coarse-third-size": (([10, 10, 12, 400], 2), [([10, 10, 12, 400], 200), ([1, 1, 2], 2), ([10, 20, 400], 1)]),
    "ex-fine-stranger": ((F(1, 660), F(1, 3)), [(F(1, 660), F(1, 2)), (F(1, 110), F(1, 3)), (-F(1, 660), F(1, 3))]),
    "ex-fine-design": (([1, 100], 100), [([1, 100], 1), ([5, 5], 100)]),
    "ex-coarse-two": (
        gain_of_a_pair,
        [lambda n, r: 0, lambda n, r: gain_of_a_pair(r, n) if n != r else 0, lambda n, r: F(10, n) - F(10, n + r)],
    ),
    "ex-fair-worst": (28.0, [5, 25, 23]),
    "ex-fair-stable": (
        ([1, 60], "0,1", 10),
        [([5, 5, 25], "0,1 | 2", 10), ([1, 20], "0,1", 10), ([30, 60], "0,1", 10), ([1, 60], "0 | 1", 10)],
    ),
    "ex-open-set": ([62, 63, 64, 65], [[62], [61, 62, 63, 64, 65], [62, 63, 64, 65, 66], range(40, 70)]),
    "ex-equal-general": (
        lambda p, c: {1: 2, 2: 3, 3: 1}[len(c)],
        [lambda p, c: len(c), lambda p, c: -len(c), lambda p, c: 1],
    ),
    "ex-settle-arrow": (
        (F(1, 2592), F(49, 32)),
        [(F(1, 2592), F(7, 2)), (F(38, 81), F(49, 32)), (-F(1, 2592), F(49, 32))],
    ),
    "ex-gives-up": (([5, 5, 25], 10, 1), [([5, 5, 25], 10, 100), ([1, 3, 3, 3, 62], 11, 5), ([5, 5, 25], 10, 0)]),
    "ex-peeling": (
        ((1, 1, 2, 3), 1, "0,2 | 1 | 3", [0, 1, 2, 3]),
        [
            ([1, 2, 3], 5, "0 | 1,2", [0, 1]),
            ((1, 1, 2, 3), 1, "0,2 | 1 | 3", [0, 2]),
            ((1, 1, 2, 3), 1, "0 | 1 | 2 | 3", [0, 1, 2, 3]),
        ],
    ),
    "ex-twins": (
        lambda r: F(2 * r + 0, 1 + r) + F(1, 1000),
        [lambda r: r, lambda r: F(2 * r, 1 + r) - F(1, 100), lambda r: 5],
    ),
    "ex-top-coalition": (
        ["abce", "abde", "acde", "bcde", "abcde"],
        [["abc"], ["abce", "abde", "acde", "bcde"], ["e", "abcde"], ["eabc"]],
    ),
    "ex-bad-floats": (([1, 10**9], 4000), [([1, 1], 4000), ([1, 100], 4000), ([1, 10**9], 10)]),
    "ex-bad-three": (
        ((150, 151, 2 * 150**2), 596, "0,2 | 1"),
        [
            ((5, 6, 50), 16, "0,2 | 1"),
            ((150, 151, 2 * 150**2), 596, "0,1,2"),
            ((20, 21, 800), 76, "0,2 | 1"),
            ((150, 151, 2 * 150**2), 596, "0 | 1 | 2"),
        ],
    ),
    "ex-bell": (51724158235372, [5832742205057, 2**20, 5.17e13]),
    "ex-small-closer": (3042, [10, 3041, 3043]),
}
