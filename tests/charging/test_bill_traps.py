"""What could make a bill promise more than was measured: each trap of `bill-traps.md` ends in an error or in a note."""

import ast
import copy
import json
import random
import re
import shutil
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("trl")

from incentives.charging.base_model import BaseModel
from incentives.charging.bill import TOLD, served
from incentives.charging.bill_notes import ALONE, HALF, HEARD, REPORT_FREE
from incentives.charging.caps import capped
from incentives.charging.charged_models import PromptsRepeated, TrainedOnReports, charge
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.soups import Hybrid
from incentives.charging.training_runs import runs
from incentives.learning.chance import generator
from incentives.payments.kept_samples import KeptSample
from incentives.payments.report_free import report_free_payments
from incentives_book.guide.your_own_model_and_rewards import all_replies

from .tiny_models import INITIAL, PROMPTS, REWARDS, SIZES, brief

pytestmark = [
    pytest.mark.usefixtures("offline"),
    pytest.mark.filterwarnings("ignore::incentives.charging.charged_models.TrainedOnReports"),
    pytest.mark.filterwarnings("ignore::incentives.charging.charged_models.PromptsRepeated"),
]
ALL = [INITIAL, *[Hybrid(run.name, {run.name: 1.0}) for run in runs(SIZES)]]
FIXED = {"highest": 1.0, "cap": 1e4}
TESTS = Path(__file__).parents[1]
TABLE = Path(__file__).with_name("bill-traps.md")


def bill_of(model, models=ALL, rewards=REWARDS, *, prompts=PROMPTS * 200, sizes=SIZES, **options):
    given = {"generator": generator(1, "bill"), "batch": 64} | options
    return charge(model, models, rewards, sizes, prompts, **given)[0]


def notes(bill):
    return " ".join(bill.notes)


def test_every_trap_of_the_table_has_a_test():
    table = TABLE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) (.+?) \| (.+?) \| `(\S+)` \|$", table, re.M)
    assert [int(number) for number, *_ in rows] == list(range(1, len(rows) + 1))
    assert len(rows) == table.count("\n| ") - 1 > 60
    assert len({trap for _, trap, _, _ in rows}) == len(rows)
    files = {path.stem: path for folder in ("charging", "payments") for path in TESTS.glob(f"{folder}/test_*.py")}
    defined = {
        name: {
            node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)
        }
        for name, path in files.items()
    }
    for number, trap, _, test in rows:
        file, _, name = test.rpartition("::")
        assert name in defined[file or Path(__file__).stem], f"trap {number}, {trap}: {test}"


