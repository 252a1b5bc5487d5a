"""Solutions of the pages on consensus, each with mistakes that somebody could make: None where a search finds one."""

from fractions import Fraction as F

ANSWERS = {
    "consensus-ex-wants-tolerance": (8, [4, 16, 2]),
    "consensus-ex-wants-lottery": (F(81, 245), [F(81, 164), F(1, 3), F(82, 245), 0]),
    "consensus-ex-wants-two": (
        lambda b: (b / 4, b / 4),
        [lambda b: (b / 2, b / 2), lambda b: (b / 4, 0), lambda b: (b, b)],
    ),
    "consensus-ex-loo-table": (
        ({0, 1, 4}, {2, 3}, 4),
        [({0, 1, 4}, {2, 3}, 1), ({0, 1, 4}, {2}, 4), ({2, 3}, {0, 1, 4}, 4), ({0, 1, 4}, {2, 3}, 2)],
    ),
    "consensus-ex-loo-votes": (2, [1, 0, 3]),
    "ex-one-shot-by-hand": ((F(3, 2), F(3, 2)), [(-1, 2), (0, 0), (F(3, 2), 1), (-3, 1)]),
    "ex-consensus-last-call": (
        None,
        [([{0}, {0}, {0}], 0, {1}), ([{0, 1}, {1}, {1, 2}], 0, {1}), ([{0}, {1}, {2}], 0, {1})],
    ),
    "ex-consensus-worth-it": (9, [10, 8, 12]),
    "ex-consensus-calls-by-hand": (({4}, {2, 0}), [({}, {2, 0}), ({4}, {2, 4}), ({4}, {0, 1, 2}), ({4}, {})]),
    "ex-consensus-five-copies": (
        [{1}, {1}, {0}, {0}, {0}],
        [[{1}, {0}, {0}, {0}, {0}], [{0, 1}, {0, 2}, {0}, {0}, {0}], [{1}, {1}, {1}, {0}, {0}], [{1}, {0}, {0}]],
    ),
    "consensus-ex-loo-random": (
        lambda p: sorted(range(len(p)), key=lambda j: -p[j]),
        [lambda p: range(len(p)), lambda p: sorted(range(len(p)), key=lambda j: p[j]), lambda p: [0]],
    ),
    "consensus-ex-loo-all-but-two": (4, [3, 2, 5]),
    "ex-definition-draws": (922, [461, 921, 923, 1000]),
    "ex-trust-two-worlds": (
        ([(5, 5), (0, 4), (1, 6), (1, 6)], [(5, 5), (5, 5), (1, 6), (1, 6)]),
        [
            ([(5, 5), (0, 4), (1, 6), (1, 6)], [(5, 5), (0, 4), (1, 6), (1, 6)]),
            ([(0, 4), (0, 4), (1, 6), (1, 6)], [(0, 4)] * 4),
            ([(5, 5), (5, 5), (1, 6), (1, 6)], [(5, 5), (5, 5), (1, 6), (1, 6)]),
            ([(0, 4)] * 3, [(0, 4)] * 4),
            ([(5, 5), (0, 4), (1, 6), (1, 6)], [(3, 5), (3, 5), (1, 6), (1, 6)]),
        ],
    ),
    "ex-solvers-farkas": (
        ((1, 1, 1), (1, 0, 1)),
        [((1, 1, 1), (1, 1, 1)), ((1, 1, 0), (1, 0, 1)), ((0, 0, 0), (1, 0, 1)), ((1, 1, -1), (1, 0, 1))],
    ),
    "ex-solvers-own-lie": ((12, 14), [(2, 9), (5, 6), (0, 6)]),
    "ex-solvers-weight": (
        lambda w, c: w * (1 - w) * c**2 - 1,
        [lambda w, c: w * (1 - w) * c**2, lambda w, c: w * c**2 - 1, lambda w, c: w**2 * c**2 - 1],
    ),
    "consensus-ex-two-archetypes": (
        lambda M: 0 if M == 2 else 1 - F(2 * (1 + M), 2**M),
        [lambda M: 1 - F(2 * (1 + M), 2**M), lambda M: 1 - 2**-M],
    ),
    "consensus-ex-unequal": (
        lambda M, p: 1 - (1 - p) ** M - M * p * (1 - p) ** (M - 1) - p**M - M * (1 - p) * p ** (M - 1),
        [
            lambda M, p: 1 - p**M,
            lambda M, p: 1 - (1 - p) ** M - M * p * (1 - p) ** (M - 1),
            lambda M, p: 1 - p**M - (1 - p) ** M,
        ],
    ),
    "consensus-ex-redundant-kinds": (
        [{0}, {0, 1}, {0, 2}, {0, 1, 2}],
        [
            [{0}, {0, 1}, {0, 2}, {0, 3}],
            [{0}, {0, 1}, {0}, {0, 1}],
            [{0, 1}, {0, 2}, {0, 1, 2}, {0, 1, 3}],
            [{0}, {0, 1}, {0, 2}],
        ],
    ),
    "consensus-ex-wants-types": (({0, 1, 4}, 2), [({0, 1, 2, 4}, 2), ({0, 1, 4}, 1), ({0, 1}, 2)]),
    "consensus-ex-wants-intervals": (
        [(0, 1), (0, 2), (-1, 1)],
        [[(0, 1), (0, 2), (0, 3)], [(0, 1), (0, 1), (0, 1)], [(0, 1), (2, 3), (4, 5)]],
    ),
    "consensus-ex-wants-twins": (lambda eta: (1 + eta) ** 0.5, [lambda eta: 1 + eta, lambda eta: 1 + eta / 2]),
    "ex-one-shot-fifth": ((4, (F(3, 2), F(3, 2))), [True, (0, (-1, 2)), (4, (-1, 1)), (7, (0, 1))]),
    "ex-one-shot-own-condition": (lambda M: -(-M // 2), [lambda M: M // 2, lambda M: M - 1, lambda M: M // 2 + 1]),
    "ex-repair-three-liars": (
        lambda c, r: (
            [{0, i} for i in range(1, c + 1) for _ in range(r + 1)],
            [{i} if k == 0 else {0, i} for i in range(1, c + 1) for k in range(r + 1)],
        ),
        [
            lambda c, r: ([{0, 1}] * 4, [{0}] * 4),
            lambda c, r: (
                [{0, i} for i in range(1, c + 1) for _ in range(r)],
                [{i} if k == 0 else {0, i} for i in range(1, c + 1) for k in range(r)],
            ),
            lambda c, r: (
                [{0, i} for i in range(1, c + 1) for _ in range(r + 1)],
                [{0, i} for i in range(1, c + 1) for k in range(r + 1)],
            ),
        ],
    ),
    "ex-depth-by-hand": (((2, 3), (1, 4)), [((2, 3), (0, 4)), ((1, 3), (1, 4)), ((2, 4), (1, 4))]),
    "ex-depth-plane": ([(5, 6), (2, 4)], [[(5, 6), (5, 6)], [(0, 1), (2, 4)], [(-1, 1), (2, 4)]]),
    "ex-minimal-nerve": (
        [[{0, 3}, {1, 2}], [{0, 1}, {2, 3}]],
        [[[{0, 1}, {2, 3}]], [[{0, 2}, {1, 3}]], [[{0, 1}, {2}, {3}]]],
    ),
    "ex-depth-equal-reports": (
        lambda sets: frozenset.intersection(*[s for s in sets if sets.count(s) >= 2]),
        [
            lambda sets: frozenset.intersection(*sets),
            lambda sets: sets[0],
            lambda sets: frozenset.intersection(*[s for s in sets if sets.count(s) >= 4]),
            lambda sets: frozenset.intersection(
                *sets[1::3]
            ),  # whoever stands in the middle of three, if it is truthful
            lambda sets: frozenset.intersection(*[max(sets[k : k + 3], key=sets[k : k + 3].count) for k in (0, 3, 6)]),
            lambda sets: frozenset.intersection(*sorted(set(sets), key=sets.count)[-3:]),  # only for three kinds
        ],
    ),
}
