import numpy as np
import pytest
from hypothesis import given, strategies as st

from incentives.learning.text import PADDING, UNKNOWN, Vocabulary, tokens

LETTERS = st.text("ab c,.!X'-", min_size=0, max_size=30)


@given(LETTERS)
def test_tokens_lose_nothing_but_space_and_case(sentence):
    found = tokens(sentence)
    assert "".join(found) == "".join(sentence.lower().split())
    assert all(token.isalnum() or len(token) == 1 for token in found)


def test_words_of_other_alphabets_are_words():
    assert tokens("Amélie, L'Été déjà 7e") == ["amélie", ",", "l", "'", "été", "déjà", "7e"]


@given(st.lists(LETTERS.filter(tokens), min_size=1, max_size=8), st.integers(1, 6), st.integers(1, 12))
def test_encoding_agrees_with_a_plain_loop(sentences, most, length):
    known = Vocabulary.of(sentences, most=most)
    assert len(known.words) == min(most, len({word for s in sentences for word in tokens(s)}))
    assert len(known) == len(known.words) + 2
    rows = known.encode(sentences, length=length)
    assert rows.shape == (len(sentences), length)
    assert rows.dtype == np.int64
    for sentence, row in zip(sentences, rows, strict=True):
        for place in range(length):
            words = tokens(sentence)
            if place >= len(words):
                assert row[place] == PADDING
            elif words[place] in known.words:
                assert known.words[row[place] - 2] == words[place]
            else:
                assert row[place] == UNKNOWN


@given(st.lists(LETTERS.filter(tokens), min_size=1, max_size=8), st.integers(1, 6))
def test_no_listed_word_is_rarer_than_one_left_out(sentences, most):
    every = [word for s in sentences for word in tokens(s)]
    listed = Vocabulary.of(sentences, most=most).words
    left = set(every) - set(listed)
    assert not left or min(every.count(w) for w in listed) >= max(every.count(w) for w in left)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="words must differ, but 'b' is listed twice"):
        Vocabulary(("a", "b", "b"))
    with pytest.raises(ValueError, match="most must be a whole number of at least 1"):
        Vocabulary.of(["a"], most=0)
    with pytest.raises(ValueError, match="at least one word"):
        Vocabulary.of(["", " "], most=3)
    with pytest.raises(ValueError, match="length must be a whole number of at least 1"):
        Vocabulary(("a",)).encode(["a"], length=0)
    with pytest.raises(ValueError, match="sentence 1 holds no word: ''"):
        Vocabulary(("a",)).encode(["a", ""], length=3)
