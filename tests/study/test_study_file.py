"""One dialect: lists multiply, tables win over [settings], and what is wrong is refused before anything runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from incentives_book.study.records import key_of, read_records
from incentives_book.study.study_file import KINDS, kind_of, read_study, short

FOLDER = Path(__file__).parents[2] / "experiments"
STUDIES = sorted(path.parent.name for path in FOLDER.glob("*/study.toml") if path.parent.name != "llama-fine-tuning")
GAMES = (
    'study = "empty-core"\nabout = "games"\n[settings]\nkind = "uniform"\ngames = 5\nlow = 1\nhigh = 2\nseed = [0, 1]\n'
)


@pytest.fixture
def study(tmp_path):
    """From the text of a study file to the study."""

    def read(text, **how):
        path = tmp_path / "study.toml"
        path.write_text(text)
        return read_study(path, **how)

    return read


def test_lists_multiply_and_the_last_turns_fastest(study):
    text = GAMES + "[[run]]\nplayers = [3, 4]\n[[run]]\nseed = 7\nhigh = [5.0, 6.0]\nplayers = 5\n"
    asked = [(s.players, s.seed, s.low, s.high) for s in study(text).settings]
    first = [(players, seed, 1.0, 2.0) for players in (3, 4) for seed in (0, 1)]
    assert asked == [*first, (5, 7, 1.0, 5.0), (5, 7, 1.0, 6.0)]
    assert [s.seed for s in study(text, seeds=3, only={"players": "4"}).settings] == [0, 1, 2]
    assert {type(s.low) for s in study(text).settings} == {float}


def test_equal_settings_are_asked_for_once(study):
    assert len(study(GAMES + "[[run]]\nplayers = [3, 3]\n[[run]]\nplayers = 3\n").settings) == 2


def test_what_others_are_measured_against_comes_first(study):
    pytest.importorskip("torch")
    text = 'study = "rewards"\n[[run]]\nmethod = ["fedavg", "aequa"]\npartition = ["homogeneous", "label-skew"]\n'
    asked = [(s.method, s.partition) for s in study(text).settings]
    assert asked == [(m, p) for m in ("stand-alone", "fedavg", "aequa") for p in ("homogeneous", "label-skew")]
    only = study(text, only={"method": "aequa", "partition": "label-skew"}).settings
    assert [(s.method, s.partition) for s in only] == [("stand-alone", "label-skew"), ("aequa", "label-skew")]
    assert short(only[1]) == "seed 0, method aequa, partition label-skew"


@pytest.mark.parametrize("name", STUDIES)
def test_the_committed_records_are_runs_of_their_study(name):
    if name != "empty-core":
        pytest.importorskip("torch")
    study = read_study(FOLDER / name / "study.toml")
    asked = [key_of(study.kind.told(setting)) for setting in study.settings]
    assert len(set(asked)) == len(asked)
    assert {key_of(record["settings"]) for record in read_records(study.store)} <= set(asked)


def test_there_is_a_study_of_every_kind():
    named = {line for name in STUDIES for line in (FOLDER / name / "study.toml").read_text().splitlines()}
    assert named >= {f'study = "{name}"' for name in KINDS}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "study must be one of empty-core, truthful-federation, .*, got ''"),
        ('study = "weather"', "got 'weather'"),
        ("study = [", "is not valid TOML"),
        ('[[llama]]\ngame = "x"', r"may hold study, about, \[settings\] and \[\[run\]\]; got llama"),
        ('study = "empty-core"', r"must hold at least one \[\[run\]\]"),
        (
            GAMES + "[[run]]\nplayers = 3\ncolour = 1",
            r"a \[\[run\]\] has no field \['colour'\] or lacks \[\]; it has kind",
        ),
        (GAMES + "[[run]]\nseed = 3", r"lacks \['players'\]"),
        (GAMES + "[[run]]\nplayers = 3\n[settings.digit]\nlow = 1", r"."),
        (GAMES + "[[run]]\nplayers = 3.5", "players must be of type int, got 3.5"),
        (GAMES + "[[run]]\nplayers = true", "players must be of type int, got True"),
        (GAMES + '[[run]]\nplayers = 3\nlow = "1"', "low must be of type float, got '1'"),
        (GAMES + "[[run]]\nplayers = 3\ngames = 0", "needs games >= 1"),
        (GAMES + "[[run]]\nplayers = []", "nothing to run"),
    ],
)
def test_bad_files_are_refused(study, text, message):
    with pytest.raises(ValueError, match=message):
        study(text)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"participation": '"no"'}, "participation must be of type bool, got 'no'"),
        ({"tests": "true"}, r"tests must be of type int \| None, got True"),
        ({"method": '"fedavgg"'}, "method must be one of stand-alone"),
        ({"data": '"digit"'}, "data must be one of"),
        ({"partition": '"skew"'}, "partition of digits must be one of"),
        ({"clients": "1"}, "clients must be a whole number of at least 2"),
        ({"narrowest": "1.5"}, "narrowest must be a finite number above 0 and below 1"),
    ],
)
def test_bad_settings_of_a_kind_are_refused(study, change, message):
    pytest.importorskip("torch")
    fields = {"method": '"aequa"', **change}
    with pytest.raises(ValueError, match=message):
        study('study = "rewards"\n[[run]]\n' + "".join(f"{name} = {value}\n" for name, value in fields.items()))


def test_other_bad_input(study):
    text = GAMES + "[[run]]\nplayers = 3\n"
    with pytest.raises(ValueError, match=r"nothing to run: no run of .* fits only"):
        study(text, only={"players": "9"})
    with pytest.raises(ValueError, match=r"only may hold kind, players, .*; got method"):
        study(text, only={"method": "aequa"})
    with pytest.raises(ValueError, match="study must be one of"):
        kind_of("weather")


@pytest.mark.parametrize(
    ("name", "module", "extra"),
    [
        ("truthful-federation", "torch", "learning"),
        ("own-data", "torch", "learning"),
        ("fine-tuning", "torch", "learning"),
    ],
)
def test_a_kind_that_needs_a_package_names_the_extra_that_brings_it(name, module, extra):
    program = (
        f"import sys; sys.modules[{module!r}] = None\n"
        f"from incentives_book.study.study_file import kind_of\nkind_of({name!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith(f"ModuleNotFoundError: a study of the kind {name!r} needs {module}: pip install"), last
    assert f"'incentives[{extra}]'" in last


def test_another_missing_module_is_told_as_it_is(monkeypatch):
    monkeypatch.setitem(KINDS, "mine", "no_such_module_of_mine")
    with pytest.raises(ModuleNotFoundError, match=r"^No module named 'no_such_module_of_mine'$"):
        kind_of("mine")
