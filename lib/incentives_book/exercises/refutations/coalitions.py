"""Statements on model-sharing games, as printed, for witnesses of any size. Spread is 1 throughout."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from incentives import coalitions as co
from incentives_book.exercises.statement import Statement

PLAYERS = 6  # so many partitions are listed while a reader waits
NOISE = 10  # where a witness does not name it


def _few(items: Sequence[Any], what: str, most: int = PLAYERS) -> None:
    if not 1 <= len(items) <= most:
        raise ValueError(f"there must be 1 to {most} {what}; got {len(items)}")


def _gram_is_singular(points: Any) -> bool:
    uu, uv, vv = (sum(p[i] * p[j] for p in points) for i, j in ((0, 0), (0, 1), (1, 1)))
    return uu * vv == uv * uv


def _is_a_function(points: Any) -> bool:
    _few(points, "points", 50)
    return len({u for u, _ in points}) == len({(u, v) for u, v in points})


def _only_one_in_the_core(sizes: Any, noise: Any, partition: str) -> bool:
    game = co.Game(sizes, noise=noise, spread=1)
    return co.stable_partitions(game, concept="core") == [co.Partition.parse(partition)]


def _optimal_for_all(sizes: Any, noise: Any, partition: str) -> bool:
    _few(sizes, "players")
    game, everybody = co.Game(sizes, noise=noise, spread=1), range(len(sizes))
    now = game.error_table(co.Partition.parse(partition))
    others = (who for count in range(1, len(sizes) + 1) for who in combinations(everybody, count))
    return all(error >= now[player] for who in others for player, error in game.errors(who).items())


def _falls(small: Any, large: Any, noise: Any, smalls: int, larges: int) -> bool:
    game = co.TwoSizes(small=small, large=large, smalls=smalls + 1, larges=max(larges, 1), noise=noise, spread=1)
    return game.small_error(smalls + 1, larges) < game.small_error(smalls, larges)


def _counts(smalls: Any, larges: Any, **_: Any) -> bool:
    return smalls >= 1 and larges >= 0 and smalls == int(smalls) and larges == int(larges)


def _printed_rule_is_stable(small: Any, large: Any, smalls: int, larges: int, noise: Any) -> bool:
    _few(range(max(smalls, larges)), "players of a kind", 12)
    from incentives_book.coalitions import together_or_apart as page  # it draws

    two = page.two_sizes(small, large, smalls, larges, noise)
    return page.strictly_core(two, page.printed_rule(two))


def _only_the_grand_coalition(sizes: Any, weight: Any) -> bool:
    game = co.Game(sizes, noise=NOISE, spread=1, federation=co.Coarse(weight))
    return co.stable_partitions(game) == [co.Partition.grand(len(sizes))]


def _equal_sizes(sizes: Any, **_: Any) -> bool:
    _few(sizes, "players")
    return len(set(sizes)) == 1 and sizes[0] >= 1


def _between_0_and_1(sizes: Any) -> bool:
    weights = co.optimal_fine_weights(sizes, noise=NOISE, spread=1)
    return all(0 < w < 1 for row in weights for w in row)


def _some_data(sizes: Any) -> bool:
    _few(sizes, "players")
    return all(n > 0 for n in sizes)


DETERMINISTIC_FUNCTION = Statement(
    "coalitions/prose-deterministic-function",
    {"points": "the inputs (u, v) of a member, one pair a record"},
    "points=((1, 2), (2, 4))",
    {"the second coordinate is a function of the first": _is_a_function},
    "the matrix X'X of these inputs is not invertible",
    _gram_is_singular,
    "points=((1, 1), (2, 4))",
)

COROLLARY_5_2_PROOF_UNIQUENESS = Statement(
    "coalitions/corollary-5-2-proof-uniqueness",
    {
        "sizes": "the players' records",
        "noise": "the noise, at spread 1",
        "partition": 'who is together, such as "0,1 | 2"',
    },
    'sizes=(5, 5), noise=10, partition="0,1"',
    {"in no other coalition has any player a smaller error (uniform federation)": _optimal_for_all},
    "no other partition is in the core",
    _only_one_in_the_core,
    'sizes=(10, 10), noise=10, partition="0,1"',
)

LEMMA_C_1 = Statement(
    "coalitions/lemma-c-1",
    {
        "small": "records of a small player",
        "large": "records of a large one",
        "noise": "the noise, at spread 1",
        "smalls": "small players in the coalition before another joins",
        "larges": "large players in it",
    },
    "small=5, large=8, noise=10, smalls=1, larges=1",
    {
        "a small player has fewer records than a large one": lambda small, large, **_: 1 <= small < large,
        "a small player has at most as many records as noise over spread": lambda small, noise, **_: small <= noise,
        "at least one small player is there": _counts,
    },
    "a small player's error falls when one more small player joins (uniform federation)",
    _falls,
    "small=10, large=11, noise=10, smalls=1, larges=0",
)

THEOREM_6_5 = Statement(
    "coalitions/theorem-6-5",
    {
        "small": "records of a small player",
        "large": "records of a large one",
        "smalls": "how many small players",
        "larges": "how many large ones",
        "noise": "the noise, at spread 1",
    },
    "small=30, large=300, smalls=3, larges=1, noise=10",
    {"a small player has fewer records than a large one": lambda small, large, **_: 1 <= small < large},
    "the arrangement that the theorem names is strictly core stable (best coarse weights)",
    _printed_rule_is_stable,
    "small=30, large=300, smalls=3, larges=1, noise=15",
)

LEMMA_6_4 = Statement(
    "coalitions/lemma-6-4",
    {
        "sizes": "the players' records",
        "weight": f"of each player's own mean, 0 for uniform federation; noise {NOISE}, spread 1",
    },
    "sizes=(25, 25, 25), weight=1/2",
    {
        "all players have as many records": _equal_sizes,
        "the weight lies between 0 and 1": lambda sizes, weight: 0 <= weight <= 1,
    },
    "everybody together is in the core, and no other partition is",
    _only_the_grand_coalition,
    "sizes=(25, 25, 25), weight=0",
)

LEMMA_7_1_PROOF_MINIMUM = Statement(
    "coalitions/lemma-7-1-proof-minimum",
    {
        "xx": "the factor of x² in a quadratic function f of two weights",
        "xy": "that of xy",
        "yy": "that of y²",
        "x": "how far the first weight moves away from the stationary point",
        "y": "how far the second one does",
    },
    "xx=1, xy=1, yy=1, x=1, y=-1",
    {"f has positive second derivatives in x and in y": lambda xx, yy, **_: xx > 0 and yy > 0},
    "f is not smaller there than at the stationary point",
    lambda xx, xy, yy, x, y: xx * x * x + xy * x * y + yy * y * y >= 0,
    "xx=1, xy=3, yy=1, x=1, y=-1",
)

WEIGHTS_BETWEEN_0_AND_1 = Statement(
    "coalitions/prose-weights-between-0-and-1",
    {"sizes": f"the players' records, at noise {NOISE} and spread 1"},
    "sizes=(10, 20)",
    {"every player has data": _some_data},
    "every best weight of fine-grained federation lies strictly between 0 and 1",
    _between_0_and_1,
    "sizes=(10,)",
)

STATEMENTS = (
    DETERMINISTIC_FUNCTION,
    COROLLARY_5_2_PROOF_UNIQUENESS,
    LEMMA_C_1,
    THEOREM_6_5,
    LEMMA_6_4,
    LEMMA_7_1_PROOF_MINIMUM,
    WEIGHTS_BETWEEN_0_AND_1,
)
