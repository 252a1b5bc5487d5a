"""The command: four questions from a shell, in words or in JSON, and one line where something is wrong."""

import io
import json
import re
import shlex
import subprocess
import sys
from fractions import Fraction

import pytest

from incentives import __main__ as module, coalitions as co, rewards as rw
from incentives_book.command import costs_from, main, parser

COMMANDS = ("analyse", "allocate", "study", "claims", "records")


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


def test_thirty_players_are_analysed_with_a_note(capsys):
    game = ["analyse", *["5"] * 30, "--noise", "10"]
    assert told(capsys, *game).startswith("stable partitions are not listed: ")
    found = json.loads(told(capsys, *game, "--json"))
    assert found["stable"] == {}
    assert found["note"].startswith("stable partitions are not listed: ")
    assert found["objections"] == dict.fromkeys(("core", "individual", "nash"))


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
    players, cost, names = costs_from(str(file))
    assert (players, cost(1, frozenset({0, 1})), names) == (2, Fraction(1, 10), None)


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
    elsewhere = ["--records", str(tmp_path / "there"), "--only", "concept=nash"]
    there = json.loads(told(capsys, "study", str(file), "--json", *elsewhere))
    assert (there["runs"], [r["settings"]["concept"] for r in there["records"]]) == (1, ["nash"])
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
        (("analyse", "--costs", "no-such-file.json"), "No such file"),
        (("analyse", "5", "--csv", "sizes.csv"), "give either sizes"),
        (("allocate", "--alone", "0.9"), "give --levels, or --csv FILE with a column 'level'"),
        (("allocate", "--alone", "0.9", "--levels", "0.5"), "0.9|9/10"),
        (("allocate", "--alone", "0.5", "--levels", "0.6", "0.6"), "strictly increasing"),
        (("allocate", "--alone", "0.5", "--levels", "0.6", "--cost", "cheap"), "cost"),
        (
            ("allocate", "--alone", "0.5", "--levels", "0.6", "--csv", "none.csv"),
            "either --alone and --levels or --csv",
        ),
        (("claims", "no-such-claim"), "no claim has 'no-such-claim' in its name$"),
        (("claims", "--verdict", "fine"), "no claim has the verdict 'fine'$"),
        (("claims", "no-such-claim", "--verdict", "false"), "no claim has 'no-such-claim' .* and the verdict 'false'$"),
        (("claims", "coalitions", "--csv", "none.csv"), "give either a part of the name or --csv"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(capsys, arguments, words):
    assert re.search(words, refused(capsys, *arguments))


def test_a_study_that_is_not_there_is_one_line(capsys, tmp_path):
    with pytest.raises(SystemExit) as end:
        main(["study", str(tmp_path / "none.toml")])
    assert "No such file" in str(end.value.code)


@pytest.fixture
def table(tmp_path, monkeypatch):
    """From the text of a CSV file to the words that name it: its path, or `-` with the text on the standard input."""

    def make(text, how):
        if how == "-":
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
            return "-"
        file = tmp_path / "table.csv"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return make


HOW = pytest.mark.parametrize("how", ["file", "-"])


@HOW
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_analyse_reads_sizes_from_a_column(capsys, table, form, how):
    sizes = table("clinic,size\nnorth,5\nsouth,5\neast,25\n", how)
    given = told(capsys, "analyse", "--csv", sizes, "--noise", "10", *form)
    assert given == told(capsys, "analyse", "5", "5", "25", "--noise", "10", *form)


def test_analyse_uses_names_of_players_where_the_file_has_them(capsys, table):
    sizes = table("name,size\nnorth,5\nsouth,5\neast,25\n", "file")
    assert "stable: north,south | east" in told(capsys, "analyse", "--csv", sizes, "--noise", "10")
    found = json.loads(told(capsys, "analyse", "--csv", sizes, "--noise", "10", "--json"))
    assert (found["names"], found["stable"]["core"]) == (["north", "south", "east"], ["0,1 | 2"])


@HOW
def test_analyse_reads_own_costs_from_csv_as_from_json(capsys, table, tmp_path, how):
    other = tmp_path / "costs.json"
    other.write_text('{"0": [0.3], "1": [0.3], "0,1": [0.3, 0.1]}')
    right = json.loads(told(capsys, "analyse", "--costs", str(other), "--json"))
    costs = table("north,south\n0.3,\n,0.3\n0.3,0.1\n", how)
    found = json.loads(told(capsys, "analyse", "--costs", costs, "--json"))
    assert found == {**right, "names": ["north", "south"]}


@HOW
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_allocate_reads_columns_of_different_lengths(capsys, table, form, how):
    alone, levels = ["0.52", "0.61", "0.74"], ["0.66", "0.83", "0.72", "0.78"]
    right = told(capsys, "allocate", "--alone", *alone, "--levels", *levels, *form)
    both = table("alone,level\n0.52,0.66\n0.61,0.83\n0.74,0.72\n,0.78\n", how)
    assert told(capsys, "allocate", "--csv", both, *form) == right
    one = table("alone\n0.52\n0.61\n0.74\n", how)
    assert told(capsys, "allocate", "--csv", one, "--levels", *levels, *form) == right


def test_study_reads_a_row_for_each_run_and_leaves_its_records_beside(capsys, table, tmp_path):
    runs = table("study,kind,players,concept,largest\n" + "".join(
        f"empty-core,every-size,3,{concept},5\n" for concept in ("nash", "core")
    ), "file")  # fmt: skip
    assert "2 runs, 2 of them without a record" in told(capsys, "study", "--csv", runs, "--list")
    found = json.loads(told(capsys, "study", "--csv", runs, "--json"))
    assert found["runs"] == len(found["records"]) == 2
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix in (".csv", ".toml")) == ["table.csv"]
    file = tmp_path / "study.toml"
    file.write_text(STUDY)
    assert "2 runs, 0 of them without a record" in told(capsys, "study", str(file), "--list")


