"""The study behind the page "Your own model and rewards": from a language model and rewards to a charged model.

    python -m incentives_book.study experiments/charged-models/study.toml

Every run trains the adapters that its scheme needs, judges them by one common sample, whose prompts are drawn at
random, and records the bill. With `save` the sample and the chosen model are kept as well. Fields that hold one entry
per group, or several texts, are written with "; " between them.
"""

from __future__ import annotations

import json
import tempfile
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

from incentives.charging import training_runs
from incentives.charging.base_model import BaseModel
from incentives.charging.caps import capped
from incentives.charging.charged_models import PromptsRepeated, TrainedOnReports, charge
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.judging import HuggingFaceReward, Reward
from incentives.charging.provenance import run_of
from incentives.charging.soups import Hybrid, soups
from incentives.learning.chance import generator
from incentives.numbers import as_count
from incentives_book.guide.your_own_model_and_rewards import tiny_model
from incentives_book.study.kinds import Kind
from incentives_book.study.records import key_of, short_hash

TINY = "tiny"


def several(text: str) -> list[str]:
    """The entries of a field.

    >>> several("harmless; humor")
    ['harmless', 'humor']
    """
    return [part.strip() for part in text.split(";") if part.strip()]


@dataclass(frozen=True)
class Setting:
    """One set of models and its bill.

    Args:
        game: its name.
        model: name or path of the causal language model that training starts from; "tiny" for one of two layers.
        groups: their names.
        sizes: members of each.
        rewards: one per group: a sequence classifier by name or path, with "#" and the number of its logit behind it;
            "module:function" for a function of prompts and replies; or "tiny#seed" for a classifier of two layers.
        prompts: texts, or one path of a text file with a prompt per line.
        scheme: "total" or "copies"; copies are mixed on a grid.
        shares: for "copies", steps of the grid.
        steps, replies, each, learning_rate, rank: of training.
        longest: most tokens of a reply.
        samples: replies in the common sample.
        penalty: the weight of KL.
        lowest: the least reward that each group declares, where some can be negative; 0 for all if it is empty.
        highest: the largest reward that each group declares; if it is empty, nothing is certified.
        cap: promised for all that is served, and kept by the candidates; nothing is promised or certified if it is 0.
        dtype: of the model's weights.
        chat: whether a prompt is one message, written as the tokenizer's chat template says.
        micro: replies whose activations are kept at one time in training; 0 for all.
        checkpointing: whether activations are computed anew in the backward pass.
        batch: replies or texts per forward pass of judging and of classifiers.
        device: where the judged model and classifiers are put, such as "cuda"; the processor if it is empty.
        save: folder below which each run keeps its adapters, the sample, the chosen model and the bill in a folder of
            its own; none is kept if it is empty.
        seed: of training and of the sample.
    """

    game: str
    model: str
    groups: str
    sizes: str
    rewards: str
    prompts: str
    scheme: str = "total"
    shares: int = 10
    steps: int = 200
    replies: int = 32
    each: int = 4
    learning_rate: float = 1e-4
    rank: int = 8
    longest: int = 64
    samples: int = 1000
    penalty: float = 1.0
    dtype: str = "float32"
    save: str = ""
    seed: int = 0
    lowest: str = ""
    highest: str = ""
    cap: float = 0.0
    chat: bool = False
    micro: int = 0
    checkpointing: bool = False
    batch: int = 8
    device: str = ""

    def __post_init__(self) -> None:
        counts = {len(several(getattr(self, name))) for name in ("groups", "sizes", "rewards")}
        if len(counts) != 1 or counts == {0}:
            raise ValueError(
                f"groups, sizes and rewards must have one entry per group; {self.game!r} has {sorted(counts)}"
            )
        if len(set(several(self.groups))) < len(several(self.groups)):
            raise ValueError(f"groups must have different names; got {self.groups!r}")
        as_count("batch", self.batch, least=1)
        if not all(part.isdigit() and int(part) > 0 for part in several(self.sizes)):
            raise ValueError(f"sizes must be whole numbers >= 1; got {self.sizes!r}")
        if self.samples < 2 or self.shares < 1 or self.longest < 1 or not self.penalty > 0 or not several(self.prompts):
            raise ValueError(f"samples, shares, longest, penalty or prompts of {self.game!r} is out of range")
        if len(self.floor) != len(self.members):
            raise ValueError(f"lowest must have one number per group, or none; got {self.lowest!r}")
        if self.ceiling is not None and len(self.ceiling) != len(self.members):
            raise ValueError(f"highest must have one number per group, or none; got {self.highest!r}")
        if self.cap and not 1 <= self.cap < float("inf"):
            raise ValueError(f"cap must be finite and at least 1, or 0 for none; got {self.cap!r}")
        training_runs.runs(self.members, scheme=self.scheme)
        self.training  # noqa: B018  (refuses what is out of range)

    @property
    def folder(self) -> Path:
        """Of this run below `save`."""
        return Path(self.save) / f"{self.seed}-{key_of(asdict(self) | {'save': ''}, data=checksum_of(self))}"

    @property
    def members(self) -> list[int]:
        """Members of each group."""
        return [int(part) for part in several(self.sizes)]

    @property
    def floor(self) -> list[float]:
        """The least reward that each group declares."""
        return [float(part) for part in several(self.lowest)] or [0.0] * len(self.members)

    @property
    def ceiling(self) -> list[float] | None:
        """The largest reward that each group declares; None if nothing is declared."""
        return [float(part) for part in several(self.highest)] or None

    @property
    def training(self) -> training_runs.Training:
        """The training of each run."""
        return training_runs.Training(
            self.steps,
            self.replies,
            self.each,
            self.learning_rate,
            self.rank,
            micro=self.micro or None,
            checkpointing=self.checkpointing,
        )


