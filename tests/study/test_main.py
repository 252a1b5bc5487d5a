"""The command line."""

import json

import pytest

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
