"""The command: four questions from a shell, in words or in JSON, and one line where something is wrong."""

import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction

import pytest

from incentives import coalitions as co, rewards as rw
from incentives_book.command import costs_from, main, parser

COMMANDS = ("analyse", "allocate", "study", "claims")


def told(capsys, *arguments):
    main(arguments)
    return capsys.readouterr().out


def refused(capsys, *arguments):
    """The one line on the standard error of a command that fails."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_it_runs_as_a_module_in_a_folder_without_the_repository(tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "incentives_book.command", "analyse", "5", "5", "25", "--noise", "10"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == str(co.analyse(co.Game([5, 5, 25], noise=10, spread=1))) + "\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_an_example_that_parses(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    example = text.partition("example: incentives ")[2]
    assert example.startswith(command)
    assert "--json" in text
    asked, more = parser().parse_known_args(shlex.split(example))
    assert asked.command == command
    assert set(more) <= {"--list"}


def test_analyse_tells_json_that_reads_back_exactly(capsys):
    found = json.loads(told(capsys, "analyse", "5", "5", "25", "--noise", "10", "--json"))
    assert found["stable"]["core"] == ["0,1 | 2"]
    assert found["objections"]["nash"] == {"who": [2], "instead": [2], "gains": {"2": "2/245"}}
    assert (found["best"], found["prices"]["core"]) == ({"partition": "0,1 | 2", "total": "25"}, "1")
    calm = json.loads(told(capsys, "analyse", "5", "5", "25", "--noise", "10", "--partition", "0,1|2", "--json"))
    assert set(calm["objections"].values()) == {None}


def test_analyse_reads_own_costs_exactly(capsys, tmp_path):
    file = tmp_path / "costs.json"
    file.write_text('{"0": [0.3], "1": [0.3], "0,1": [0.3, 0.1]}')
    found = json.loads(told(capsys, "analyse", "--costs", str(file), "--json"))
    assert found["stable"]["core"] == ["0,1", "0 | 1"]
    assert found["stable"]["strict-core"] == ["0,1"]
    assert found["best"]["total"] == "2/5"
    players, cost = costs_from(str(file))
    assert (players, cost(1, frozenset({0, 1}))) == (2, Fraction(1, 10))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[1]", "costs must map coalitions"),
        ("{", "costs must be a JSON file"),
        ('{"0": [NaN]}', "costs must be finite"),
        ('{"a": [1]}', "costs must name coalitions"),
        ('{"0": 1}', "costs of 0 must be 1 numbers"),
        ('{"0": [1, 2]}', "costs of 0 must be 1 numbers"),
        ('{"0": [true]}', "costs of 0 must be 1 numbers"),
        ('{"0": [1], "1": [1]}', "costs must name all 3 coalitions"),
        ('{"0,1": [1, 1], "1,0": [2, 2], "0": [1]}', "each coalition once"),
        ('{"-1": [1]}', "costs must name all"),
    ],
)
def test_tables_that_are_no_game_are_refused(capsys, tmp_path, text, words):
    file = tmp_path / "costs.json"
    file.write_text(text)
    assert words in refused(capsys, "analyse", "--costs", str(file))


def test_allocate_gives_what_the_library_gives(capsys):
    alone, levels = ["0.52", "0.61", "0.74"], ["0.66", "0.83", "0.72", "0.78"]
    found = json.loads(told(capsys, "allocate", "--alone", *alone, "--levels", *levels, "--json"))
    right = rw.allocate([Fraction(a) for a in alone], sorted(map(Fraction, levels)))
    assert [Fraction(level) for level in found["levels"]] == list(right.levels)
    assert Fraction(found["mean gain"]) == right.mean_gain
    assert "client 2: alone 0.74, given" in told(capsys, "allocate", "--alone", *alone, "--levels", *levels)


STUDY = 'study = "empty-core"\n[[run]]\nkind = "every-size"\nplayers = 3\nconcept = ["nash", "core"]\nlargest = 5\n'


def test_study_runs_once_and_tells_its_records(capsys, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    assert "2 runs, 2 of them without a record" in told(capsys, "study", str(file), "--list")
    found = json.loads(told(capsys, "study", str(file), "--json"))
    assert found["runs"] == len(found["records"]) == 2
    assert "2 runs, 0 of them without a record" in told(capsys, "study", str(file), "--list")


def test_claims_are_listed_and_told(capsys):
    listed = told(capsys, "claims", "coalitions/lemma-c")
    assert len(listed.splitlines()) > 3
    assert all(line.startswith("coalitions/lemma-c") for line in listed.splitlines())
    one = json.loads(told(capsys, "claims", "coalitions/lemma-c-1", "--json"))
    assert one[0]["id"].startswith("coalitions/lemma-c-1")
    false = json.loads(told(capsys, "claims", "--verdict", "false", "--json"))
    assert {entry["verdict"] for entry in false} == {"false"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "required"),
        (("share",), "invalid choice"),
        (("analyse",), "give either sizes"),
        (("analyse", "five"), "expected a number"),
        (("analyse", "5", "0"), "sizes must be"),
        (("analyse", "5", "1/0"), "expected a number"),
        (("analyse", "nan"), "expected a number"),
        (("analyse", "5", "--noise", "0"), "noise must be > 0"),
        (("analyse", "5", "5", "--partition", "0"), "partition must be"),
        (("analyse", "5", "--federation", "free"), "invalid choice"),
        (("analyse", "5", "--verbose"), "unknown argument"),
        (("analyse", *["5"] * 30), "at most"),
        (("analyse", "--costs", "no-such-file.json"), "No such file"),
        (("allocate", "--alone", "0.9", "--levels", "0.5"), "0.9|9/10"),
        (("allocate", "--alone", "0.5", "--levels", "0.6", "0.6"), "strictly increasing"),
        (("allocate", "--alone", "0.5", "--levels", "0.6", "--cost", "cheap"), "cost"),
        (("claims", "no-such-claim"), "no claim"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, arguments, words):
    assert re.search(words, refused(capsys, *arguments))


def test_a_study_that_is_not_there_is_one_line(capsys, tmp_path):
    with pytest.raises(SystemExit) as end:
        main(["study", str(tmp_path / "none.toml")])
    assert "No such file" in str(end.value.code)
