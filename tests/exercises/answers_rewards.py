"""Solutions of the pages on rewards, each with mistakes that somebody could make: None where a search finds one."""

from fractions import Fraction as F
from math import comb, sqrt

import numpy as np

from incentives.learning.client_split import ClientSplit


def mean_loss(p):
    return (1 + p + p * p) / 3


def worse_off(g, n=50):
    own = [comb(n, j) * 0.7**j * 0.3 ** (n - j) for j in range(n + 1)]
    reward = [comb(n, j) * (0.7 + g) ** j * (0.3 - g) ** (n - j) for j in range(n + 1)]
    return sum(reward[j] * sum(own[j + 1 :]) for j in range(n))


def one_rare_class(labels, clients, *, rng):
    """Class 0 belongs to client 0 alone."""
    labels = np.asarray(labels)
    rare, rest = np.flatnonzero(labels == 0), rng.permutation(np.flatnonzero(labels != 0))
    shares = np.array_split(rest, clients)
    shares[0] = np.concatenate([shares[0][: max(0, len(shares[0]) - len(rare))], rare])
    return ClientSplit("one rare class", len(labels), shares)


def dealt(labels, clients, *, rng):
    """Everybody holds examples of every class."""
    order = np.argsort(labels, kind="stable")
    return ClientSplit("dealt", len(labels), [order[k::clients] for k in range(clients)])


def by_place(labels, clients, *, rng):
    """Right for labels that repeat 0 to 9 and four clients, and for no others."""
    rest = [[n for n in range(len(labels)) if n % 10 % 3 == k and n % 10] for k in range(clients - 1)]
    return ClientSplit("by place", len(labels), [range(0, len(labels), 10), *rest])


def lowered_in_time(widths):
    """No more than the client ends with, which it knows from the last row."""
    last = widths[-1]
    return [
        [max((row[i] for row in widths[: t + 1] if row[i] <= last[i]), default=widths[0][i]) for i in range(len(last))]
        for t in range(len(widths))
    ]


def only_rising(widths):
    kept = [widths[0]]
    for row in widths[1:]:
        kept.append([max(pair) for pair in zip(kept[-1], row, strict=True)])
    return kept