def test_the_bill_says_what_is_certified(trained):
    """No trap: from 1,200 replies every line has its number."""
    bill = bill_of(trained, prompts=PROMPTS * 600, **FIXED)
    assert "no certificate" not in str(bill).lower()
    assert [g.without for g in bill.guarantees] == [None, 0, 1]
    assert REPORT_FREE in bill.notes
    assert "provided" not in str(bill)
    for who, most in enumerate(bill.wins):
        assert most == bill.guarantees[0].bound.at_most
        assert f"{bill.groups[who]}: at most {most:.3f}" in str(bill)
    assert "cap 10000" in str(bill)
    assert bill.provenance == ("nothing: initial model", *["these rewards"] * 3)
    assert "without sampling error" in notes(bill)
    allowed = (
        "each certificate allows for all of them, by a level that is divided by 4 and by the number of certificates"
    )
    assert f"also chose among 4 models: {allowed}, 3." in notes(bill)
    assert all(g.bound.level == pytest.approx(0.05 / 12) for g in bill.guarantees)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"highest": 0.2}, r"rewards\[0\] must be at most 0.2"),
        ({"highest": -1.0}, "highest"),
        ({"highest": 2e100}, "highest must be at most 1e100 above lowest"),
        ({"highest": 0.9e100, "lowest": -0.9e100}, "highest must be at most 1e100 above lowest"),
        ({"highest": float("nan")}, "highest"),
        ({"lowest": float("nan")}, "lowest"),
        ({"cap": 0.5}, "cap"),
        ({"cap": float("inf")}, "cap"),
        ({"cap": float("nan")}, "cap"),
        ({"penalty": 0.0}, "penalty"),
        ({"penalty": -1.0}, "penalty"),
        ({"penalty": float("inf")}, "penalty"),
        ({"penalty": float("nan")}, "penalty"),
        ({"level": 0.0}, "level"),
        ({"level": 1.0}, "level"),
        ({"models": [INITIAL, Hybrid("a", {"all": 1.0}), Hybrid("a", {"without 0": 1.0})]}, "different names"),
    ],
)
def test_traps_that_end_in_an_error(trained, options, words):
    with pytest.raises(ValueError, match=words):
        bill_of(trained, **({"prompts": PROMPTS * 5} | options))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cap": 16.0}, "was not declared"),
        ({"highest": 1.0}, "has promised no cap"),
        ({"highest": 1.0, "cap": 1.0001}, "breaks the cap of 1.0001 on"),
        (FIXED | {"proposal": [1, 2, 3]}, "initial model does not speak"),
        (FIXED | {"prompts": PROMPTS * 5}, "no less than the range of the rewards"),
        (FIXED | {"sizes": [3], "rewards": REWARDS[:1], "models": ALL[:1]}, "nobody's reward is left"),
    ],
)
def test_traps_that_end_in_no_certificate(trained, options, words):
    bill = bill_of(trained, **options)
    assert words in notes(bill)
    assert "No certificate (" in notes(bill)
    assert "| no certificate |" in str(bill)


def test_without_a_largest_reward_nobody_is_told_a_value_at_least(trained):
    bill = bill_of(trained, prompts=PROMPTS * 50)
    assert bill.at_least == (None, None)
    assert str(bill).count("| unknown |") >= 2
    assert "also chose" not in notes(bill)


def test_one_reply_for_each_prompt_leaves_the_estimate_unknown(trained):
    bill = bill_of(trained, prompts=PROMPTS, **FIXED)
    assert all(g.estimate is None for g in bill.guarantees)
    assert "| unknown | 0.000 | no certificate |" in str(bill)


def test_a_run_below_the_initial_model_is_said_with_advice(trained):
    """The run for the others, charged as if it were trained for a reward of the opposite sign."""
    rude = [lambda p, r: [1 - x for x in REWARDS[0](p, r)], lambda p, r: [1 - x for x in brief(p, r)]]
    bill = bill_of(trained, rewards=rude)
    assert "The run all ends below the initial model (-0." in notes(bill)
    assert "for the rewards of everybody" in notes(bill)
    assert "smaller learning rate" in notes(bill)
    assert "below the initial model" not in notes(bill_of(trained))
    weak = [lambda p, r: [0.0] * len(r), lambda p, r: [0.0] * len(r)]
    assert "The run all ends" in notes(bill_of(trained, rewards=weak))


def test_where_a_lie_can_change_what_is_trained_nothing_is_said_of_lies(trained):
    with pytest.warns(TrainedOnReports):
        bill = bill_of(trained, ALL[:2], **FIXED)
    assert bill.wins == (None, None)
    assert "group 0: no certificate; group 1: no certificate" in str(bill)
    folders = {name: str(path) for name, path in trained.adapters.items()}
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(folders["all"], Path(scratch) / "found", ignore=shutil.ignore_patterns("run.json"))
        found = LanguageModel(trained.base, adapters={"found": str(Path(scratch) / "found")})
        bill = bill_of(found, [INITIAL, Hybrid("found", {"found": 1.0})], **FIXED)
    assert bill.wins == (None, None)
    assert bill.provenance[1] == "unknown"


