"""Which runs a set of models needs, and one run: a low-rank adapter trained on weighted rewards.

Needs `pip install 'incentives[llm]'`. Training is TRL's REINFORCE with a leave-one-out baseline and a KL penalty inside
the reward (`trl.RLOOTrainer`), whose objective is the mechanism's: the expected sum of weighted rewards minus `penalty`
times the KL divergence from the initial model.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import torch

from incentives.charging.base_model import BaseModel
from incentives.charging.judging import Reward, asked_again, checked, says_the_same
from incentives.charging.pieces import Piece, Unfinished, stop_at
from incentives.charging.replies import several
from incentives.charging.weights_digest import weights_digest
from incentives.extras import needed
from incentives.floats import shown
from incentives.numbers import as_count, as_list, is_whole
from incentives.reading import as_flag, as_real
from incentives.whole_file import whole_file

RUN_FILE = "run.json"
HEARD = 16  # replies of the first and of the last step that are kept beside a run, with their rewards


@dataclass(frozen=True)
class Run:
    """One training run: a name, and the weight of every group's reward in its objective."""

    name: str
    weights: tuple[float, ...]


def runs(sizes: Sequence[float], *, scheme: Literal["total", "copies"] = "total") -> list[Run]:
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
    members = check_sizes(sizes)
    groups = range(len(members))
    if scheme == "total":
        every = [Run("all", members)]
        return every + [Run(f"without {i}", tuple(0 if j == i else w for j, w in enumerate(members))) for i in groups]
    if scheme == "copies":
        return [Run(f"only {i}", tuple(sum(members) if j == i else 0 for j in groups)) for i in groups]
    raise ValueError(f"scheme must be 'total' or 'copies'; got {scheme!r}")


def check_sizes(sizes: Any) -> tuple[float, ...]:
    """Members of groups as Python's numbers, whole ones as ints.

    Raises:
        ValueError: no list of them, or they are none, negative, not finite or all 0.

    >>> check_sizes(np.array([200, 100], np.uint8))
    (200, 100)
    """
    found: list[float] = [
        int(size) if is_whole(size) else as_real("sizes", size, least=0) for size in as_list("sizes", sizes, least=1)
    ]
    if min(found) < 0 or not 0 < sum(found) < 1e300:
        raise ValueError(f"sizes must be one number per group, none negative and not all 0; got {shown(sizes)}")
    return tuple(found)


