"""From rewards to a charged model: what to train and with which weight, what every group pays, and what is saved.

Needs `pip install 'incentives[llm]'`. Training is TRL's REINFORCE with a leave-one-out baseline and a KL penalty inside the
reward (`trl.RLOOTrainer`), whose objective is the mechanism's: the expected sum of weighted rewards minus `penalty` times
the KL divergence from the initial model. `runs` says which runs a set of models needs, `train` does one, and `charge`
judges the models by one common sample, chooses one and writes the bill.
"""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from incentives.payments.hugging_face import LanguageModel, Reward, judge, needed, several
from incentives.payments.sampled_mechanism import PaymentInterval, SampledModels
from incentives.payments.soups import INITIAL, Hybrid

RUN_FILE = "run.json"


class TrainedOnReports(UserWarning):
    """The candidates were trained on the rewards that are charged, and no run makes up for that."""


@dataclass(frozen=True)
class Run:
    """One training run: a name, and the weight of every group's reward in its objective."""

    name: str
    weights: tuple[float, ...]


def runs(sizes: Sequence[float], *, scheme: str = "total") -> list[Run]:
    """The training runs that a set of models needs, with the weights of each.

    Args:
        sizes: members of each group, shape (groups,), none negative and not all zero.
        scheme: "total" for one run on everybody's reward and one without each group: then truth is a best report up to
            the loss of training. "copies" for one run per group, with the weight of all members, to be mixed: then
            truth is *not* a best report if the copies are trained on the reports.

    Raises:
        ValueError: bad sizes or an unknown scheme.

    >>> [(run.name, run.weights) for run in runs([3, 7])]
    [('all', (3, 7)), ('without 0', (0, 7)), ('without 1', (3, 0))]
    >>> [(run.name, run.weights) for run in runs([3, 7], scheme="copies")]
    [('only 0', (10, 0)), ('only 1', (0, 10))]
    """
    _check_sizes(sizes)
    groups = range(len(sizes))
    if scheme == "total":
        every = [Run("all", tuple(sizes))]
        return every + [
            Run(f"without {i}", tuple(0 if j == i else w for j, w in enumerate(sizes))) for i in groups
        ]
    if scheme == "copies":
        return [Run(f"only {i}", tuple(sum(sizes) if j == i else 0 for j in groups)) for i in groups]
    raise ValueError(f"scheme must be 'total' or 'copies'; got {scheme!r}")


def soups(names: Sequence[str], *, steps: int) -> list[Hybrid]:
    """All soups of the named models with shares k / steps that add up to 1.

    Raises:
        ValueError: no names, or `steps` is not a positive number.

    >>> [soup.name for soup in soups(["a", "b"], steps=2)]
    ['soup: 0, 1', 'soup: 0.5, 0.5', 'soup: 1, 0']
    """
    if not names or isinstance(steps, bool) or not isinstance(steps, int) or steps < 1:
        raise ValueError(f"names must not be empty and steps be at least 1; got {list(names)!r}, {steps!r}")

    def shares(left: int, many: int) -> Iterator[tuple[int, ...]]:
        if many == 1:
            yield (left,)
            return
        for first in range(left + 1):
            for rest in shares(left - first, many - 1):
                yield (first, *rest)

    return [
        Hybrid(
            "soup: " + ", ".join(f"{k / steps:g}" for k in row),
            {name: k / steps for name, k in zip(names, row, strict=True) if k},
        )
        for row in shares(steps, len(names))
    ]


def _check_sizes(sizes: Any) -> None:
    if len(sizes) == 0 or not all(np.isfinite(w) and w >= 0 for w in sizes) or not sum(sizes) > 0:
        raise ValueError(f"sizes must be one number per group, none negative and not all 0; got {sizes!r}")


@dataclass(frozen=True)
class Training:
    """How a run is trained.

    Args:
        steps: of the optimiser.
        replies: drawn per step, a multiple of `each`.
        each: replies drawn for one prompt, at least 2; each is compared with the others.
        learning_rate: of AdamW, constant.
        rank: of the adapter.
        targets: names of the layers that get an adapter, or "all-linear".
    """

    steps: int
    replies: int = 32
    each: int = 4
    learning_rate: float = 1e-4
    rank: int = 8
    targets: str | tuple[str, ...] = "all-linear"

    def __post_init__(self) -> None:
        whole = (self.steps, self.replies, self.each, self.rank)
        if (
            any(isinstance(k, bool) or not isinstance(k, int) or k < 1 for k in whole)
            or not self.learning_rate > 0
        ):
            raise ValueError(f"steps, replies, each, rank and learning_rate must be positive; got {self!r}")
        if self.each < 2 or self.replies % self.each:
            raise ValueError(
                f"each must be at least 2 and divide replies; got {self.each} and {self.replies}"
            )


