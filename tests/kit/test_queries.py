"""Questions to Coq: an answer is found again by what was asked, and a refusal is told."""

import pytest

from claimbook.queries import answer, question, read_answers

from .coq import needs_coq


def test_answers_are_found_by_question_and_name():
    printed = "before\n@@term F.a'\none\ntwo\n@@term G.b\nthree\n@@module G\nfour\n"
    assert read_answers(printed) == {"term": {"F.a'": "one\ntwo\n", "G.b": "three\n"}, "module": {"G": "four\n"}}


@needs_coq
def test_coq_answers_and_its_refusal_is_told(tmp_path):
    printed = answer(tmp_path, "asked", question("type", "O", "Check O."))
    assert read_answers(printed)["type"]["O"].split() == ["0", ":", "nat"]
    with pytest.raises(RuntimeError, match=r"(?s)refuses what again.v asks.*nowhere"):
        answer(tmp_path, "again", ["Check nowhere."])