ANSWERS = {
    "rewards-ex-validation-noise": ((0.9 * 0.1 / 297) ** 0.5, [0.9 * 0.1 / 297, (0.9 * 0.1) ** 0.5, 0.005]),
    "rewards-ex-arithmetic": (mean_loss, [lambda p: (1 + p) / 2, lambda p: (1 + p * p) / 2, lambda p: 1 / 3]),
    "ex-price": ((5, 19, 3), [(19, 5, 3), (5, 19, 0), (5, 18, 3), (23, 19, 3)]),
    "ex-undo-the-price": (
        lambda c, best: [min(10, best - x) for x in c],
        [
            lambda c, best: [best - max(c)] * len(c),
            lambda c, best: [10] * len(c),
            lambda c, best: [0] * len(c),
            lambda c, best: [1],
        ],
    ),
    "ex-anchor-less": ((0, 3, 4), [(0, 0, 0), (6, 6, 6), (0, 6, 7), (1, 1)]),
    "ex-margin": (worse_off, [lambda g: worse_off(g, 49), lambda g: 0.5 - g, lambda g: 1 - worse_off(g)]),
    "ex-two-clients": ({1, -1}, [{1}, {1, 0, -1}, {1, -1, F(1, 2)}]),
    "ex-quitting": (F(7, 10), [F(2, 3), F(3, 4), F(13, 20), F(1, 2)]),
    "ex-two-at-the-top": ((F(3, 10), F(3, 10)), [(0.7, 0.7), (0.7, 0.3), (0, 1)]),
    "ex-two-clients-sweep": (
        [(2, 2), (2, 3), (3, 3), (3, 5), (5, 5)],
        [
            [(2, 2), (2, 3), (3, 3), (5, 5)],
            [(2, 2), (3, 2), (3, 3), (3, 5), (5, 5)],
            [(5, 5), (3, 5), (3, 3), (2, 3), (2, 2)],
        ],
    ),
    "ex-several-optima": (
        [(1 + k, 3 + k, 4 + k) for k in range(6)],
        [[(6, 8, 9)], [(1, 3, 4), (2, 4, 6)], [(0, 2, 3)]],
    ),
    "rewards-ex-floor-binds": (62, [63, 54, 61, 90]),
    "ex-sharpe-threshold": (52, [51, 53, 51.5, 40]),
    "rewards-ex-two-clusters": (
        lambda a, b, v: 1 / (1 + 5 * v / (a - b) ** 2) ** 0.5,
        [
            lambda a, b, v: 1 / (1 + 5 * v / (a - b)),
            lambda a, b, v: 1 / (1 + v / (a - b) ** 2) ** 0.5,
            lambda a, b, v: 1,
        ],
    ),
    "rewards-ex-ratchet": (
        only_rising,
        [list, lambda w: [[1] * len(r) for r in w], lambda w: [w[0]] * len(w), lambda w: w[:1], lowered_in_time],
    ),
    "rewards-ex-outermost": ([3, 3, 2, 2, 1, 1, 1, 1], [[3, 3, 2, 2, 2, 1, 1, 1], [3] * 8, [3, 2, 1]]),
    "ex-depth-two-valleys": (
        ([3, 0, 2, 0], 3),
        [([3, 0, 3, 0], 3), ([3, 0, 2, 0], 2), ([3, 4, 2, 1], 3), ([3, 0, 2], 3)],
    ),
    "ex-between": ([2, 1, 3, 0], [[1, 3, 0, 2], [0, 0, 1, 2], [1, 3, 0], [3, 2, 1, 0]]),
    "rewards-ex-many-passes": (
        lambda n: [1, 2] * n + [0],
        [lambda n: [1, n, 0], lambda n: [1, 2, 0], lambda n: [1, 2] * (n - 1) + [0]],
    ),
    "rewards-ex-find-the-slip": (
        ((3, 2), (F(5, 2), F(3, 2))),
        [((3, 3), (F(5, 2), F(3, 2))), ((2, 2), (F(5, 2), F(3, 2))), ((3, 2), (1, F(3, 2)))],
    ),
    "ex-repair-ends": (
        lambda x, y, K: F(1, 2) if abs(x - y) == 1 else (F(1, 2) if x == y and x in (0, K - 1) else 0),
        [
            lambda x, y, K: F(1, K),
            lambda x, y, K: (1 if x in (0, K - 1) else F(1, 2)) if abs(x - y) == 1 else 0,
            lambda x, y, K: F(1, 2) if abs(x - y) == 1 else 0,
        ],
    ),
    "ex-cold-circle": (
        lambda b, c: b > c - b,
        [
            lambda b, c: True,
            lambda b, c: b < c - b,
            lambda b, c: b == 1,
            lambda b, c: b >= 3,
            lambda b, c: c == b + 1,
            lambda b, c: c < b + 3,
        ],
    ),
    "ex-round-length": (100, [1, 500, 30, 50]),
    "ex-one-client-term": (
        lambda D, s, K: D / (s * sqrt(2 * K)),
        [lambda D, s, K: D / (s * sqrt(K)), lambda D, s, K: D / K, lambda D, s, K: D / sqrt(2 * K)],
    ),
    "ex-another-split": ((7, F(108, 7)), [(2, 18), (8, F(9, 5) * (4 + F(9, 2))), (7, 15)]),
    "rewards-ex-rest-noticed": (9, [8, 3, 10]),
    "rewards-ex-some-seeds": (
        lambda n: 1 - 20 ** (-1 / n),
        [lambda n: 3 / n, lambda n: 1 / n, lambda n: 20 ** (-1 / n)],
    ),
    "rewards-ex-more-momentum": (
        lambda g, s: (1 - g) * s * sqrt(2 / (1 + g)),
        [lambda g, s: (1 - g) * s, lambda g, s: s * sqrt((1 - g) / (1 + g)), lambda g, s: g * s],
    ),
    "rewards-ex-nine-of-ten": (0.39, [18 * 11 / 1024, 18 / 1024, 0.5]),
    "ex-gradient-equality": ([[1, 1], [1, 1]], [[[1, 0], [0, 1]], [[1, 2], [0, 1]], [[1]]]),
    "ex-channels-last": ([0, 1, 4, 5, 8, 9], [range(6), [0, 1, 4, 5], [0, 1, 4, 5, 8, 12]]),
    "ex-interlacing": ((3, 2, 3), [(3, 3, 3), (2, 3, 3), (3, 4, 3)]),
    "ex-repair-unequal": (lambda q: (1 + q) / (2 + q), [lambda q: F(1, 2), lambda q: F(2, 3), lambda q: 1 / (2 + q)]),
    "rewards-ex-own-partition": (
        one_rare_class,
        [
            dealt,
            by_place,
            lambda labels, clients, *, rng: list(one_rare_class(labels, clients, rng=rng)),
            lambda labels, clients, generator: one_rare_class(labels, clients, rng=generator),
            lambda labels, clients, *, rng: one_rare_class(labels, 3, rng=rng),
            lambda labels, clients, *, rng: ClientSplit("all to one", len(labels), [range(len(labels))]),
            lambda labels, clients, *, rng: ClientSplit("twice", len(labels), [range(25)] * clients),
        ],
    ),
}