def test_candidates_trained_on_other_rewards_leave_a_lie_nothing(trained):
    other = [lambda p, r: [reply.count("never") / 3 for reply in r], lambda p, r: [0.5] * len(r)]
    bill = bill_of(trained, rewards=other, **FIXED)
    assert bill.wins == (0.0, 0.0)
    assert set(bill.provenance[1:]) == {"other rewards"}
    before = "provided that they were trained before the reports"
    assert f"group 0: at most 0.000; group 1: at most 0.000, {before}." in str(bill)
    assert bill.notes[0].endswith(f"truth is a best report in this table, {before}.")
    assert "provided" not in str(bill_of(trained, ALL[:1], other, **FIXED))  # nothing is trained


def scaled(change):
    return [lambda p, r, f=f: [change(x) for x in f(p, r)] for f in REWARDS]


@pytest.mark.parametrize(
    "rewards",
    [
        scaled(lambda x: 0.99 * x),
        scaled(lambda x: x + 0.01),
        scaled(lambda x: 0.2 + 0.3 * x),
        scaled(lambda x: 1 / (1 + np.exp(-(x - 0.5) / 0.05))),  # another spread
        scaled(lambda x: x**4),
        REWARDS[::-1],
    ],
    ids=["times .99", "plus .01", "affine", "spread", "bent", "places"],
)
def test_rewards_that_are_nearly_those_of_training_promise_nothing(trained, rewards):
    with pytest.warns(TrainedOnReports, match="Nearly these rewards: all, without 0, without 1 may have been trained"):
        bill = bill_of(trained, rewards=rewards, prompts=PROMPTS * 50, **(FIXED | {"highest": 1.01}))
    assert bill.wins == (None, None)
    assert set(bill.provenance[1:]) == {"nearly these rewards"}
    assert "group 0: no certificate; group 1: no certificate" in str(bill)
    assert "truth is a best report" not in str(bill)


@pytest.fixture(scope="module")
def two_checkpoints(trained_folder):
    """The base with some noise on its weights, twice, as folders of whole models."""
    import torch

    base = BaseModel(trained_folder / "model", longest=3)
    for seed, name in enumerate(("one", "other")):
        model, chance = base.load(), generator(seed, "noise")
        with torch.no_grad():
            for weight in model.parameters():
                weight.add_(0.05 * torch.randn(weight.shape, generator=chance))
        model.save_pretrained(trained_folder / name)
    return base, {name: trained_folder / name for name in ("one", "other")}


@pytest.mark.parametrize("cap", [None, 2.0])
def test_checkpoints_that_are_mixed_or_capped_are_saved_with_their_places_and_served(two_checkpoints, tmp_path, cap):
    base, places = two_checkpoints
    model = LanguageModel(base, checkpoints=places)
    models = [INITIAL, Hybrid("mixed", {"one": 0.5, "other": 0.5}, "words")]
    models = models if cap is None else capped([INITIAL, Hybrid("mixed", {"one": 0.5, "other": 0.5})], cap)
    bill = replace(bill_of(model, models, cap=cap), chosen=1)
    bill.save(tmp_path, model, models)
    found, hybrid = served(tmp_path / "model")
    drawn = found.sample(hybrid, PROMPTS * 10, longest=3, generator=generator(2, "serve"))
    assert drawn.tokens.equal(model.sample(models[1], PROMPTS * 10, longest=3, generator=generator(2, "serve")).tokens)
    assert np.allclose(found.log_probabilities(hybrid, drawn), model.log_probabilities(models[1], drawn))


def test_a_mixture_of_models_that_nobody_can_find_again_is_refused_before_the_bill(two_checkpoints):
    base, places = two_checkpoints
    model = LanguageModel(base, checkpoints={"one": base.load(places["one"])})
    alone = Hybrid("one", {"one": 1.0})
    bill_of(model, [INITIAL, alone])  # whole weights can be saved
    for lost in (capped([alone], 2.0)[0], Hybrid("mixed", {"one": 0.5}, "words")):
        with pytest.raises(ValueError, match=r"needs one\. Save it"):
            bill_of(model, [INITIAL, lost])
    nameless = base.load()
    nameless.name_or_path = ""
    model = LanguageModel(BaseModel(nameless, base.tokenizer, longest=3), checkpoints=places)
    with pytest.raises(ValueError, match="needs the base"):
        bill_of(model, [INITIAL, *capped([alone], 2.0)])