def test_study_reads_runs_from_the_standard_input(capsys, table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    runs = table("study,kind,players,concept,largest\nempty-core,every-size,3,nash,5\n", "-")
    assert "1 runs, 1 of them without a record" in told(capsys, "study", "--csv", runs, "--list")
    assert list(tmp_path.glob("*.toml")) == []


@HOW
def test_claims_are_told_for_names_in_a_column(capsys, table, how):
    names = ["coalitions/lemma-c-1", "coalitions/table-1"]
    listed = told(capsys, "claims", "--csv", table("id,mark\n" + "".join(f"{n},3\n" for n in names), how), "--json")
    assert [entry["id"] for entry in json.loads(listed)] == names
    lines = told(capsys, "claims", "--csv", table("id\n" + "\n".join(names), how)).splitlines()
    assert [line.split()[0] for line in lines] == names


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["analyse"], "records\n5\n", "must have a column 'size', it has 'records'"),
        (["analyse"], "size\n5\nfive\n", "line 3, column 'size': expected a number such as"),
        (["analyse"], "size,x\n5,1\n,1\n", "line 3, column 'size' must not be blank"),
        (["analyse"], "size,x\n5,1\n6\n", "line 3 must have 2 cells as the header has, got 1"),
        (["analyse"], "size,size\n5,5\n", "one name for each column, each once"),
        (["analyse"], "size\n", "must have a header line that names the columns, and rows"),
        (["analyse"], "", "must have a header line"),
        (["analyse"], 'size\n"5\n', "line 2 is not CSV"),
        (["analyse"], "size\n0\n5\n", "sizes must be"),
        (["allocate"], "alone\n0.5\n", "must have a column 'level', it has 'alone'"),
        (["allocate"], "alone,level\n0.5,0.6\n,0.7\n0.6,0.8\n", "line 3, column 'alone' must not be blank"),
        (["allocate", "--levels", "0.6"], "alone,level\n0.5,0.6\n", "either --levels or a column 'level', not both"),
        (["study"], "kind\nx\n", "must have a column 'study'"),
        (["study"], "study,colour\nempty-core,red\n", "has a column 'colour'; a run has"),
        (["study"], "study,players\nempty-core,many\n", "line 2, column 'players': expected int.*got 'many'"),
        (["study", "one.toml"], "study\nempty-core\n", "give either a study file or --csv"),
        (["claims"], "id\nno/such-claim\n", "no claim has the name 'no/such-claim'"),
        (["claims", "--verdict", "fine"], "id\ncoalitions/table-1\n", "no claim of this file has the verdict 'fine'$"),
        (["claims", "coalitions"], "id\ncoalitions/table-1\n", "give either a part of the name or --csv"),
    ],
)
def test_a_file_that_is_wrong_is_one_line_with_its_place(capsys, table, arguments, text, words):
    assert re.search(words, refused(capsys, *arguments, "--csv", table(text, "file")))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_not_there_or_no_text_is_one_line(capsys, tmp_path, command):
    assert "No such file" in refused(capsys, command, "--csv", str(tmp_path / "none.csv"))
    (tmp_path / "bytes.csv").write_bytes(b"size\n\xff\xfe\n")
    assert "must be text in UTF-8" in refused(capsys, command, "--csv", str(tmp_path / "bytes.csv"))


AGREE = [[], ["--help"], ["--version"], ["analyse"], ["analyse", "5", "5", "25", "--json"], ["share"]] + [
    [command, "--help"] for command in COMMANDS
]


@pytest.mark.parametrize("arguments", AGREE, ids=" ".join)
def test_the_package_as_a_module_and_the_command_agree(capsys, arguments):
    def ended(run):
        try:
            run(arguments)
            status = 0
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    assert ended(main) == ended(module.main)
