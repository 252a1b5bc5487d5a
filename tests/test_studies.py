from dataclasses import asdict, dataclass

import pytest

from incentives_book.study.records import read_records
from incentives_book.study.runner import SEEDS, read_settings, run_settings


@dataclass(frozen=True)
class Setting:
    size: int = 1
    sizes: tuple = ()
    lie: str = "none"
    seed: int = 0


LISTS = {**SEEDS, "lies": ("lie", ("none", "big"))}


@pytest.fixture
def study(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text('[[game]]\nsize = 3\nseeds = [4, 5]\n\n[[game]]\nsizes = [1, 2]\nlies = ["small"]\n')
    return path


def test_lists_multiply_and_the_last_turns_fastest(study):
    found = [(s.size, s.lie, s.seed) for s in read_settings(study, "game", Setting, lists=LISTS)]
    assert found == [(3, "none", 4), (3, "big", 4), (3, "none", 5), (3, "big", 5), (1, "small", 0)]


def test_what_has_a_record_is_not_run_again(study):
    asked = read_settings(study, "game", Setting, lists=LISTS)
    ran = []

    def run(setting):
        ran.append(setting)
        if len(ran) == 3:
            raise KeyboardInterrupt
        return {"score": setting.size + setting.seed}

    with pytest.raises(KeyboardInterrupt):
        run_settings(study, asked, run, packages=("numpy",), progress=False)
    records = run_settings(study, asked, run, packages=("numpy",), progress=False)
    assert ran == [*asked[:3], *asked[2:]]
    assert [r["score"] for r in records] == [s.size + s.seed for s in asked]
    assert [r["settings"]["lie"] for r in records] == [s.lie for s in asked]
    assert read_records(study.with_name("records.jsonl")) == records
    assert set(records[0]["made_with"]) >= {"numpy", "commit", "time"}


def test_equal_settings_run_once(study):
    asked = [Setting(), Setting(), Setting(seed=1)]
    ran = []
    run_settings(study, asked, lambda s: ran.append(s) or asdict(s), packages=("numpy",), progress=False)
    assert ran == [Setting(), Setting(seed=1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"must hold at least one \[\[game\]\]"),
        (
            "[[game]]\ncolour = 1",
            r"a \[\[game\]\] has no field \['colour'\]; it has \['lies', 'seeds', 'size'",
        ),
        ("[[game]]\nseed = 1", r"has no field \['seed'\]"),
    ],
)
def test_bad_files_are_refused(tmp_path, text, message):
    path = tmp_path / "study.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_settings(path, "game", Setting, lists=LISTS)