@contextmanager
def _chance(seed: int) -> Iterator[None]:
    """The trainer uses the global random states: they are set from the seed, and given back."""
    kept = random.getstate(), np.random.get_state()  # noqa: NPY002
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(seed)
        random.seed(seed)
        np.random.seed(seed)  # noqa: NPY002
        try:
            yield
        finally:
            random.setstate(kept[0])
            np.random.set_state(kept[1])  # noqa: NPY002


def train(
    model: Any,
    run: Run,
    rewards: Sequence[Reward],
    prompts: Sequence[str],
    folder: str | Path,
    *,
    tokenizer: Any = None,
    penalty: float = 1.0,
    longest: int,
    training: Training,
    seed: int = 0,
    progress: bool = False,
    **options: Any,
) -> Path:
    """Train a low-rank adapter for one run and save it.

    The objective is E[sum_i w_i r_i] - penalty * KL(model || initial), per prompt, with the weights w of the run.

    Args:
        model: name or path of a causal language model; it is loaded anew, so runs do not touch each other.
        run: of `runs`.
        rewards: one function per group, from prompts and replies to numbers.
        prompts: texts; those of each step are drawn from them.
        folder: where the adapter goes, beside a file that says how it was trained.
        tokenizer: name, path or object; the model's own name if not given. It needs an end token.
        penalty: the weight of KL, positive.
        longest: most tokens of a reply.
        training: how.
        seed: of the adapter, the order of prompts and the replies; global random states are left alone.
        progress: whether to show a bar.
        options: passed on to `from_pretrained`.

    Returns:
        The folder.

    Raises:
        ImportError: transformers, peft or trl is missing.
        ValueError: bad prompts, penalty or lengths, or not one reward per weight.
    """
    with needed("transformers"):
        import transformers
    with needed("peft"):
        import peft
    with needed("trl"):
        import datasets
        import trl
    prompts = several(prompts)
    if len(rewards) != len(run.weights):
        raise ValueError(f"rewards must be one per group, {len(run.weights)}; got {len(rewards)}")
    if not penalty > 0 or isinstance(longest, bool) or not isinstance(longest, int) or longest < 1:
        raise ValueError(f"penalty must be positive and longest at least 1; got {penalty!r} and {longest!r}")
    source = model if tokenizer is None else tokenizer
    read = source if hasattr(source, "decode") else transformers.AutoTokenizer.from_pretrained(source)
    if read.eos_token_id is None:
        raise ValueError("the tokenizer has no end token: set tokenizer.eos_token, and pass the tokenizer")
    used = [i for i, w in enumerate(run.weights) if w]
    folder = Path(folder)
    # The trainer leaves out what does not fill a step, so a few prompts are said often enough to fill one.
    often = prompts * -(-training.replies // (training.each * len(prompts)))
    with _chance(seed), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the trainer, about settings that are meant
        trainer: Any = trl.RLOOTrainer(
            model=transformers.AutoModelForCausalLM.from_pretrained(model, **options),
            processing_class=read,
            reward_funcs=[_named(rewards[i], i) for i in used],
            train_dataset=datasets.Dataset.from_dict({"prompt": often}),
            peft_config=peft.LoraConfig(
                task_type="CAUSAL_LM",
                r=training.rank,
                lora_alpha=training.rank,
                target_modules=training.targets
                if isinstance(training.targets, str)
                else list(training.targets),
            ),
            args=trl.RLOOConfig(
                output_dir=str(folder / "trainer"),
                reward_weights=[float(run.weights[i]) for i in used],
                beta=penalty,
                per_device_train_batch_size=training.replies,
                num_generations=training.each,
                max_steps=training.steps,
                learning_rate=training.learning_rate,
                lr_scheduler_type="constant",
                max_completion_length=longest,
                temperature=1.0,
                top_k=0,
                top_p=1.0,
                disable_dropout=True,
                gradient_checkpointing=False,
                bf16=options.get("dtype") in ("bfloat16", torch.bfloat16),
                use_cpu=not torch.cuda.is_available(),
                seed=seed,
                save_strategy="no",
                logging_strategy="no",
                report_to=[],
                disable_tqdm=not progress,
            ),
        )
        trainer.remove_callback(transformers.PrinterCallback)
        trainer.train()
        if trainer.state.global_step != training.steps:
            raise RuntimeError(
                f"the trainer stopped after {trainer.state.global_step} of {training.steps} steps"
            )
        trainer.model.save_pretrained(folder)
    told = {
        "run": run.name,
        "weights": list(run.weights),
        "penalty": penalty,
        "longest": longest,
        "seed": seed,
    }
    told |= {"training": asdict(training), "trl": trl.__version__, "model": str(model)}
    (folder / RUN_FILE).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return folder


def _named(reward: Reward, group: int) -> Any:
    """A reward as the trainer calls it."""

    def asked(prompts: list[str], completions: list[str], **_: Any) -> list[float]:
        return [float(v) for v in _checked(reward, prompts, completions, group)]

    asked.__name__ = f"group_{group}"
    return asked


def _checked(reward: Reward, prompts: list[str], replies: list[str], group: int) -> np.ndarray:
    found = np.asarray(reward(prompts, replies), dtype=float)
    if found.shape != (len(replies),) or not np.isfinite(found).all():
        raise ValueError(
            f"rewards[{group}] must give one finite number per reply, shape ({len(replies)},); "
            f"got shape {found.shape}, finite: {bool(np.isfinite(found).all())}"
        )
    return found


@dataclass(frozen=True)
class Bill:
    """The chosen model and what every group pays for it.

    Args:
        groups: their names.
        sizes: their members.
        models: names of the candidates; the first one is the initial model.
        chosen: number of the chosen model.
        payments: one interval per group, at `level`.
        values: what one member of each group expects of the chosen model, shape (groups,), and the standard errors.
        divergences: KL of each model to the initial one, shape (models,).
        effective: effective samples behind each model, shape (models,).
        penalty: the weight of KL.
        level: probability with which some interval may miss.
        lowest: the least reward that each group declared.
        notes: what a reader of the bill should know.
    """

    groups: tuple[str, ...]
    sizes: tuple[float, ...]
    models: tuple[str, ...]
    chosen: int
    payments: tuple[PaymentInterval, ...]
    values: tuple[tuple[float, float], ...]
    divergences: tuple[float, ...]
    effective: tuple[float, ...]
    penalty: float
    level: float
    lowest: tuple[float, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def utilities(self) -> tuple[float, ...]:
        """What each group keeps by the estimates: its members' value minus its payment."""
        return tuple(
            w * v - p.payment for w, (v, _), p in zip(self.sizes, self.values, self.payments, strict=True)
        )

    def __str__(self) -> str:
        """The bill as a Markdown document."""
        rows = [
            f"| {name} | {size:g} | {value:.3f} ± {error:.3f} | {p.payment:.3f} | {p.low:.3f} to {p.high:.3f} | {kept:.3f} |"
            for name, size, (value, error), p, kept in zip(
                self.groups, self.sizes, self.values, self.payments, self.utilities, strict=True
            )
        ]
        table = [
            f"| {name}{' (chosen)' if k == self.chosen else ''} | {d:.3f} | {n:.0f} |"
            for k, (name, d, n) in enumerate(zip(self.models, self.divergences, self.effective, strict=True))
        ]
        sure = f"{100 * (1 - self.level):g} %"
        return "\n".join(
            [
                f"Chosen model: **{self.models[self.chosen]}** (penalty {self.penalty:g}).",
                "",
                f"| group | members | value of one member | pays | {sure} interval | keeps |",
                "|---|---|---|---|---|---|",
                *rows,
                "",
                "| model | KL to the initial model | effective samples |",
                "|---|---|---|",
                *table,
                *([""] if self.notes else []),
                *[f"- {note}" for note in self.notes],
            ]
        )

    def save(self, folder: str | Path, language_model: LanguageModel, models: Sequence[Hybrid]) -> None:
        """Write the chosen model (`model`), the bill for people (`bill.md`) and for programs (`bill.json`).

        Args:
            folder: made if it is missing.
            language_model: the network that was judged.
            models: the candidates, as they were given to `charge`.

        Raises:
            ValueError: the candidates are not those of the bill, or the chosen one is mixed word by word.
        """
        if tuple(m.name for m in models) != self.models:
            raise ValueError(
                f"models must be those of the bill, {self.models}; got {[m.name for m in models]}"
            )
        folder = Path(folder)
        language_model.save(models[self.chosen], folder / "model")
        (folder / "bill.md").write_text(f"{self}\n", encoding="utf-8")
        told = asdict(self) | {"utilities": self.utilities}
        (folder / "bill.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def charge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Reward],
    sizes: Sequence[float],
    prompts: Sequence[str],
    *,
    longest: int,
    generator: torch.Generator,
    groups: Sequence[str] | None = None,
    trained: Mapping[str, Run] | None = None,
    proposal: Sequence[int] | None = None,
    penalty: float = 1.0,
    level: float = 0.05,
    lowest: float | Sequence[float] = 0.0,
    batch: int = 8,
) -> tuple[Bill, SampledModels]:
    """Judge the models by one common sample, choose the best one for everybody, and charge for it.

    Args:
        language_model: the network with the trained adapters or checkpoints.
        models: the candidates; the first one is the initial model.
        rewards: the reported rewards, one function per group.
        sizes: members of each group, shape (groups,).
        prompts: drawn from those of interest; each gets one reply.
        longest: most tokens of a reply.
        generator: for the sample.
        groups: names; "group 0", ... if not given.
        trained: adapter -> its run, where it was trained on these very rewards; leave out what was trained on others.
        proposal: numbers of the models that speak; all of them if not given.
        penalty: the weight of KL, as in training.
        level: probability with which some interval may miss.
        lowest: the least reward a group can give, declared beforehand: one number or one per group. A group keeps at
            least its members times this, up to the error of training and sampling; where it is 0, nobody pays to take part.
        batch: replies per forward pass.

    Returns:
        The bill, and the sample behind it.

    Raises:
        ValueError: a count does not fit, a reward is not finite or below `lowest`, or two groups have one name.

    Warns:
        TrainedOnReports: the candidates depend on the reports and no run on everybody's reported reward is among them,
            so that a group can gain by a report that changes what is trained.
    """
    _check_sizes(sizes)
    many = len(sizes)
    names = tuple(groups) if groups is not None else tuple(f"group {i}" for i in range(many))
    floor = tuple(float(v) for v in np.broadcast_to(np.asarray(lowest, dtype=float), (many,)))
    if len(rewards) != many or len(set(names)) != many:
        raise ValueError(f"rewards and groups must be one per size, {many}; got {len(rewards)} and {names!r}")
    if not models or models[0].shares:
        raise ValueError("models must begin with the initial one")
    notes = _notes(models, sizes, trained or {}, floor)

    def guarded(group: int) -> Reward:
        def asked(prompts: list[str], replies: list[str]) -> np.ndarray:
            found = _checked(rewards[group], prompts, replies, group)
            if found.min() < floor[group]:
                raise ValueError(
                    f"rewards[{group}] must be at least {floor[group]:g}, as declared by `lowest`; got {found.min():g}. "
                    "A constant added to a reward changes no payment, but a group that can lose must be told so"
                )
            return found

        return asked

    sample, _ = judge(
        language_model,
        models,
        [guarded(i) for i in range(many)],
        several(prompts),
        proposal=list(range(len(models))) if proposal is None else list(proposal),
        longest=longest,
        generator=generator,
        batch=batch,
    )
    chosen, payments = sample.payment_intervals(sizes, penalty=penalty, level=level)
    worth = sample.valuations
    bill = Bill(
        groups=names,
        sizes=tuple(float(w) for w in sizes),
        models=tuple(m.name for m in models),
        chosen=chosen,
        payments=tuple(payments),
        values=tuple(
            (float(v), float(e)) for v, e in zip(worth.value[chosen], worth.error[chosen], strict=True)
        ),
        divergences=tuple(map(float, sample.divergences.value)),
        effective=tuple(map(float, sample.effective_samples)),
        penalty=float(penalty),
        level=level,
        lowest=floor,
        notes=notes,
    )
    return bill, sample


def _notes(
    models: Sequence[Hybrid], sizes: Sequence[float], trained: Mapping[str, Run], floor: Sequence[float]
) -> tuple[str, ...]:
    """What the bill says about truth and taking part; warns where truth is not a best report."""
    notes = []
    used = {name for m in models for name in m.shares if name != INITIAL}
    reported = {name: run for name, run in trained.items() if name in used}
    if not reported:
        notes.append(
            "No candidate was trained on the rewards that are charged: truth is a best report in this table."
        )
    else:
        alone = [next(iter(m.shares)) for m in models if list(m.shares.values()) == [1]]
        whole = [name for name in alone if name in reported and tuple(reported[name].weights) == tuple(sizes)]
        if whole:
            notes.append(
                f"Trained on the reports; '{whole[0]}' is a run on everybody's reported reward, so that no lie gains "
                "more than that run falls short of its optimum."
            )
        else:
            note = (
                "The candidates were trained on the rewards that are charged, and none of them on everybody's: a group "
                "can gain by a report that changes what is trained. Add the run 'all' of runs(sizes), or train on other rewards."
            )
            warnings.warn(note, TrainedOnReports, stacklevel=3)
            notes.append(note)
    if min(floor) < 0:
        at = int(np.argmin(floor))
        notes.append(
            f"Rewards below 0 are allowed: group {at} may end at {floor[at] * sizes[at]:g} and still take part."
        )
    return tuple(notes)
