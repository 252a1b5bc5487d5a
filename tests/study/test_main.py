"""The command line."""

import json

import pytest

from incentives.charging.pieces import Unfinished
from incentives_book.study import __main__ as command
from incentives_book.study.__main__ import main
from incentives_book.study.records import PARTS, add_record, read_records


def test_the_command_lists_what_is_left_runs_it_and_says_what_records_lack(small, capsys):
    path = small("empty-core")
    main([str(path), "--list", "--only", "concept=nash"])
    told = capsys.readouterr().out
    assert "1 runs, 1 of them without a record" in told
    assert "kind every-size, players 3, seed 0, concept nash, largest 5" in told
    main([str(path)])
    told = capsys.readouterr().out
    assert "of        35 games empty" in told
    assert "do not state" not in told
    store = path.with_name("records.jsonl")
    record = read_records(store)[0]
    store.write_text(json.dumps({"settings": record["settings"], "games": 35, "empty": 0}) + "\n")
    main([str(path), "--list"])
    told = capsys.readouterr().out
    assert "2 runs, 2 of them without a record" in told
    assert "1 of the 1 lines of the store state no code" in told
    store.write_text("")
    parts = {part: record[part] for part in PARTS if part in record}
    add_record(store, record["settings"], games=35, made_with={"commit": "90c8e4a93d12-dirty"}, **parts)
    main([str(path), "--list"])
    told = capsys.readouterr().out
    assert "2 runs, 1 of them without a record" in told
    assert "1 of the 1 records do not state the version of the package" in told
    assert "1 of the 1 records name a commit with changed files" in told


def test_the_command_hands_on_engine_and_precision(small):
    path = small("rewards")
    main([str(path), "--only", "method=aequa", "--engine", "graph", "--precision", "bfloat16"])
    records = read_records(path.with_name("records.jsonl"))
    assert [(r["settings"]["method"], r["engine"], r["precision"]) for r in records] == [
        ("stand-alone", "graph", "bfloat16"),
        ("aequa", "graph", "bfloat16"),
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--device", "cuda"], "this study takes no device"),
        (["--only", "method=aequa"], "only may hold"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(small, words, message):
    with pytest.raises(SystemExit, match=message):
        main([str(small("empty-core")), *words])
    with pytest.raises(SystemExit, match="No such file"):
        main(["no/such/study.toml"])


def test_a_call_that_is_to_be_repeated_has_an_exit_status_of_its_own(small, capsys, monkeypatch):
    def over(study, **how):
        assert how["options"] == {"minutes": "1.5"}
        raise Unfinished("call again")

    monkeypatch.setattr(command, "run_study", over)
    path = str(small("lies-to-a-language-model"))
    with pytest.raises(SystemExit) as ended:
        main([path, "--minutes", "1.5"])
    assert ended.value.code == 75
    assert "python -m incentives_book.study: call again" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="minutes must be a positive number; got '-5'"):
        main([path, "--minutes=-5"])
    with pytest.raises(SystemExit):
        main([path, "--minutes", "5", "--executor", "processes"])
    assert "--minutes must go with --executor none; got processes" in capsys.readouterr().err


def test_a_repetition_whose_minutes_are_over_asks_for_another_call(small, capsys, monkeypatch):
    def over(study, options):
        raise Unfinished("call again")
        yield

    monkeypatch.setattr(command, "confirm", over)
    with pytest.raises(SystemExit) as ended:
        main([str(small("empty-core")), "--confirm"])
    assert ended.value.code == command.CALL_AGAIN
    assert "call again" in capsys.readouterr().err