def reward_of(told: str, folder: Path, setting: Setting) -> Reward:
    """The reward that a setting names.

    Args:
        told: see `Setting`.
        folder: where a tiny classifier is written.
        setting: says where classifiers run, and how many texts go into one pass.

    Raises:
        ValueError: the number behind "#" is none.
    """
    name, _, number = told.partition("#")
    if number and not number.isdigit():
        raise ValueError(f"rewards must have a whole number behind '#'; got {told!r}")
    if name == TINY:
        return HuggingFaceReward(
            tiny_model(folder / f"reward-{number or 0}", seed=int(number or 0), classes=1),
            spread=0.5,
            batch=setting.batch,
        )
    if ":" in name:
        module, _, function = name.partition(":")
        return getattr(import_module(module), function)
    options = {"device_map": setting.device} if setting.device else {}
    return HuggingFaceReward(name, label=int(number or 0), batch=setting.batch, **options)


def prompts_of(told: str) -> list[str]:
    """The prompts that a setting names: the lines of a file, or the texts themselves."""
    path = _file_of(told)
    if path is None:
        return several(told)
    return [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _file_of(told: str) -> Path | None:
    """The file of prompts that a setting names, if it names one."""
    texts = several(told)
    path = Path(texts[0])
    return path if len(texts) == 1 and path.suffix == ".txt" else None


def drawn(prompts: Sequence[str], many: int, *, seed: int) -> list[str]:
    """So many prompts, each drawn at random from all, as certificates ask for.

    >>> drawn(["a", "b"], 8, seed=0)
    ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b']
    """
    places = torch.randint(len(prompts), (many,), generator=generator(seed, "prompts"))
    return [prompts[k] for k in places.tolist()]


def checksum_of(setting: Setting) -> str | None:
    """Of the prompts in the file that a setting names; None where the setting itself holds them."""
    return short_hash(json.dumps(prompts_of(setting.prompts))) if _file_of(setting.prompts) else None


def run(setting: Setting) -> dict[str, Any]:
    """Train, judge and charge: the bill, and the seconds that it took."""
    started = time.perf_counter()
    prompts = prompts_of(setting.prompts)
    with tempfile.TemporaryDirectory() as scratch:
        folder = setting.folder if setting.save else Path(scratch)
        place = tiny_model(folder / "base", seed=setting.seed) if setting.model == TINY else setting.model
        options: dict[str, Any] = {} if setting.dtype == "float32" else {"dtype": setting.dtype}
        base = BaseModel(place, longest=setting.longest, chat=setting.chat, device=setting.device or None, **options)
        rewards = [reward_of(told, folder, setting) for told in several(setting.rewards)]
        runs = training_runs.runs(setting.members, scheme=setting.scheme)
        # A bill for the initial model alone, so that a reward that cannot be charged is refused before anything is
        # trained.
        charge(
            LanguageModel(base),
            [Hybrid("initial", {})],
            rewards,
            setting.members,
            (prompts * 2)[:8],
            penalty=setting.penalty,
            lowest=setting.floor,
            highest=setting.ceiling,
            generator=generator(setting.seed, "try"),
        )
        adapters = {
            each.name: str(
                training_runs.train(
                    base,
                    each,
                    rewards,
                    prompts,
                    folder / each.name.replace(" ", "-"),
                    penalty=setting.penalty,
                    training=setting.training,
                    seed=setting.seed,
                )
            )
            for each in runs
        }
        model = LanguageModel(base, adapters=adapters)
        if setting.scheme == "total":
            mixed = [Hybrid(name, {name: 1.0}) for name in adapters]
        else:
            mixed = soups(list(adapters), steps=setting.shares)
        candidates = [Hybrid("initial", {}), *mixed]
        if setting.cap:
            candidates = capped(candidates, setting.cap)
        alone = [k for k, m in enumerate(candidates) if not m.shares or run_of(m)]
        with warnings.catch_warnings():
            for said in (TrainedOnReports, PromptsRepeated):  # the bill's notes say it
                warnings.simplefilter("ignore", said)
            bill, _ = charge(
                model,
                candidates,
                rewards,
                setting.members,
                drawn(prompts, setting.samples, seed=setting.seed),
                groups=several(setting.groups),
                proposal=alone,
                batch=setting.batch,
                penalty=setting.penalty,
                lowest=setting.floor,
                highest=setting.ceiling,
                cap=setting.cap or None,
                keep=folder / "sample" if setting.save else None,
                generator=generator(setting.seed, "bill"),
            )
        if setting.save:
            bill.save(folder / "charged", model, candidates)
    return {"bill": asdict(bill), "seconds": round(time.perf_counter() - started, 1)}


def told(setting: Setting) -> dict[str, Any]:
    """The settings of a record; what was added later is told only where it differs from what was done before."""
    later = {"lowest": "", "highest": "", "cap": 0.0, "chat": False, "micro": 0, "checkpointing": False, "batch": 8}
    later |= {"device": ""}
    return {name: value for name, value in asdict(setting).items() if name not in later or value != later[name]}


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    bill = record["bill"]
    paid = ", ".join(
        f"{name} pays {p['payment']:.3f}" for name, p in zip(bill["groups"], bill["payments"], strict=True)
    )
    return f"{record['settings']['game']} seed {record['settings']['seed']}: {bill['models'][bill['chosen']]}; {paid}"


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.charged_models:run",),
    packages=("numpy", "peft", "torch", "transformers", "trl"),
    precision="as the model's weights",
    data=checksum_of,
    told=told,
)
