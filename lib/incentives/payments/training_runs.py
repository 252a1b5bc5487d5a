"""Which runs a set of models needs, and one run: a low-rank adapter trained on weighted rewards.

Needs `pip install 'incentives[llm]'`. Training is TRL's REINFORCE with a leave-one-out baseline and a KL penalty inside the
reward (`trl.RLOOTrainer`), whose objective is the mechanism's: the expected sum of weighted rewards minus `penalty` times
the KL divergence from the initial model.
"""

from __future__ import annotations

import json
import random
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from incentives.extras import needed
from incentives.payments.judging import Reward, checked
from incentives.payments.replies import several

RUN_FILE = "run.json"


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
    check_sizes(sizes)
    groups = range(len(sizes))
    if scheme == "total":
        every = [Run("all", tuple(sizes))]
        return every + [
            Run(f"without {i}", tuple(0 if j == i else w for j, w in enumerate(sizes))) for i in groups
        ]
    if scheme == "copies":
        return [Run(f"only {i}", tuple(sum(sizes) if j == i else 0 for j in groups)) for i in groups]
    raise ValueError(f"scheme must be 'total' or 'copies'; got {scheme!r}")


def check_sizes(sizes: Any) -> None:
    """Refuse members of groups that are none, negative, not finite or all 0.

    Raises:
        ValueError: as said.
    """
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
        return [float(v) for v in checked(reward, prompts, completions, group)]

    asked.__name__ = f"group_{group}"
    return asked
