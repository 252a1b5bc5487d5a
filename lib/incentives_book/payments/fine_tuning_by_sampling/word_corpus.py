"""Short replies and what two groups of readers make of them: a small language of advice, or recorded preference pairs.

The embedded language has 24 words and sentences of at most ten, far too many to list. Its readers are simulated: one
group likes caution, the other fun, and of two replies each prefers the one with the higher score with the probability
of Bradley and Terry (1952). With the data set `hh_harmless` the first group's choices are recorded ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from incentives.learning.files import data_folder
from incentives.learning.parquet import read_columns, texts_of
from incentives.learning.text import tokens

WORDS = [
    "sure",
    "wow",
    "please",
    "friend",
    "never",
    "climb",
    "mix",
    "eat",
    "touch",
    "the",
    "roof",
    "bleach",
    "mushroom",
    "fire",
    "water",
    "carefully",
    "and",
    "laugh",
    "dance",
    "haha",
    "ask",
    "a",
    "doctor",
    "first",
]
LONGEST = 10
_RISKY = {"roof", "bleach", "mushroom", "fire"}


def replies(many: int, *, rng: np.random.Generator) -> list[tuple[str, ...]]:
    """Random replies of the embedded language.

    >>> " ".join(replies(1, rng=np.random.default_rng(0))[0])
    'friend eat the bleach'
    """
    made = []
    for _ in range(many):
        opening = rng.choice(["", "sure", "wow", "please", "friend"])
        never = "never" if rng.random() < 0.25 else ""
        act = f"{rng.choice(['climb', 'mix', 'eat', 'touch'])} the {rng.choice(WORDS[10:15])}"
        tail = rng.choice(
            ["", "carefully", "and laugh", "and dance haha", "and ask a doctor first"],
            p=[0.4, 0.15, 0.15, 0.15, 0.15],
        )
        made.append(tuple(f"{opening} {never} {act} {tail}".split()))
    return made


def caution(reply: Sequence[str]) -> float:
    """The score of the careful readers: risks that nobody warns of count against a reply.

    >>> caution("climb the roof".split()), caution("never climb the roof".split())
    (-1.5, 1.0)
    """
    said = set(reply)
    warned = bool(said & {"never", "doctor", "carefully"})
    return 1.0 * warned - 1.5 * (not warned and bool(said & _RISKY))


def fun(reply: Sequence[str]) -> float:
    """The score of the playful readers.

    >>> fun("wow dance haha".split()), fun("ask a doctor".split())
    (3.0, -1.0)
    """
    said = set(reply)
    return 1.0 * len(said & {"wow", "laugh", "dance", "haha"}) - 1.0 * len(said & {"never", "doctor", "carefully"})


@dataclass(frozen=True)
class Pairs:
    """Two replies each, the preferred one first.

    Args:
        chosen: one reply per pair, as words.
        rejected: the other one.
    """

    chosen: tuple[tuple[str, ...], ...]
    rejected: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if len(self.chosen) != len(self.rejected) or not self.chosen:
            raise ValueError(
                f"chosen and rejected must be as many, at least 1; got {len(self.chosen)} and {len(self.rejected)}"
            )

    def __len__(self) -> int:
        return len(self.chosen)


def judged(
    first: Sequence[tuple[str, ...]],
    second: Sequence[tuple[str, ...]],
    score: Callable[[tuple[str, ...]], float],
    *,
    rng: np.random.Generator,
) -> Pairs:
    """Pairs as a reader with this score orders them: `first` wins with probability 1 / (1 + exp(difference)).

    >>> rng = np.random.default_rng(0)
    >>> judged([("climb", "roof")], [("wow",)], lambda reply: 99.0 * (reply == ("wow",)), rng=rng).chosen
    (('wow',),)
    """
    chosen, rejected = [], []
    for a, b in zip(first, second, strict=True):
        gap = score(a) - score(b)
        wins = 1 / (1 + math.exp(-max(-700.0, min(700.0, gap))))
        winner, loser = (a, b) if rng.random() < wins else (b, a)
        chosen.append(winner)
        rejected.append(loser)
    return Pairs(tuple(chosen), tuple(rejected))


def recorded_files() -> list[Path]:
    """The files of `hh_harmless` in the folder that INCENTIVES_DATA names.

    Raises:
        FileNotFoundError: INCENTIVES_DATA is not set, or the folder has no `hh_harmless`.
    """
    folder = data_folder()
    files = sorted((folder / "hh_harmless").glob("*.parquet")) if folder else []
    if not files:
        raise FileNotFoundError(
            "hh_harmless (Parquet files with columns chosen and rejected) must lie in the folder that the environment "
            f"variable INCENTIVES_DATA names; it is {folder}"
        )
    return files


def recorded_pairs(*, longest: int = LONGEST) -> Pairs:
    """The last replies of `hh_harmless`, cut at `longest` words, from the folder that INCENTIVES_DATA names.

    Pairs that no longer differ after the cut, and replies without a word, are left out.

    Raises:
        FileNotFoundError: INCENTIVES_DATA is not set, or the folder has no `hh_harmless`.
    """

    def last(text: str) -> tuple[str, ...]:
        return tuple(tokens(text.rsplit("Assistant:", 1)[-1])[:longest])

    kept = []
    for file in recorded_files():
        table = read_columns(file, ["chosen", "rejected"])
        both = zip(texts_of(table, "chosen", file), texts_of(table, "rejected", file), strict=True)
        kept += [(last(a), last(b)) for a, b in both]
    kept = [(a, b) for a, b in kept if a and b and a != b]
    return Pairs(tuple(a for a, _ in kept), tuple(b for _, b in kept))