def test_half_precision_is_said_and_served_as_it_was_judged(trained, tmp_path):
    base = BaseModel(trained.base.model, longest=3, dtype="bfloat16")
    model = LanguageModel(base, adapters={name: str(path) for name, path in trained.adapters.items()})
    models = capped(ALL[:2], 2.0)
    bill = replace(bill_of(model, models, cap=2.0), chosen=1)
    assert HALF.format("bfloat16") in bill.notes
    assert "judged in" not in notes(bill_of(trained, models, cap=2.0))
    bill.save(tmp_path, model, models)
    assert served(tmp_path / "model")[0].dtype == "bfloat16"
    assert served(tmp_path / "model", dtype="float32")[0].dtype == "float32"


def test_a_tokenizer_of_another_place_is_kept_beside_the_mixture(trained, tmp_path):
    tokenizer = copy.deepcopy(trained.tokenizer)
    tokenizer.chat_template = "{% for m in messages %}dance {{ m['content'] }}{% endfor %}"
    base = BaseModel(trained.base.model, tokenizer, longest=3, chat=True)
    model = LanguageModel(base, adapters={"all": str(trained.adapters["all"])})
    models = capped(ALL[:2], 2.0)
    replace(bill_of(model, models, cap=2.0), chosen=1).save(tmp_path, model, models)
    assert served(tmp_path / "model")[0].encode(["eat"]) == model.encode(["eat"])


def test_prompts_that_were_repeated_are_no_draw(trained):
    for repeated in (PROMPTS * 100, (PROMPTS * 100)[:-1]):
        with pytest.warns(PromptsRepeated, match="Each of the 2 prompts was asked as often as the others"):
            bill = bill_of(trained, prompts=repeated, **FIXED)
        assert "as if they were repeated" in notes(bill)
    with warnings.catch_warnings():
        warnings.simplefilter("error", PromptsRepeated)
        bill_of(trained, prompts=PROMPTS * 100)  # nothing is certified
        bill_of(trained, prompts=PROMPTS[:1] * 200, **FIXED)  # one prompt may be all that is of interest
        drawn = bill_of(trained, prompts=random.Random(0).choices(PROMPTS, k=200), **FIXED)
    assert "as if they were repeated" not in notes(drawn)


def test_a_mixture_of_words_that_is_chosen_is_saved_as_a_mixture(trained, tmp_path):
    models = [INITIAL, Hybrid("words", {"all": 0.7, "without 0": 0.3}, "words")]
    bill = bill_of(trained, models)
    assert bill.models[bill.chosen] == "words"
    bill.save(tmp_path, trained, models)
    told = json.loads((tmp_path / "model" / "mixture.json").read_text(encoding="utf-8"))
    assert (told["shares"], told["how"]) == ({"all": 0.7, "without 0": 0.3}, "words")
    assert set(told["adapters"]) >= {"all", "without 0"}
    assert "saved as a mixture: words" in notes(bill)
    assert Hybrid(told["name"], told["shares"], told["how"]).shares == models[1].shares


def test_a_cap_that_nothing_keeps_is_said(trained):
    loose = "Nothing keeps the cap of 4 when these are served"
    options = {"highest": 1.0, "cap": 4.0}
    assert f"{loose}, whatever the sample looks like: all, without 0, without 1" in notes(bill_of(trained, **options))
    assert f"{loose}, whatever the sample looks like: without 0" in notes(
        bill_of(trained, [*capped(ALL[:2], 4.0), *capped(ALL[2:3], 5.0), *capped(ALL[3:], 2.0)], **options)
    )


