"""From rewards to a charged model: the models are judged by one common sample, one is chosen, and every group is
billed.

Needs `pip install 'incentives[llm]'`. `training_runs` says which runs a set of models needs and does them; `charge`
judges what came out, chooses and writes the `bill`.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from incentives.charging.bill import Bill, check_places
from incentives.charging.bill_notes import (
    ALONE,
    ENOUGH,
    HALF,
    HEARD,
    REPEATED,
    REPORT_FREE,
    about_certificates,
    about_the_sample,
    below_the_initial,
    repeated,
    trained_on,
)
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.judging import Reward, asked_again, checked, judge
from incentives.charging.provenance import OTHERS, THESE, origin, runs_without, verdict
from incentives.charging.replies import several
from incentives.charging.soups import INITIAL, Hybrid
from incentives.charging.training_runs import check_sizes
from incentives.floats import shown
from incentives.numbers import as_array, as_count, as_index, as_list
from incentives.payments.guarantees import Scale, guarantees, most_a_lie_can_win
from incentives.payments.kept_samples import KeptSample, place_to_keep
from incentives.payments.lower_ends import least_values
from incentives.payments.report_free import report_free_payments
from incentives.payments.sampled_mechanism import SampledModels
from incentives.reading import as_flag, as_function, as_kind, as_real


class PromptsRepeated(UserWarning):
    """The prompts look like a list that was repeated, and something is certified that needs independent draws."""


class TrainedOnReports(UserWarning):
    """The candidates depend on the rewards that are charged, as far as is known, and nothing makes up for that."""


def charge(
    language_model: LanguageModel,
    models: Sequence[Hybrid],
    rewards: Sequence[Reward],
    sizes: Sequence[float],
    prompts: Sequence[str],
    *,
    generator: torch.Generator,
    groups: Sequence[str] | None = None,
    proposal: Sequence[int] | None = None,
    penalty: float = 1.0,
    level: float = 0.05,
    lowest: float | Sequence[float] = 0.0,
    highest: float | Sequence[float] | None = None,
    cap: float | None = None,
    report_free: bool | None = None,
    keep: str | Path | None = None,
    batch: int = 8,
) -> tuple[Bill, SampledModels]:
    """Judge the models by one common sample, choose the best one for everybody, and charge for it.

    Args:
        language_model: the network with the trained adapters or checkpoints. What they were trained on is read from the
            files that `train` leaves beside them.
        models: the candidates; the first one is the initial model.
        rewards: the reported rewards, one function per group.
        sizes: members of each group, shape (groups,).
        prompts: drawn independently from those of interest; each gets one reply. What training misses is estimated
            from prompts that occur more than once.
        generator: for the sample.
        groups: names; "group 0", ... if not given.
        proposal: numbers of the models that speak; all of them if not given.
        penalty: the weight of KL, as in training.
        level: probability with which some interval may miss.
        lowest: the least reward a group can give, declared beforehand: one number or one per group. A group keeps at
            least its members times this, up to the error of training and sampling; where it is 0, nobody pays to take
            part.
        highest: the largest reward a group can give, declared beforehand as well; without it nothing is certified,
            neither of training nor what a group's members expect at least.
        cap: promised by the server for everything that it serves: no reply is more than so many times as likely as
            under the initial model. Without it nothing is certified. `capped(models, cap)` keeps the promise as replies
            are drawn; the bill says whether the candidates do.
        report_free: whether what the others would have without a group is estimated from the replies of the initial
            model and of the run without it alone, which its report cannot move. A lie then gains at most what the run
            on everybody's rewards misses; the intervals are wider, since errors cancel less. If not given, it is so
            wherever these models have spoken. Without it the bill says so, where a model speaks that was trained on the
            charged rewards, or nobody knows on what.
        keep: a file for the sample (prompts, replies, log-probabilities, rewards), from which other reports are charged
            without a new run; see `kept_samples`. Its folder is made before anything is judged.
        batch: replies per forward pass.

    Returns:
        The bill, and the sample behind it.

    Raises:
        ValueError: a count does not fit; two groups or two models have one name; `highest` is below `lowest`, or more
            than 1e100 above it; a reward is not finite, below `lowest`, above `highest`, or says two things of one
            reply; a model that is mixed or capped word by word has parts that no file or name leads to, so that it
            could not be saved; or with `report_free` there is no run on the charged rewards of all groups but one, or
            it or the initial model does not speak; or `keep` is no place for a file.

    Warns:
        PromptsRepeated: the largest reward is declared, so that something is certified, and each of several prompts is
            asked as often as the others in 100 replies or more, as if they were repeated and not drawn.
        TrainedOnReports: what the candidates were trained on is unknown, or they depend on the reports, and the run on
            everybody's reported reward or a run without some group is not among them (with the penalty, the length and
            the base model that are charged), so that a group can gain by a report that changes what is trained.
    """
    sizes, rewards, models = check_sizes(sizes), as_list("rewards", rewards), as_list("models", models)
    many, prompts = len(sizes), several(prompts)
    names = tuple(f"group {i}" for i in range(many)) if groups is None else tuple(as_list("groups", groups))
    floor = _of_each_group("lowest", lowest, many)
    if not callable(getattr(language_model, "sample", None)):
        raise ValueError(f"language_model must be a LanguageModel, got {shown(language_model)}")
    as_kind("generator", generator, torch.Generator)
    for reward in rewards:
        as_function("rewards, each from prompts and replies to numbers,", reward)
    models = [as_kind("models", model, Hybrid) for model in models]
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"groups must be texts; got {shown(names)}")
    if not len(rewards) == len(names) == len(set(names)) == many:
        raise ValueError(f"rewards and groups must be one per size, {many}; got {len(rewards)} and {names!r}")
    if not models or models[0].shares:
        raise ValueError("models must begin with the initial one")
    if len({m.name for m in models}) != len(models):
        raise ValueError(f"models must have different names; got {[m.name for m in models]}")
    check_places(language_model, models)
    penalty = as_real("penalty", penalty, above=0)
    level, batch = as_real("level", level, above=1e-15, below=1), as_count("batch", batch, least=1)
    cap = None if cap is None else as_real("cap", cap, least=1)
    ceiling = None if highest is None else _of_each_group("highest", highest, many)
    if ceiling is not None and not all(h >= f for h, f in zip(ceiling, floor, strict=True)):
        raise ValueError(f"highest must be finite and at least lowest, {floor}; got {ceiling}")
    if ceiling is not None and max(h - f for h, f in zip(ceiling, floor, strict=True)) > 1e100:
        raise ValueError(f"highest must be at most 1e100 above lowest, {floor}; got {ceiling}")
    if report_free is not None:
        report_free = as_flag("report_free", report_free)
    told_to = range(len(models)) if proposal is None else as_list("proposal", proposal, least=1)
    speak = [as_index("proposal", k, len(models)) for k in told_to]
    used = {name for m in models for name in m.shares if name != INITIAL}
    folders = language_model.adapters
    origins = {name: origin(folders.get(name), language_model.base, rewards, penalty) for name in used}
    told = verdict(models, origins, sizes, names)
    if told.warn:
        warnings.warn(told.note, TrainedOnReports, stacklevel=2)
    left_out = runs_without(models, origins, sizes)
    without = [k for k in left_out if k is not None and k in speak]
    if report_free and (len(without) < many or 0 not in speak):
        lacking = [names[i] for i, k in enumerate(left_out) if k not in speak]
        raise ValueError(
            "report_free needs the initial model and, without each group, a run on the charged rewards of the "
            f"others among those that speak (proposal); got {speak}, lacking: "
            f"{', '.join(lacking) or 'the initial model'}"
        )

    if keep is not None:
        keep = place_to_keep(keep)

    def guarded(group: int) -> Reward:
        def asked(prompts: list[str], replies: list[str]) -> np.ndarray:
            found = checked(rewards[group], list(prompts), list(replies), group)  # copies, which it may change
            if found.min() < floor[group]:
                raise ValueError(
                    f"rewards[{group}] must be at least {floor[group]:g}, as declared by `lowest`; got "
                    f"{found.min():g}. "
                    "A constant added to a reward changes no payment, but a group that can lose must be told so"
                )
            if ceiling is not None and found.max() > ceiling[group]:
                raise ValueError(
                    f"rewards[{group}] must be at most {ceiling[group]:g}, as declared by `highest`; "
                    f"got {found.max():g}"
                )
            asked_again(rewards[group], prompts, replies, found, group)
            return found

        return asked

    sample, replies, asked, spoke = judge(
        language_model,
        models,
        [guarded(i) for i in range(many)],
        prompts,
        proposal=speak,
        generator=generator,
        batch=batch,
    )
    chosen, payments = sample.payment_intervals(sizes, penalty=penalty, level=level)
    if report_free is None:
        report_free = len(without) == many and {0, *without} <= set(spoke.tolist())
    if report_free:
        payments = report_free_payments(sample, spoke, sizes, without, chosen, penalty=penalty, level=level)
    worth = sample.valuations
    if keep is not None:
        texts, called = replies.texts(language_model.tokenizer), tuple(m.name for m in models)
        KeptSample(tuple(asked), tuple(texts), called, names, tuple(speak), sample, tuple(spoke.tolist())).save(keep)
    scale = Scale(floor, ceiling, cap)
    order = torch.randperm(sample.samples, generator=generator).numpy()
    found = guarantees(
        sample, sizes, asked, scale, proposal=speak, order=order, left_out=left_out, penalty=penalty, level=level
    )
    floors = (
        (None,) * many if ceiling is None else least_values(sample, chosen, floor, ceiling, order=order, level=level)
    )
    notes = about_the_sample(models, sizes, names, floor, len(prompts), cap)
    if len(asked) >= ENOUGH and ceiling is not None and (many_prompts := repeated(asked)):
        notes.append(REPEATED.format(many_prompts))
        warnings.warn(notes[-1], PromptsRepeated, stacklevel=2)
    if language_model.dtype in ("bfloat16", "float16"):
        notes.append(HALF.format(language_model.dtype))
    trained = any(o.rewards == THESE for o in origins.values())
    spoken = {name for k in speak for name in models[k].shares if name != INITIAL}
    heard = any(origins[name].rewards != OTHERS for name in spoken)
    if told.warn:
        wins: tuple[float | None, ...] = (None,) * many
    else:
        wins = tuple(most_a_lie_can_win(found, i, report_free=report_free) if trained else 0.0 for i in range(many))
    bill = Bill(
        groups=names,
        sizes=tuple(float(w) for w in sizes),
        models=tuple(m.name for m in models),
        chosen=chosen,
        payments=tuple(payments),
        values=tuple((float(v), float(e)) for v, e in zip(worth.value[chosen], worth.error[chosen], strict=True)),
        divergences=tuple(map(float, sample.divergences.value)),
        effective=tuple(map(float, sample.effective_samples)),
        penalty=float(penalty),
        level=level,
        lowest=floor,
        notes=(
            told.note,
            *about_certificates(found, names, wins if trained else (), len(models)),
            *([ALONE] if used and many > 1 and any(most is not None for most in wins) else []),
            *([REPORT_FREE] if report_free else [HEARD] if heard else []),
            *below_the_initial(sample, models, origins, sizes, penalty),
            *notes,
        ),
        guarantees=found,
        wins=wins,
        at_least=floors,
        provenance=tuple(trained_on(m, origins) for m in models),
    )
    return bill, sample


def _of_each_group(name: str, value: Any, many: int) -> tuple[float, ...]:
    """One finite number per group, from one for all of them or from a list."""
    found = as_array(name, value, exact=False)
    if found.shape not in ((), (many,)):
        raise ValueError(f"{name} must be one number, or one per group ({many}); got shape {found.shape}")
    return tuple(np.broadcast_to(found, (many,)).tolist())
