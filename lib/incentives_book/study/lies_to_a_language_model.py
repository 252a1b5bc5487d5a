"""The study behind a figure of lies to a language model: utilities of a group that misreports its reward or its size.

    python -m incentives_book.study experiments/lies-to-a-language-model/study.toml
    python -m incentives_book.study.lies_figure experiments/lies-to-a-language-model/records.jsonl figure.svg

Two groups. Some lies are mixtures of the two rewards or other sizes, so a run on what is reported is a run on the true
rewards with other weights. Three tables are charged: copies that do not know the reports, mixed by weights ("soups") or
word by word ("decoding"), and runs on the reports, one on everybody's and one without each group ("retrained"). All
models are judged by one sample, which is kept; so every curve is a recomputation from files. With `minutes` everything
is done in pieces: a run stops after so many minutes and the next call goes on, to the same adapters and the same
sample. A record tells the seconds that training, loading and judging took, over all pieces, and the most megabytes
that were kept for backward passes at one time; `lies_hours` predicts them.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from incentives.charging import training_runs
from incentives.charging.base_model import BaseModel
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.judging import Reward, judge
from incentives.charging.pieces import Unfinished
from incentives.charging.provenance import run_of
from incentives.extras import needed
from incentives.learning.chance import generator
from incentives.payments.kept_samples import KeptSample
from incentives.payments.report_curves import ReportCurve, mixture_curve, size_curve
from incentives.payments.sampled_mechanism import SampledModels
from incentives.whole_file import whole_file
from incentives_book.study import charged_models
from incentives_book.study.kept_bytes import kept_bytes
from incentives_book.study.kinds import Kind, as_minutes
from incentives_book.study.lies_setting import CODE, INITIAL, Setting, candidates_of, name_of, runs_of, weights_told
from incentives_book.study.small_llama import is_small, small_llama

TABLES = ("soups", "decoding", "retrained")
SPENT = "spent.json"
ENDS = ("soups: 0", "soups: 1")  # copies alone, which are soups and decoding at once


def run(setting: Setting, minutes: str | None = None) -> dict[str, Any]:
    """The curves of one game, from whatever earlier pieces have left.

    Args:
        setting: the game.
        minutes: after which this piece ends; at least one step of training or one piece of the sample is done.

    Raises:
        Unfinished: this piece is over.
        ValueError: minutes that are not positive, or minutes without a folder.
    """
    if not setting.save:
        if minutes is not None:
            raise ValueError("save must name a folder if minutes are given, where pieces continue each other; got ''")
        with tempfile.TemporaryDirectory() as scratch:
            return run(replace(setting, save=scratch))
    end = np.inf if minutes is None else time.monotonic() + 60 * as_minutes(minutes)
    folder, prompts = setting.folder, charged_models.prompts_of(setting.prompts)
    folder.mkdir(parents=True, exist_ok=True)
    with needed("trl"):
        from trl import RLOOTrainer  # noqa: F401  (loaded here, so that the seconds of the first run are of training)
    options: dict[str, Any] = {} if setting.dtype == "float32" else {"dtype": setting.dtype}
    base = BaseModel(
        _model(setting, folder), longest=setting.longest, chat=setting.chat, device=setting.device or None, **options
    )
    rewards = [charged_models.reward_of(told, folder, setting) for told in charged_models.several(setting.rewards)]
    adapters, worked = {}, False
    for name, weights in runs_of(setting).items():
        place = folder / name
        if not (place / training_runs.RUN_FILE).is_file():
            left = _left(end, worked)
            with _spent(folder, "training", setting), _most_kept(folder):
                training_runs.train(
                    base, training_runs.Run(name, weights), rewards, prompts, place, penalty=setting.penalty,
                    training=setting.training, seed=setting.seed, minutes=left,
                )  # fmt: skip
            worked = True
        adapters[name] = str(place)
    kept = _judged(setting, folder, base, adapters, rewards, prompts, end, worked)
    return {
        "curves": curves(setting, kept),
        "effective": kept.sampled.effective_samples.round(1).tolist(),
        **json.loads((folder / SPENT).read_text(encoding="utf-8")),
    }


def _model(setting: Setting, folder: Path) -> str | Path:
    """The model that the base is loaded from; a small one is written anew by each piece, the same from its seed."""
    if is_small(setting.model):
        return small_llama(folder / "base", setting.model, seed=setting.seed)
    if setting.model == charged_models.TINY:
        return charged_models.tiny_model(folder / "base", seed=setting.seed)
    return setting.model


@contextmanager
def _spent(folder: Path, what: str, setting: Setting) -> Iterator[None]:
    """Add the seconds that are spent here: of the processor, or of the clock where a device computes."""
    clock = time.perf_counter if setting.device else time.process_time
    start = clock()
    try:
        yield
    finally:
        spent = clock() - start
        _note(folder, f"{what} seconds", lambda before: round(before + spent, 2))


@contextmanager
def _most_kept(folder: Path) -> Iterator[None]:
    """Note the most that is kept for backward passes at one time, over all pieces."""
    with kept_bytes() as kept:
        try:
            yield
        finally:
            _note(folder, "kept megabytes", lambda before: max(before, round(kept.most / 1e6, 2)))


def _note(folder: Path, what: str, change: Callable[[float], float]) -> None:
    """Change one number of those that all pieces share."""
    file = folder / SPENT
    told = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    told[what] = change(told.get(what, 0.0))
    with whole_file(file) as beside:
        beside.write_text(json.dumps(told), encoding="utf-8")


def _left(end: float, worked: bool) -> float | None:
    """Minutes that are left of this piece, at least a moment if nothing was done in it.

    Raises:
        Unfinished: none are.
    """
    if end == np.inf:
        return None
    left = (end - time.monotonic()) / 60
    if left <= 0 and worked:
        raise Unfinished("this piece is over; call again")
    return max(left, 1e-9)


def _judged(
    setting: Setting,
    folder: Path,
    base: BaseModel,
    adapters: Mapping[str, str],
    rewards: Sequence[Reward],
    prompts: Sequence[str],
    end: float,
    worked: bool,
) -> KeptSample:
    """The whole sample, whose pieces are judged one by one and kept."""
    models, pieces = candidates_of(setting), []
    alone = [k for k, m in enumerate(models) if not m.shares or run_of(m)]
    model = None
    for piece in range(setting.samples // setting.piece):
        file = folder / "sample" / f"{piece}.npz"
        if not file.is_file():
            _left(end, worked)
            worked = True
            if model is None:
                with _spent(folder, "loading", setting):
                    model = LanguageModel(base, adapters=adapters)
            asked = [prompts[(piece * setting.piece + k) % len(prompts)] for k in range(setting.piece)]
            with _spent(folder, "judging", setting):
                sample, replies, heard, spoke = judge(
                    model, models, rewards, asked, proposal=alone,
                    batch=setting.batch, generator=generator(setting.seed, f"sample {piece}"),
                )  # fmt: skip
            names, texts = tuple(m.name for m in models), tuple(replies.texts(base.tokenizer))
            told = tuple(charged_models.several(setting.groups))
            who = tuple(spoke.tolist())
            KeptSample(tuple(heard), texts, names, told, tuple(alone), sample, who).save(file)
        pieces.append(KeptSample.load(file))
    whole = _joined(pieces)
    whole.save(folder / "sample")
    return whole


def _joined(pieces: Sequence[KeptSample]) -> KeptSample:
    """One sample from pieces that the same models and groups have judged."""

    def together(name: str) -> tuple[Any, ...]:
        return tuple(entry for piece in pieces for entry in getattr(piece, name))

    names = ("log_models", "log_reference", "log_proposal", "rewards")
    arrays = [np.concatenate([getattr(piece.sampled, name) for piece in pieces], axis=-1) for name in names]
    return replace(
        pieces[0], prompts=together("prompts"), replies=together("replies"), speakers=together("speakers"),
        sampled=SampledModels(*arrays),
    )  # fmt: skip


def _only(kept: KeptSample, models: Sequence[str]) -> SampledModels:
    """The sample as some of the models judge it, the initial one first."""
    return replace(kept.sampled, log_models=kept.sampled.log_models[[kept.models.index(name) for name in models]])


def curves(setting: Setting, kept: KeptSample) -> dict[str, dict[str, Any]]:
    """For every table and kind of lie what the first group expects, with payments and without.

    Args:
        setting: whose lies are told.
        kept: the sample with all candidates.
    """
    found: dict[str, dict[str, Any]] = {}
    for table in TABLES:
        for kind, values in (("beta", setting.shares_told), ("alpha", setting.factors)):
            curve = _retrained(setting, kept, kind) if table == "retrained" else _fixed(setting, kept, table, kind)
            found[f"{table}, {kind}"] = {"told": values} | curve
    return found


def _fixed(setting: Setting, kept: KeptSample, table: str, kind: str) -> dict[str, Any]:
    """Copies do not know the reports: one rule answers all of them."""
    names = [n for n in kept.models if n == INITIAL.name or n.startswith(f"{table}: ") or n in ENDS]
    rule = _only(kept, names).rule(penalty=setting.penalty)
    own = np.eye(2, dtype=int).tolist()
    if kind == "beta":
        curve = mixture_curve(rule, own, setting.members, who=0, other=1, shares=setting.shares_told)
    else:
        curve = size_curve(rule, own, setting.members, who=0, factors=setting.factors)
    return _of(curve)


def _of(curve: ReportCurve) -> dict[str, Any]:
    values, payments = (np.array(a, dtype=float) for a in (curve.valuations, curve.payments))
    return {"with": (values - payments).tolist(), "without": values.tolist()}


def _retrained(setting: Setting, kept: KeptSample, kind: str) -> dict[str, Any]:
    """For each report a table of its own: the initial model, and the runs on this report."""
    own, other = map(float, setting.members)
    told: dict[str, list[float]] = {"with": [], "without": []}
    for value in setting.shares_told if kind == "beta" else setting.factors:
        everybody = weights_told(kind, value, (own, other))
        alone = (everybody[0], everybody[1] - other)
        models = ["initial", name_of(everybody), "without-0", name_of(alone)]
        sample = _only(kept, list(dict.fromkeys(models)))
        worth = own * sample.valuations.value[:, 0]
        choice = int(sample.welfare_lead(0, everybody, penalty=setting.penalty).value.argmax())
        others = sample.welfare_lead(choice, (0.0, other), penalty=setting.penalty).value
        told["without"].append(float(worth[choice]))
        told["with"].append(float(worth[choice] - others.max()))
    return told


def line(record: Mapping[str, Any]) -> str:
    """A record in one line: what the best lie gains on each table."""
    said = []
    for name, curve in record["curves"].items():
        truth = curve["told"].index(1.0) if 1.0 in curve["told"] else None
        if truth is not None:
            said.append(f"{name} {max(curve['with']) - curve['with'][truth]:+.3f}")
    return f"{record['settings']['game']} seed {record['settings']['seed']}, best lie: {'; '.join(said)}"


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: CODE,
    packages=("numpy", "peft", "torch", "transformers", "trl"),
    precision="as the model's weights",
    data=charged_models.checksum_of,
    options={"minutes": ()},
)
