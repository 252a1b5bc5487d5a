"""Languages so small that every sentence can be listed, and two tasks told in them.

A stand-in for the two tasks of the paper's appendix C: one in which the groups want opposite things, one in which
they want nearly the same. A sentence has at most `longest` words; the empty sentence is one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from numpy.typing import ArrayLike, NDArray

from incentives.numbers import as_count

STOP = "."
START = ""


@dataclass(frozen=True)
class Language:
    """All sentences of at most `longest` words, shorter ones first, equal lengths in the order of `words`.

    Args:
        words: the vocabulary, at least one word, each once.
        longest: most words in a sentence, at least 1.

    Raises:
        ValueError: a word occurs twice or is "" or ".", there are no words, or `longest` is below 1.

    >>> small = Language(("a", "b"), longest=2)
    >>> [small.text(k) for k in range(len(small))]
    ['(nothing)', 'a', 'b', 'a a', 'a b', 'b a', 'b b']
    >>> len(Language(("a", "b", "c", "d"), longest=5))
    1365
    """

    words: tuple[str, ...]
    longest: int

    def __post_init__(self) -> None:
        words = self.words
        if not words or len(set(words)) < len(words) or set(words) & {START, STOP}:
            raise ValueError(f'words must be different, not "" and not "."; got {words!r}')
        as_count("longest", self.longest, least=1)

    def __len__(self) -> int:
        return sum(len(self.words) ** length for length in range(self.longest + 1))

    @property
    def prefixes(self) -> int:
        """The number of sentences that can go on: those shorter than `longest`, the first ones of the list."""
        return len(self) - len(self.words) ** self.longest

    @property
    def sentences(self) -> list[tuple[str, ...]]:
        """Every sentence, in order."""
        return [s for length in range(self.longest + 1) for s in product(self.words, repeat=length)]

    def number(self, sentence: tuple[str, ...]) -> int:
        """Where a sentence stands in the list.

        >>> Language(("a", "b"), longest=2).number(("b", "a"))
        5
        """
        place = 0
        for word in sentence:
            place = place * len(self.words) + 1 + self.words.index(word)
        return place

    def text(self, number: int) -> str:
        """One sentence to read."""
        return " ".join(self.sentences[number]) or "(nothing)"


@dataclass(frozen=True)
class Task:
    """A language, a corpus of it and what each of two groups likes.

    Args:
        name: for records and figures.
        language: which sentences there are.
        grammar: how often a word follows another, `grammar[before][after]`; before is "" at the start, after is "." at
            the end; words outside the language are left out.
        groups: the two groups and how each scores a sentence, in any unit.
    """

    name: str
    language: Language
    grammar: Mapping[str, Mapping[str, float]]
    groups: Mapping[str, Callable[[tuple[str, ...]], float]]

    @property
    def rewards(self) -> NDArray[np.float64]:
        """Rewards with smallest value 0 and largest value 1, shape (groups, sentences)."""
        scores = [[score(s) for s in self.language.sentences] for score in self.groups.values()]
        return to_unit_interval(scores)

    def next_word(self) -> NDArray[np.float64]:
        """Law of the next word, shape (words + 1, words + 1): rows are words and the start, columns words and the
        end.
        """
        words = self.language.words
        table = np.array([[self.grammar[b][a] for a in (*words, STOP)] for b in (*words, START)])
        return table / table.sum(axis=1, keepdims=True)

    def corpus(self, size: int, *, rng: np.random.Generator) -> NDArray[np.int64]:
        """The count of each sentence in a random text of `size` sentences, shape (sentences,).

        Raises:
            ValueError: `size` is below 1.
        """
        if size < 1:
            raise ValueError(f"size must be a whole number >= 1; got {size!r}")
        law, end = self.next_word().cumsum(axis=1), len(self.language.words)
        place, before = np.zeros(size, dtype=np.int64), np.full(size, end)
        going = np.ones(size, dtype=bool)
        for _ in range(self.language.longest):
            after = np.minimum((rng.random(size)[:, None] >= law[before]).sum(axis=1), end)
            going &= after < end
            place = np.where(going, place * end + 1 + after, place)
            before = np.where(going, after, before)
        return np.bincount(place, minlength=len(self.language))


def to_unit_interval(scores: ArrayLike) -> NDArray[np.float64]:
    """Shift and scale each row so that its smallest value is 0 and its largest 1.

    Args:
        scores: shape (groups, outcomes), no row constant.

    Raises:
        ValueError: a row is constant, so that no scale does it, or not finite.

    >>> to_unit_interval([[2, 4, 3]]).tolist()
    [[0.0, 1.0, 0.5]]
    """
    values = np.asarray(scores, dtype=float)
    if values.ndim != 2 or not np.isfinite(values).all() or (np.ptp(values, axis=1) == 0).any():
        raise ValueError("scores must be finite with two different values in every row; a constant row has no scale")
    low = values.min(axis=1, keepdims=True)
    return (values - low) / np.ptp(values, axis=1)[:, None]


def _count(sentence: tuple[str, ...], *words: str) -> int:
    return sum(word in words for word in sentence)


def harmless(sentence: tuple[str, ...]) -> float:
    """Kind words count, loud ones count against the sentence.

    >>> harmless(("hello", "friend", "boom")), harmless(())
    (1.0, 0.0)
    """
    return 1.0 * _count(sentence, "hello", "friend", "please") - 1.0 * _count(sentence, "boom", "oops")


def funny(sentence: tuple[str, ...]) -> float:
    """A mishap and then laughter is a joke; laughter alone is half of one.

    >>> funny(("boom", "haha")), funny(("haha", "boom"))
    (1.5, 0.5)
    """
    jokes = sum(a in ("boom", "oops") and b == "haha" for a, b in pairwise(sentence))
    return 1.0 * jokes + 0.5 * _count(sentence, "haha")


def faithful(sentence: tuple[str, ...]) -> float:
    """The score of faithfulness: words of the source count, words that are made up count against the sentence.

    >>> faithful(("fact", "number", "myth"))
    1.0
    """
    return 1.0 * _count(sentence, "fact", "number", "quote") - 1.0 * _count(sentence, "myth", "rumour")


def informative(sentence: tuple[str, ...]) -> float:
    """Each kind of content counts once, true or not (what is made up a little less), and filler words count against it.

    >>> informative(("fact", "fact", "myth")), informative(("well",))
    (1.25, -0.5)
    """
    said = set(sentence)
    true, made_up = len(said & {"fact", "number", "quote"}), len(said & {"myth", "rumour"})
    return 1.0 * true + 0.25 * made_up - 0.5 * _count(sentence, "well")


def _rows(columns: str, rows: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """A table of numbers as nested dicts."""
    names = columns.split()
    return {row: dict(zip(names, map(float, numbers.split()), strict=True)) for row, numbers in rows.items()}


CHATTER = _rows(
    "hello friend boom haha please oops .",
    {
        START: "6 3 2 1 2 1 1",
        "hello": "1 5 1 1 1 1 3",
        "friend": "2 1 2 1 2 1 4",
        "boom": "1 1 2 3 1 1 3",
        "haha": "1 2 1 2 1 1 4",
        "please": "1 4 1 1 1 1 3",
        "oops": "1 1 1 2 2 1 3",
    },
)
SUMMARIES = _rows(
    "fact number myth well quote rumour .",
    {
        START: "3 2 2 4 1 1 1",
        "fact": "1 3 2 2 1 1 4",
        "number": "2 1 1 2 1 1 4",
        "myth": "1 1 2 2 1 2 4",
        "well": "3 2 2 1 1 1 2",
        "quote": "2 1 1 1 1 1 4",
        "rumour": "1 1 2 2 1 1 3",
    },
)


def conflicting(*, words: int = 4, longest: int = 5) -> Task:
    """One group wants harmless sentences, the other funny ones, and jokes need a mishap.

    Args:
        words: how many of hello, friend, boom, haha, please, oops there are, 4 to 6.
        longest: most words in a sentence.

    >>> conflicting().rewards.shape
    (2, 1365)
    """
    language = Language(_first(CHATTER, words), longest)
    return Task("harmless and funny", language, CHATTER, {"harmless": harmless, "funny": funny})


def aligned(*, words: int = 4, longest: int = 5) -> Task:
    """One group wants faithful summaries, the other informative ones.

    Args:
        words: how many of fact, number, myth, well, quote, rumour there are, 4 to 6.
        longest: most words in a sentence.

    >>> list(aligned().groups)
    ['faithful', 'informative']
    """
    language = Language(_first(SUMMARIES, words), longest)
    return Task("faithful and informative", language, SUMMARIES, {"faithful": faithful, "informative": informative})


def _first(grammar: Mapping[str, Mapping[str, float]], words: int) -> tuple[str, ...]:
    known = tuple(word for word in grammar if word != START)
    if words not in (4, 5, 6):
        raise ValueError(f"words must be 4, 5 or 6; got {words!r}")
    return known[:words]
