"""Which runs a game needs, where each is kept, and what is refused."""

from dataclasses import replace

import pytest

pytest.importorskip("trl")

from incentives_book.study import lies_setting
from incentives_book.study.lies_to_a_language_model import KIND

from .small_lies import TINY


def test_other_settings_do_not_go_on_with_what_is_kept():
    folders = {replace(TINY, **change).folder for change in ({}, {"steps": 4}, {"seed": 1}, {"betas": "1"})}
    assert len(folders) == 4
    assert {folder.parent.name for folder in folders} == {"somewhere"}


def test_other_prompts_in_the_same_file_are_other_data(tmp_path):
    """Nothing that an earlier file has left is gone on with, and a record states which it was."""
    file = tmp_path / "prompts.txt"
    setting = replace(TINY, prompts=str(file), save=str(tmp_path))
    found = []
    for text in ("dance\nplease eat\n", "dance\n\nplease eat", "dance\nnever eat\n"):
        file.write_text(text, encoding="utf-8")
        found.append((KIND.data(setting), setting.folder))
    assert found[0] == found[1]
    assert found[2][0] not in (found[0][0], None)
    assert found[2][1] != found[0][1]
    assert KIND.data(TINY) is None


def test_runs_are_told_by_the_weights_of_true_rewards():
    runs = lies_setting.runs_of(TINY)
    assert runs["only-0"] == (3.0, 0.0)
    assert runs["run-2-and-1"] == (2.0, 1.0)  # the truth, for both kinds of lies
    assert runs["run-1-and-2"] == (1.0, 2.0)  # half of the other's reward in the report of two members
    assert runs["run-1-and-1"] == (1.0, 1.0)  # the same report without the other group
    assert runs["run-4-and-0"] == (4.0, 0.0)  # twice the size, without the other group
    assert len(runs) == 9
    assert len(lies_setting.candidates_of(TINY)) == 1 + 3 + 1 + 7


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"groups": "a", "sizes": "1", "rewards": "tiny#1"}, "groups must be two"),
        ({"scheme": "copies"}, "scheme, lowest, highest and cap have no meaning here"),
        ({"highest": "1; 1"}, "scheme, lowest, highest and cap have no meaning here"),
        ({"cap": 16.0}, "scheme, lowest, highest and cap have no meaning here"),
        ({"piece": 7}, "piece must be at least 2 and divide samples, 60; got 7"),
        ({"alphas": "0; 1"}, "alphas positive"),
        ({"alphas": "1; inf"}, "alphas positive"),
        ({"betas": "nan"}, "betas must be numbers"),
    ],
)
def test_settings_that_are_refused(wrong, words):
    with pytest.raises(ValueError, match=words):
        replace(TINY, **wrong)