def test_capped_candidates_are_certified_below_a_cap_that_they_would_break(trained):
    """A cap of 2 that the runs break by far: below it nothing is missed but what the certificate allows."""
    options = {"highest": 1.0, "cap": 2.0, "prompts": PROMPTS * 600}
    assert "breaks the cap of 2 on" in notes(bill_of(trained, **options))
    models = capped(ALL, 2.0)
    bill = bill_of(trained, models, **options)
    assert "Nothing keeps" not in notes(bill)
    assert "no certificate" not in str(bill).lower()
    assert bill.provenance == ("nothing: initial model", *["these rewards"] * 3)
    for g, weights in zip(bill.guarantees, [SIZES, (0, SIZES[1]), (SIZES[0], 0)], strict=True):
        missed = missed_below(trained, models[g.model], weights, cap=2.0)
        assert missed >= -1e-6
        assert g.least <= missed <= g.bound.at_most
        assert g.estimate == pytest.approx(missed, abs=0.05)
    for who, (least, (value, _)) in enumerate(zip(bill.at_least, bill.values, strict=True)):
        truth = expected(trained, models[bill.chosen], REWARDS[who])
        assert value - 0.1 < least <= truth
        assert (
            f"| {bill.groups[who]} | {SIZES[who]:g} | {value:.3f} ± {bill.values[who][1]:.3f} | {least:.3f} |"
            in str(bill)
        )


def expected(model, hybrid, reward):
    """One member's mean reward, with all replies listed: the mean over the prompts."""
    found = []
    for prompt in PROMPTS:
        replies = all_replies(model, prompt, longest=3)
        texts = replies.texts(model.tokenizer)
        law = np.exp(model.log_probabilities(hybrid, replies, batch=4000).numpy())
        found.append(law @ np.array(reward([prompt] * len(texts), texts)))
    return float(np.mean(found))


def missed_below(model, hybrid, weights, *, cap):
    """What a model misses of the best one below the cap, with all replies listed: the mean over the prompts."""
    missed = []
    for prompt in PROMPTS:
        replies = all_replies(model, prompt, longest=3)
        texts = replies.texts(model.tokenizer)
        total = sum(w * np.array(r([prompt] * len(texts), texts)) for w, r in zip(weights, REWARDS, strict=True))
        q, p = (np.exp(model.log_probabilities(m, replies, batch=4000).numpy()) for m in (INITIAL, hybrid))
        low, high = total.min() - 9.0, total.max() + 9.0
        for _ in range(100):  # the level at which probabilities cut at the cap add up to 1
            level = (low + high) / 2
            ratio = np.minimum(np.exp(total - level), cap)
            low, high = (level, high) if q @ ratio > q.sum() else (low, level)
        best = q @ (ratio * total - ratio * np.log(ratio))
        missed.append(best - (p @ total - p @ np.log(p / q)))
    return float(np.mean(missed))