@dataclass(frozen=True)
class Training:
    """The settings of a training run.

    Args:
        steps: of the optimiser.
        replies: drawn per step, a multiple of `each`.
        each: replies drawn for one prompt, at least 2; each is compared with the others.
        learning_rate: of AdamW, constant.
        rank: of the adapter.
        targets: names of the layers that get an adapter, or "all-linear".
        micro: replies whose activations are kept at one time, a divisor of `replies`; all of them if not given. Memory
            for training is proportional to it, results change in the last digits only.
        checkpointing: whether activations within a layer are computed anew in the backward pass, for less memory and
            about a third more operations.
    """

    steps: int
    replies: int = 32
    each: int = 4
    learning_rate: float = 1e-4
    rank: int = 8
    targets: str | tuple[str, ...] = "all-linear"
    micro: int | None = None
    checkpointing: bool = False

    def __post_init__(self) -> None:
        for name in ("steps", "replies", "each", "rank"):
            least = 2 if name == "each" else 1
            object.__setattr__(self, name, as_count(name, getattr(self, name), least=least))
        object.__setattr__(self, "learning_rate", as_real("learning_rate", self.learning_rate, above=0))
        if self.replies % self.each:
            raise ValueError(f"each must divide replies; got {self.each} and {self.replies}")
        if self.micro is not None:
            micro = as_count("micro", self.micro, least=1)
            if self.replies % micro:
                raise ValueError(f"micro must be a whole number that divides replies; got {micro} and {self.replies}")
            object.__setattr__(self, "micro", micro)
        if not isinstance(self.targets, str):
            targets = tuple(as_list("targets", self.targets, least=1))
            if not all(isinstance(name, str) for name in targets):
                raise ValueError(f"targets must be a text or names of layers; got {shown(self.targets)}")
            object.__setattr__(self, "targets", targets)
        object.__setattr__(self, "checkpointing", as_flag("checkpointing", self.checkpointing))


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
    base: BaseModel,
    run: Run,
    rewards: Sequence[Reward],
    prompts: Sequence[str],
    folder: str | Path,
    *,
    penalty: float = 1.0,
    training: Training,
    seed: int = 0,
    minutes: float | None = None,
    progress: bool = False,
) -> Path:
    """Train a low-rank adapter for one run and save it.

    The objective is E[sum_i w_i r_i] - penalty * KL(model || initial), per prompt, with the weights w of the run.

    Args:
        base: by name or path, since it is loaded anew, so that runs do not touch each other. Prompts are asked and
            replies end as it says, which is how `judge` asks.
        run: of `runs`.
        rewards: one function per group, from prompts and replies to numbers.
        prompts: texts; those of each step are drawn from them.
        folder: where the adapter goes, beside a file that says how it was trained: the run, the base model, a digest
            of the weights, and what each group's reward said of some replies, from which `charge` reads on what it was
            trained.
        penalty: the weight of KL, positive.
        training: how.
        seed: of the adapter, the order of prompts and the replies; global random states are left alone.
        minutes: after which, counted from the call on, the run stops at the end of a step and keeps what is needed to
            go on, in `folder`. A later call with the same arguments goes on there and ends where one call would have.
            No end if not given.
        progress: whether to show a bar.

    Returns:
        The folder.

    Raises:
        Unfinished: the minutes are over.
        ImportError: transformers, peft or trl is missing.
        ValueError: bad prompts or penalty, a base that is an object, not one reward per weight, a reward that gives one
            reply two numbers, or a folder with a piece of a run on other prompts, rewards or anything else.
    """
    began = time.monotonic()
    with needed("transformers"):
        import transformers
    with needed("peft"):
        import peft
    with needed("trl"):
        import datasets
        import trl
    prompts = several(prompts)
    rewards = as_list("rewards", rewards)
    if len(rewards) != len(run.weights):
        raise ValueError(f"rewards must be one per group, {len(run.weights)}; got {len(rewards)}")
    penalty = as_real("penalty", penalty, above=0)
    if minutes is not None:
        minutes = as_real("minutes", minutes, above=0)
    if not isinstance(base, BaseModel) or base.is_loaded:
        raise ValueError(f"base must be a BaseModel by name or path, which each run loads anew; got {base!r}")
    base.checked_length(base.longest, max(map(len, base.encode(prompts))))
    model = base.load()
    # Trainers end replies at every end token of the model's generation settings as well.
    model.generation_config.eos_token_id = base.end
    heard = {i: _Heard(rewards[i], i) for i, w in enumerate(run.weights) if w}
    used = [i for i, w in enumerate(run.weights) if w]
    folder = Path(folder)
    told: dict[str, Any] = {"run": run.name, "weights": list(run.weights), "penalty": penalty, "seed": seed}
    told |= {"base": base.told(), "training": asdict(training), "trl": trl.__version__}
    told |= {"prompts": _short_hash(prompts), "options": _short_hash(_words(base.options))}
    piece = Piece(folder / "trainer", told)
    for i, rows in piece.heard.items():
        if not says_the_same(rewards[int(i)], rows, int(i)):
            raise ValueError(
                f"rewards[{i}] must be that of the piece in {piece.folder}; it says something else of the replies that "
                "were kept there. Call with its rewards, or remove the folder"
            )
        heard[int(i)].first = [tuple(row) for row in rows]
    piece.begin()
    # One pass of the trainer over all prompts of the run, in an order drawn here: a later piece finds its place in it.
    order, many = np.random.default_rng(seed), training.steps * (training.replies // training.each)
    passes = [prompts[k] for _ in range(-(-many // len(prompts))) for k in order.permutation(len(prompts))]
    often = passes[:many]
    with _chance(seed), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the trainer, about settings that are meant
        trainer: Any = trl.RLOOTrainer(
            model=model,
            processing_class=base.tokenizer_that_ends(),
            reward_funcs=[heard[i].as_function() for i in used],
            train_dataset=datasets.Dataset.from_dict(
                {"prompt": [base.message(p) for p in often] if base.chat else often}
            ),
            peft_config=peft.LoraConfig(
                task_type="CAUSAL_LM",
                r=training.rank,
                lora_alpha=training.rank,
                target_modules=training.targets if isinstance(training.targets, str) else list(training.targets),
            ),
            args=trl.RLOOConfig(
                output_dir=str(folder / "trainer"),
                reward_weights=[float(run.weights[i]) for i in used],
                beta=penalty,
                per_device_train_batch_size=training.micro or training.replies,
                gradient_accumulation_steps=training.replies // (training.micro or training.replies),
                num_generations=training.each,
                max_steps=training.steps,
                learning_rate=training.learning_rate,
                lr_scheduler_type="constant",
                max_completion_length=base.longest,
                shuffle_dataset=False,
                temperature=1.0,
                top_k=0,
                top_p=1.0,
                disable_dropout=True,
                gradient_checkpointing=training.checkpointing,
                bf16=base.options.get("dtype") in ("bfloat16", torch.bfloat16),
                use_cpu=not torch.cuda.is_available(),
                seed=seed,
                save_strategy="no",
                logging_strategy="no",
                report_to=[],
                disable_tqdm=not progress,
            ),
        )
        trainer.remove_callback(transformers.PrinterCallback)
        if minutes is not None:
            trainer.add_callback(stop_at(began + 60 * minutes))
        trainer.train(resume_from_checkpoint=piece.checkpoint)
        if (reached := trainer.state.global_step) != training.steps:
            if minutes is None:
                raise RuntimeError(f"the trainer stopped after {reached} of {training.steps} steps")
            piece.keep({str(i): h.first for i, h in heard.items()}, reached)
            raise Unfinished(f"the run {run.name!r} stopped after {reached} of {training.steps} steps; call again")
        (folder / RUN_FILE).unlink(missing_ok=True)  # of an earlier run: it would say another origin of these weights
        trainer.model.save_pretrained(folder)
    told |= {"heard": {str(i): h.told() for i, h in heard.items()}, "adapter": weights_digest(folder)}
    with whole_file(folder / RUN_FILE) as beside:
        beside.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    piece.forget()
    return folder


def _short_hash(told: Any) -> str:
    """The short digest that stands for plain values in a run's file."""
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def _words(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options of `from_pretrained` in any order, a type of PyTorch as its name.

    >>> _words({"dtype": torch.bfloat16, "device_map": "cpu"}) == _words({"device_map": "cpu", "dtype": "bfloat16"})
    True
    """
    return sorted((name, str(value).removeprefix("torch.")) for name, value in options.items())


class _Heard:
    """A group's reward as the trainer calls it, and some of what it said: of the first replies and of the last ones."""

    def __init__(self, reward: Reward, group: int) -> None:
        self.reward, self.group = reward, group
        self.first: list[tuple[str, str, float]] = []
        self.last: list[tuple[str, str, float]] = []

    def as_function(self) -> Any:
        """A function with a name of its own, as the trainer wants it."""

        def asked(prompts: list[Any], completions: list[Any], **_: Any) -> list[float]:
            texts, replies = (
                [said if isinstance(said, str) else said[-1]["content"] for said in all_]
                for all_ in (prompts, completions)
            )
            found = checked(self.reward, texts, replies, self.group)
            told = list(zip(texts, replies, map(float, found), strict=True))[:HEARD]
            if not self.first:
                asked_again(self.reward, texts, replies, found, self.group)
                self.first = told
            self.last = told
            return [float(v) for v in found]

        asked.__name__ = f"group_{self.group}"
        return asked

    def told(self) -> list[list[Any]]:
        """Prompt, reply and reward, each pair once."""
        return [list(row) for row in dict.fromkeys([*self.first, *self.last])]
