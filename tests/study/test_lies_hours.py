"""Seconds by hand, memory against a count, and the hours of the real run by one command."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

transformers = pytest.importorskip("transformers")
pytest.importorskip("trl")
import torch

from incentives_book.study.charged_models import prompts_of
from incentives_book.study.kept_bytes import kept_bytes
from incentives_book.study.lies_hours import SHAPES, Machine, main, predicted
from incentives_book.study.lies_setting import Setting, candidates_of, runs_of
from incentives_book.study.records import newest, read_records
from incentives_book.study.small_llama import is_small, shape_of, small_llama
from incentives_book.study.study_file import read_study

SMALL = Setting(
    game="one", model="llama 32x2", groups="a; b", sizes="2; 1", rewards="tiny#1; tiny#2", prompts="dance", steps=5,
    replies=8, each=4, longest=3, samples=20, piece=10, rank=2, shares=2, betas="1", alphas="1", micro=4, batch=5,
)  # fmt: skip


def test_seconds_by_hand():
    """Layers alone, products alone, and the weights that are read while words are drawn."""
    shape, never = shape_of("llama 32x2"), 1e30
    runs, models = len(runs_of(SMALL)), candidates_of(SMALL)
    layers = predicted(SMALL, shape, Machine(never, never, 1.0, 100.0, 0.0, 0.0), prompt=2)
    assert layers.training == pytest.approx(runs * (100 + 5 * 2 * (3 + 5 * 2)))
    passes = sum(len(m.shares) if m.how == "words" else 1 for m in models)
    speakers = sum(len(m.shares) < 2 for m in models)
    assert layers.judging == pytest.approx(2 * (3 * 2 * speakers + 4 * passes))
    products = predicted(SMALL, shape, Machine(1.0, never, 0.0, 0.0, 0.0, 0.0), prompt=2, classifiers=7)
    assert products.training == pytest.approx(runs * 5 * 8 * 5 * (12 * shape.parameters + 14))
    assert products.judging == pytest.approx(20 * 5 * 2 * ((1 + passes) * shape.parameters + 7))
    reading = predicted(SMALL, shape, Machine(never, 1.0, 0.0, 0.0, 0.0, 0.0), prompt=2)
    assert reading.training == pytest.approx(runs * 5 * 3 * 4 * shape.parameters)
    choosing = predicted(SMALL, shape, Machine(never, never, 0.0, 0.0, 1.0, 10.0), prompt=2)
    assert choosing.training == pytest.approx(0, abs=1e-9)
    assert choosing.loading == pytest.approx(2 * runs * 10)
    soups = sum(m.how == "weights" and len(m.shares) == 2 for m in models)
    drawn = (
        2 * 3 * (speakers - 1 + 4)
    )  # of each piece each speaker draws three words, the initial model with adapters off
    scored = 4 * (passes - 1 + 4)
    assert choosing.judging == pytest.approx((drawn + scored) * 2 * (runs + soups))
    anew = replace(SMALL, checkpointing=True)
    assert predicted(anew, shape, Machine(1.0, never, 0.0, 0.0, 0.0, 0.0), prompt=2).training > products.training
    halved = predicted(replace(SMALL, dtype="bfloat16"), shape, Machine(), prompt=2)
    assert halved.kept == layers.kept
    assert halved.gigabytes - halved.kept == pytest.approx((layers.gigabytes - layers.kept) / 2)


@pytest.mark.filterwarnings("ignore:.*gradient_checkpointing.*:FutureWarning")
@pytest.mark.parametrize("told", ["llama 256x4", "llama 512x4"])
def test_memory_is_what_is_counted_at_two_sizes(tmp_path, told):
    """The weights, and what the passes forwards over one piece of a step keep, within a fifth."""
    import peft

    model = transformers.AutoModelForCausalLM.from_pretrained(small_llama(tmp_path, told), dtype=torch.bfloat16)
    adapted = peft.LoraConfig(task_type="CAUSAL_LM", r=8, lora_alpha=8, target_modules="all-linear")
    with torch.random.fork_rng():
        model = peft.get_peft_model(model, adapted).train()
    weights = sum(p.untyped_storage().nbytes() for p in model.parameters())
    setting = replace(SMALL, model=told, dtype="bfloat16", micro=16, replies=16, longest=12)
    with kept_bytes() as kept:
        logits = model(input_ids=torch.zeros((16, 16), dtype=torch.long)).logits
        said = logits.float().log_softmax(-1).sum()
    assert kept.now == kept.most
    needs = predicted(setting, shape_of(told), Machine(), prompt=4)
    assert needs.gigabytes * 1e9 == pytest.approx(weights + kept.most, rel=0.2)
    assert needs.kept * 1e9 == pytest.approx(kept.most, rel=0.2)
    said.backward()
    assert kept.now == 0


STUDY = Path(__file__).parents[2] / "experiments" / "lies-to-a-language-model"


def test_memory_is_what_the_rehearsal_recorded_at_two_widths():
    """What real training by the trainer kept at most, in every piece of the rehearsal, within a fifth."""
    settings = {
        setting.model: setting for setting in read_study(STUDY / "study.toml").settings if is_small(setting.model)
    }
    records = newest(read_records(STUDY / "records.jsonl"))
    assert {record["settings"]["model"] for record in records} == set(settings) == {"llama 256x4", "llama 512x4"}
    for record in records:
        setting = settings[record["settings"]["model"]]
        longest = max(len(prompt.split()) for prompt in prompts_of(setting.prompts))
        needs = predicted(setting, shape_of(setting.model), Machine(), prompt=longest)
        assert needs.kept * 1e3 == pytest.approx(record["kept megabytes"], rel=0.2)


def test_the_hours_of_the_real_run_by_one_command(capsys, tmp_path):
    study = STUDY / "study.toml"
    main([str(study)])
    *said, how_far = capsys.readouterr().out.splitlines()
    assert how_far.endswith("judging were predicted at 0.9 to 1.2 of what they took at widths 256 and 512.")
    assert [line.split(",")[0] for line in said[2:]] == [
        "Harmless vs. Humor",
        "Helpful vs. Humor",
        "Harmless vs. Helpful",
    ]
    hours = "5 runs of 4.0 hours (52 minutes of judging), 20 hours together, 15 GB"  # of the rates that are usual
    assert {line.split(": ")[1] for line in said[2:]} == {hours}
    main([str(study), "--rate", f"{2 * Machine().rate}", "--layer", "0", "--start", "0"])
    faster = capsys.readouterr().out.splitlines()[2]
    needs = predicted(
        read_study(study).settings[2], SHAPES["TinyLlama/TinyLlama-1.1B-Chat-v1.0"],
        Machine(rate=2 * Machine().rate, layer=0.0, start=0.0), prompt=64, classifiers=1.55e9,
    )  # fmt: skip
    assert f"5 runs of {(needs.training + needs.loading + needs.judging) / 3600:.1f} hours" in faster
    assert "4.0 hours" not in faster
    unknown = tmp_path / "study.toml"
    unknown.write_text(study.read_text(encoding="utf-8").replace("TinyLlama/", "SomeLlama/"), encoding="utf-8")
    with pytest.raises(SystemExit):
        main([str(unknown)])
    assert "model must be one of TinyLlama/TinyLlama-1.1B-Chat-v1.0 or 'llama WIDTH" in capsys.readouterr().err


def test_tables_that_differ_in_more_than_seeds_are_told_apart(capsys, monkeypatch):
    from incentives_book.study import lies_hours

    tables = tuple(replace(SMALL, seed=seed, steps=steps) for steps in (5, 30_000) for seed in (0, 1))
    monkeypatch.setattr(lies_hours, "read_study", lambda path: SimpleNamespace(settings=tables))
    main(["study.toml"])
    said = capsys.readouterr().out.splitlines()[:-1]
    assert [line.split(": ")[1].split(" of ")[0] for line in said] == ["2 runs", "2 runs"]
    assert said[0] != said[1]
