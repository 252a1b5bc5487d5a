"""Prompts from dialogues that the test writes; nothing is downloaded."""

import json

import pytest

pytest.importorskip("datasets")

from incentives_book.study.charged_models import prompts_of
from incentives_book.study.first_turns import first_turn, first_turns, main

DIALOGUES = [f"\n\nHuman: question {k}\nof two lines\n\nAssistant: yes\n\nHuman: and?" for k in range(9)]


def test_a_first_turn_is_one_line_and_ends_where_somebody_answers():
    assert first_turn(DIALOGUES[3]) == "question 3 of two lines"
    assert first_turn("\n\nHuman: never answered") == "never answered"
    assert first_turn("\n\nHuman: \n\nAssistant: hello") is None
    assert first_turn("Robot: hello") is None


def test_different_turns_are_drawn_and_long_ones_left_out():
    long = "\n\nHuman: " + "word " * 30 + "\n\nAssistant: yes"
    drawn = first_turns([*DIALOGUES, *DIALOGUES, long], 9, most_words=5)
    assert sorted(drawn) == [f"question {k} of two lines" for k in range(9)]
    assert drawn == first_turns([long, *DIALOGUES[::-1]], 9, most_words=5)  # whatever the order was
    assert drawn != first_turns(DIALOGUES, 9, most_words=5, seed=1)
    with pytest.raises(ValueError, match="from 1 to the number of first turns of at most 5 words, 9; got 10"):
        first_turns([*DIALOGUES, long], 10, most_words=5)


def test_the_file_holds_the_prompts_of_a_study(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "talks" / "helpful-base").mkdir(parents=True)
    rows = [json.dumps({"chosen": dialogue, "rejected": "x"}) for dialogue in DIALOGUES]
    (tmp_path / "talks" / "helpful-base" / "train.jsonl").write_text("\n".join(rows), encoding="utf-8")
    file = tmp_path / "runs" / "prompts.txt"
    main([str(file), "--dataset", str(tmp_path / "talks"), "--many", "4"])
    assert capsys.readouterr().out.endswith("4 prompts\n")
    assert prompts_of(str(file)) == first_turns(DIALOGUES, 4, most_words=40)
    with pytest.raises(SystemExit):
        main([str(file), "--dataset", str(tmp_path / "talks"), "--many", "40"])
