"""One run from settings to a bill, the file of the paper's own games, and settings that are refused."""

from collections import Counter
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

pytest.importorskip("trl")

from incentives.charging.caps import cap_of
from incentives_book.study import charged_models as study
from incentives_book.study.study_file import read_study

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
TINY = study.Setting(
    game="tiny", model="tiny", groups="a; b; c", sizes="2; 1; 1", rewards="tiny#1; tiny#2; builtins_of_a_test:short",
    prompts="please eat; dance", steps=2, replies=8, each=4, longest=2, samples=20, learning_rate=0.01, rank=2,
)  # fmt: skip


def short(prompts, replies):
    return [1 - len(reply.split()) / 2 for reply in replies]


@pytest.fixture
def here(monkeypatch):
    """A module of the reader's own with a reward in it."""
    import sys
    import types

    module = types.ModuleType("builtins_of_a_test")
    module.short = short
    monkeypatch.setitem(sys.modules, "builtins_of_a_test", module)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")


@pytest.mark.parametrize(("scheme", "models"), [("total", 5), ("copies", 7)])
def test_a_run_leaves_a_bill(here, tmp_path, scheme, models):
    setting = replace(TINY, scheme=scheme, shares=2, save=str(tmp_path / "kept"))
    record = study.run(setting)
    bill = record["bill"]
    assert bill["groups"] == ("a", "b", "c")
    assert len(bill["models"]) == models
    assert all(p["low"] <= p["payment"] <= p["high"] for p in bill["payments"])
    assert ("can gain by a report" in bill["notes"][0]) == (scheme == "copies")
    assert (setting.folder / "charged" / "bill.md").is_file()
    assert setting.folder.parent == tmp_path / "kept"
    assert "pays" in study.line({"settings": {"game": "tiny", "seed": 0}} | record)


def gloomy(prompts, replies):
    return [-len(reply.split()) / 2 for reply in replies]


def test_a_reward_below_0_is_refused_before_anything_is_trained_and_charged_where_it_is_declared(here, monkeypatch):
    import builtins_of_a_test

    monkeypatch.setattr(builtins_of_a_test, "short", gloomy)
    with monkeypatch.context() as patched:
        patched.setattr(study.training_runs, "train", lambda *_, **__: pytest.fail("trained"))
        with pytest.raises(ValueError, match=r"rewards\[2\] must be at least 0"):
            study.run(TINY)
    declared = replace(TINY, lowest="0; 0; -1")
    assert study.told(declared)["lowest"] == "0; 0; -1"
    assert "lowest" not in study.told(TINY)
    assert study.run(declared)["bill"]["lowest"] == (0, 0, -1)


@pytest.mark.parametrize(("scheme", "cap"), [("total", 16.0), ("total", 0.0), ("copies", 2.0)])
def test_a_cap_and_a_largest_reward_are_declared_and_kept(here, tmp_path, monkeypatch, scheme, cap):
    """The candidates keep the cap, the sample is kept, its prompts are drawn, and something is certified."""
    seen = {}
    charged = study.charge

    def charge(model, models, *given, **options):
        seen.update(models=models, prompts=given[2], **options)
        return charged(model, models, *given, **options)

    monkeypatch.setattr(study, "charge", charge)
    setting = replace(
        TINY, scheme=scheme, shares=2, samples=600, batch=64, cap=cap, highest="1; 1; 1", save=str(tmp_path / "kept")
    )
    bill = study.run(setting)["bill"]
    assert [cap_of(model) for model in seen["models"][1:]] == [cap or inf] * (len(bill["models"]) - 1)
    assert seen["highest"] == [1, 1, 1]
    assert (setting.folder / "sample.npz").is_file()
    often = Counter(seen["prompts"])
    assert set(often) == {"please eat", "dance"}
    assert abs(often["dance"] - 300) > 1
    assert (bill["guarantees"][0]["bound"] is not None) == bool(cap)
    assert all(least is not None for least in bill["at_least"])
    assert not any("repeated" in note for note in bill["notes"])


def test_the_paper_s_games_are_stated():
    stated = read_study(EXPERIMENTS / "llama-fine-tuning" / "study.toml").settings
    assert {s.game for s in stated} == {"Harmless vs. Humor", "Faithful vs. Summary"}
    assert [s.members for s in stated] == [[3, 7], [5, 5], [7, 3]] * 2
    assert {s.scheme for s in stated} == {"copies"}


def test_the_rehearsal_can_be_read():
    assert len(read_study(EXPERIMENTS / "charged-models" / "study.toml").settings) == 4


def test_prompts_come_from_a_file_or_from_the_setting(tmp_path):
    file = tmp_path / "prompts.txt"
    file.write_text("one\n\n two \n", encoding="utf-8")
    assert study.prompts_of(str(file)) == ["one", "two"]
    assert study.prompts_of("one; two") == ["one", "two"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": "2; 1"}, "one entry per group"),
        ({"sizes": "2; 0; 1"}, "sizes must be whole numbers"),
        ({"scheme": "each"}, "scheme must be"),
        ({"samples": 1}, "out of range"),
        ({"each": 1}, "each must be"),
        ({"lowest": "0; -1"}, "lowest must have one number per group"),
        ({"highest": "1; 1"}, "highest must have one number per group"),
        ({"cap": 0.5}, "cap must be finite and at least 1"),
        ({"cap": float("nan")}, "cap must be finite and at least 1"),
    ],
)
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        replace(TINY, **change)


def test_a_reward_with_a_bad_number(tmp_path):
    with pytest.raises(ValueError, match="whole number behind"):
        study.reward_of("model#first", tmp_path, TINY)


def test_each_run_keeps_what_it_made_in_a_folder_of_its_own():
    kept = replace(TINY, save="kept")
    assert len({kept.folder, replace(kept, seed=1).folder, replace(kept, penalty=2.0).folder}) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [({"batch": 0}, "batch must be"), ({"groups": "a; b; a"}, "groups must have different names")],
)
def test_what_a_run_cannot_hold_is_refused_before_it(change, message):
    with pytest.raises(ValueError, match=message):
        replace(TINY, **change)