def test_a_capped_model_is_served_as_it_was_judged(trained, tmp_path):
    models = capped([INITIAL, ALL[1]], 2.0)
    bill = bill_of(trained, models, highest=1.0, cap=2.0)
    assert bill.models[bill.chosen] == "all"
    bill.save(tmp_path, trained, models)
    model, hybrid = served(tmp_path / "model")
    assert (hybrid.name, hybrid.cap) == ("all", 2.0)
    drawn = model.sample(hybrid, PROMPTS * 20, longest=3, generator=generator(2, "serve"))
    again = trained.sample(models[1], PROMPTS * 20, longest=3, generator=generator(2, "serve"))
    assert drawn.tokens.equal(again.tokens)
    ratio = model.log_probabilities(hybrid, drawn) - model.log_probabilities(INITIAL, drawn)
    assert float(ratio.max()) <= np.log(2.0) + 1e-6
    told = json.loads((tmp_path / "model" / "mixture.json").read_text(encoding="utf-8"))
    assert set(told) == set(TOLD)
    for lacking in TOLD:
        old = {key: value for key, value in told.items() if key != lacking}
        (tmp_path / "model" / "mixture.json").write_text(json.dumps(old), encoding="utf-8")
        with pytest.raises(ValueError, match=rf"mixture\.json lacks {lacking}\. Save the bill again"):
            served(tmp_path / "model")
    (tmp_path / "model" / "mixture.json").write_text(json.dumps(told | {"adapters": {}}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"does not for \['all'\]"):
        served(tmp_path / "model")
    with pytest.raises(ValueError, match=r"mixture\.json"):
        served(tmp_path)


def test_a_bill_says_whether_its_prices_come_from_speakers_that_have_heard_the_reports(trained):
    """Not if they are free of the report, if only the initial model speaks, or if all were trained on other rewards."""
    usual = bill_of(trained, report_free=False)
    assert [note for note in usual.notes if "speakers that have heard the reports" in note] == [HEARD]
    sad = [lambda prompts, replies: [reply.count("never") / 3 for reply in replies], lambda p, r: [0.5] * len(r)]
    for silent in ({}, {"report_free": True}, {"proposal": [0]}, {"rewards": sad}):
        assert HEARD not in bill_of(trained, **silent).notes
    for heard in ({"proposal": [0, 1, 2]}, {"models": ALL[:3]}):  # no run without group 1 speaks
        assert HEARD in bill_of(trained, **heard).notes
    assert bill_of(trained).payments == bill_of(trained, report_free=True).payments != usual.payments


def test_report_free_payments_agree_with_the_usual_ones_and_need_a_run_without_each_group(trained):
    options = FIXED | {"prompts": PROMPTS * 600}
    bill = bill_of(trained, **options)
    common = bill_of(trained, report_free=False, **options)
    assert bill.chosen == common.chosen
    for free, usual in zip(bill.payments, common.payments, strict=True):
        assert free.low < usual.payment < free.high
        assert free.payment != usual.payment
    assert bill.wins == (bill.guarantees[0].bound.at_most,) * 2
    assert common.wins == tuple(common.guarantees[0].bound.at_most + g.bound.at_most for g in common.guarantees[1:])
    assert all(most < usual for most, usual in zip(bill.wins, common.wins, strict=True))
    assert "which its report cannot move" in notes(bill)
    for wrong, lacking in (
        ({"models": ALL[:3]}, "lacking: group 1"),
        ({"rewards": REWARDS[::-1]}, "lacking: group 0, group 1"),  # trained on other rewards than those charged
        ({"proposal": [0, 1, 2]}, "lacking: group 1"),
        ({"proposal": [1, 2, 3]}, "lacking: the initial model"),
    ):
        with pytest.raises(ValueError, match=lacking):
            bill_of(trained, report_free=True, **wrong)


def test_a_reward_that_changes_its_lists_changes_nobody_elses(trained, tmp_path):
    def rough(prompts, replies):
        found = REWARDS[0](prompts, replies)
        prompts.clear()
        replies.sort()
        return found

    calm, wild = bill_of(trained), bill_of(trained, rewards=[rough, REWARDS[1]])
    assert wild.payments == calm.payments
    assert wild.guarantees == calm.guarantees


def test_a_kept_sample_is_charged_again_to_the_same_bill(trained, tmp_path):
    bill = bill_of(trained, keep=tmp_path / "sample", report_free=False, **FIXED)
    kept = KeptSample.load(tmp_path / "sample.npz")
    assert kept.models == bill.models
    assert set(kept.speakers) == set(range(4))
    assert sorted(set(kept.prompts)) == sorted(PROMPTS)
    chosen, payments = kept.sampled.payment_intervals(SIZES)
    assert (chosen, tuple(payments)) == (bill.chosen, bill.payments)
    judged = [REWARDS[i](list(kept.prompts), list(kept.replies)) for i in range(2)]
    assert np.allclose(kept.sampled.rewards, judged)


def test_the_usual_bill_is_charged_again_from_its_sample(trained, tmp_path):
    """Prices that no report can move need to know who spoke; from other speakers other prices come."""
    bill = bill_of(trained, keep=tmp_path / "sample", **FIXED)
    assert REPORT_FREE in bill.notes
    kept = KeptSample.load(tmp_path / "sample.npz")
    chosen, _ = kept.sampled.payment_intervals(SIZES)
    without = [kept.models.index(f"without {group}") for group in range(2)]
    again = report_free_payments(kept.sampled, kept.speakers, SIZES, without, chosen)
    assert (chosen, tuple(again)) == (bill.chosen, bill.payments)
    others = report_free_payments(kept.sampled, kept.speakers[::-1], SIZES, without, chosen)
    assert tuple(others) != bill.payments


def test_rewards_that_depend_on_the_prompt_alone_leave_nothing_to_be_won(trained):
    by_prompt = [lambda p, r: [float(prompt == PROMPTS[0]) for prompt in p]]
    bill = bill_of(trained, ALL[:1], by_prompt, sizes=[2], **FIXED)
    assert bill.guarantees[0].estimate == pytest.approx(0, abs=1e-6)


def copied(trained, name, folder, **change):
    """The judged model with one of its adapters copied, its weights changed by a function."""
    from safetensors.torch import load_file, save_file

    place = folder / name.replace(" ", "-")
    shutil.copytree(trained.adapters[name], place)
    weights = load_file(place / "adapter_model.safetensors")
    changed = {key: change["weights"](weight) for key, weight in weights.items()}
    save_file(changed, place / "adapter_model.safetensors", metadata={"format": "pt"})
    adapters = {key: str(path) for key, path in trained.adapters.items()} | {name: str(place)}
    return LanguageModel(trained.base, adapters=adapters)


def test_weights_that_were_changed_after_the_run_leave_no_promise(trained, tmp_path):
    """The run without group 1 is trained further by other means; its file still says what the run was."""
    same = copied(trained, "without 1", tmp_path / "same", weights=lambda w: w)
    assert bill_of(same, **FIXED).provenance == bill_of(trained, **FIXED).provenance
    other = copied(trained, "without 1", tmp_path / "other", weights=lambda w: 1.1 * w)
    with pytest.warns(TrainedOnReports, match="On what without 1 was trained is unknown.* its weights are not those"):
        bill = bill_of(other, **FIXED)
    assert bill.provenance[-1] == "unknown"
    assert bill.wins == (None, None)
    assert "group 0: no certificate; group 1: no certificate" in str(bill)


def test_weights_that_are_no_numbers_are_refused_by_the_name_of_their_model(trained, tmp_path):
    broken = copied(trained, "all", tmp_path, weights=lambda w: w * float("nan"))
    with pytest.raises(ValueError, match=r"models must give each reply a log-probability; 'all' gives .* none"):
        bill_of(broken, prompts=PROMPTS * 5, proposal=[0])


def test_a_sample_that_cannot_be_kept_is_refused_before_anything_is_judged(trained, tmp_path, monkeypatch):
    monkeypatch.setattr(LanguageModel, "sample", lambda *_, **__: pytest.fail("replies were drawn"))
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="place where a file can be written"):
        bill_of(trained, keep=tmp_path / "file" / "sample")


def test_a_win_is_said_to_be_that_of_one_group_alone(trained):
    assert ALONE in bill_of(trained, prompts=PROMPTS * 600, **FIXED).notes
    sad = [lambda prompts, replies: [reply.count("never") / 3 for reply in replies], lambda p, r: [0.5] * len(r)]
    assert ALONE in bill_of(trained, rewards=sad).notes  # a lie wins nothing, but two groups together may
    assert ALONE not in bill_of(trained, ALL[:1]).notes  # there is nothing to choose
    assert ALONE not in bill_of(trained, ALL[:2]).notes  # nothing is said of lies at all
