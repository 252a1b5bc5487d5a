"""Sentences as rows of numbers: words and punctuation marks, and a vocabulary built on training text only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from incentives.numbers import as_count, as_list

PADDING, UNKNOWN = 0, 1
_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(sentence: str) -> list[str]:
    """The words of a sentence in small letters; every punctuation mark is a word of its own.

    >>> tokens("It 's a film-buff's dream !")
    ['it', "'", 's', 'a', 'film', '-', 'buff', "'", 's', 'dream', '!']
    """
    return _TOKEN.findall(sentence.lower())


@dataclass(frozen=True)
class Vocabulary:
    """Words and their numbers: 0 is padding, 1 is any word that is not listed, `words[k]` has number k + 2.

    Raises:
        ValueError: a word is listed twice.

    >>> known = Vocabulary.of(["a good film", "a bad film", "a plot"], most=3)
    >>> known.words
    ('a', 'film', 'bad')
    >>> known.encode(["a good film", "a bad, bad film"], length=4)
    array([[2, 1, 3, 0],
           [2, 4, 1, 4]])
    """

    words: tuple[str, ...]
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {word: k for k, word in enumerate(self.words, start=2)}
        if len(numbers) != len(self.words):
            twice = next(word for word, count in Counter(self.words).items() if count > 1)
            raise ValueError(f"words must differ, but {twice!r} is listed twice")
        object.__setattr__(self, "_numbers", numbers)

    @classmethod
    def of(cls, sentences: Iterable[str], *, most: int) -> Vocabulary:
        """The `most` frequent words of these sentences, ties in alphabetical order.

        Raises:
            ValueError: `most` is below 1, or the sentences hold no word.
        """
        as_count("most", most, least=1)
        counts = Counter(word for sentence in as_list("sentences", sentences) for word in tokens(sentence))
        if not counts:
            raise ValueError("sentences must hold at least one word")
        return cls(tuple(sorted(counts, key=lambda word: (-counts[word], word))[:most]))

    def __len__(self) -> int:
        """The number of word numbers, padding and unknown included: the rows of an embedding."""
        return len(self.words) + 2

    def encode(self, sentences: Sequence[str], *, length: int) -> np.ndarray:
        """Numbers of the words, shape (sentences, length), int64; cut at `length`, padded with 0 at the end.

        Raises:
            ValueError: `length` is below 1, or a sentence holds no word.
        """
        as_count("length", length, least=1)
        sentences = as_list("sentences", sentences)
        rows = np.full((len(sentences), length), PADDING, dtype=np.int64)
        for k, sentence in enumerate(sentences):
            numbers = [self._numbers.get(word, UNKNOWN) for word in tokens(sentence)[:length]]
            if not numbers:
                raise ValueError(f"sentence {k} holds no word: {sentence!r}")
            rows[k, : len(numbers)] = numbers
        return rows
