"""Small languages: every sentence once, in order, and corpora that follow their grammar."""

from itertools import product

import numpy as np
import pytest

from incentives.randomness import stream
from incentives_book.payments.small_languages import (
    START,
    STOP,
    Language,
    aligned,
    conflicting,
    faithful,
    funny,
    harmless,
    informative,
    to_unit_interval,
)


@pytest.mark.parametrize(("words", "longest"), [(1, 3), (2, 4), (4, 5), (3, 1)])
def test_every_sentence_has_one_number(words, longest):
    language = Language(tuple("abcdef"[:words]), longest)
    sentences = language.sentences
    assert len(sentences) == len(set(sentences)) == len(language)
    assert set(sentences) == {s for n in range(longest + 1) for s in product(language.words, repeat=n)}
    assert [language.number(s) for s in sentences] == list(range(len(language)))
    assert all(len(s) < longest for s in sentences[: language.prefixes])
    assert all(len(s) == longest for s in sentences[language.prefixes :])
    assert sentences[0] == ()


def law_by_hand(task):
    """Probability of every sentence by multiplying along it."""
    words, out = task.language.words, []
    for sentence in task.language.sentences:
        p, before = 1.0, START
        ends = [STOP] if len(sentence) < task.language.longest else []
        for after in [*sentence, *ends]:
            row = task.grammar[before]
            p *= row[after] / sum(row[w] for w in (*words, STOP))
            before = after
        out.append(p)
    return np.array(out)


@pytest.mark.parametrize("make", [conflicting, aligned])
@pytest.mark.parametrize("words", [4, 6])
def test_corpora_follow_the_grammar(make, words):
    task = make(words=words, longest=3)
    law = law_by_hand(task)
    assert law.sum() == pytest.approx(1, abs=1e-12)
    size = 200_000
    counts = task.corpus(size, rng=stream(3, "corpus"))
    assert counts.sum() == size
    # Each count is binomial; six standard deviations leave a chance below 1e-6 for all of them together.
    assert (np.abs(counts - size * law) <= 6 * np.sqrt(size * law * (1 - law)) + 1e-9).all()
    assert np.array_equal(counts, task.corpus(size, rng=stream(3, "corpus")))


def test_one_task_is_a_conflict_and_the_other_is_not():
    for make, conflict in ((conflicting, True), (aligned, False)):
        task = make()
        law, rewards = law_by_hand(task), task.rewards
        apart = rewards - (rewards @ law)[:, None]
        correlation = (apart[0] * apart[1]) @ law / np.sqrt((apart**2 @ law).prod())
        assert correlation < -0.2 if conflict else correlation > 0.5
        assert rewards.min(axis=1).tolist() == [0, 0]
        assert rewards.max(axis=1).tolist() == [1, 1]


def test_scores_by_hand():
    assert harmless(("hello", "please", "oops")) == 1
    assert funny(("oops", "haha", "haha")) == 2
    assert faithful(("quote", "rumour", "rumour")) == -1
    assert informative(("fact", "number", "rumour", "well", "well")) == 1.25


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Language((), 2), "words must be different"),
        (lambda: Language(("a", "a"), 2), "words must be different"),
        (lambda: Language(("a", "."), 2), "words must be different"),
        (lambda: Language(("a",), 0), "longest must be a whole number of at least 1"),
        (lambda: Language(("a",), True), "longest must be a whole number of at least 1"),
        (lambda: conflicting(words=3), "words must be 4, 5 or 6"),
        (lambda: aligned().corpus(0, rng=np.random.default_rng(0)), "size must be a whole number >= 1"),
        (lambda: to_unit_interval([[1, 1]]), "constant"),
        (lambda: to_unit_interval([1, 2]), "scores must be finite"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
