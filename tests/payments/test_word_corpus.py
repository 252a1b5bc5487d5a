"""Replies, simulated readers, and recorded pairs from a folder that the test writes."""

import numpy as np
import pytest

from incentives_book.payments.fine_tuning_by_sampling.word_corpus import (
    LONGEST,
    WORDS,
    Pairs,
    fun,
    judged,
    recorded_pairs,
    replies,
)


def test_replies_use_the_vocabulary_and_fit():
    made = replies(500, rng=np.random.default_rng(1))
    assert {word for reply in made for word in reply} == set(WORDS)
    assert max(map(len, made)) <= LONGEST
    assert made == replies(500, rng=np.random.default_rng(1))


def test_readers_follow_bradley_and_terry():
    first, second = [("haha",)] * 20000, [("roof",)] * 20000
    pairs = judged(first, second, fun, rng=np.random.default_rng(0))
    share = np.mean([reply == ("haha",) for reply in pairs.chosen])
    chance = np.e / (1 + np.e)
    assert abs(share - chance) < 5 * np.sqrt(chance * (1 - chance) / 20000)


def test_pairs_must_be_pairs():
    with pytest.raises(ValueError, match="as many"):
        Pairs((("a",),), ())


def test_recorded_pairs(tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    folder = tmp_path / "hh_harmless"
    folder.mkdir()
    start = "\n\nHuman: May I?\n\nAssistant: Yes.\n\nHuman: Really?\n\nAssistant: "
    table = pa.table({"chosen": [start + "No, don't!", start + "same"], "rejected": [start + "Go on", start + "same"]})
    parquet.write_table(table, folder / "test.parquet", write_page_checksum=True)
    monkeypatch.setenv("INCENTIVES_DATA", str(tmp_path))
    pairs = recorded_pairs(longest=3)
    assert pairs.chosen == (("no", ",", "don"),)
    assert pairs.rejected == (("go", "on"),)
    monkeypatch.delenv("INCENTIVES_DATA")
    with pytest.raises(FileNotFoundError, match="INCENTIVES_DATA"):
        recorded_pairs()
