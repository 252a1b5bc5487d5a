"""The hours and gigabytes of a study of lies to a language model, before it is run.

    python -m incentives_book.study.lies_hours experiments/lies-to-a-language-model/study.toml

The rates of the machine are given; the usual ones are those of a card of 80 GB, taken from its maker, from the shares
that `benchmarks/charged_models.py` measured, and guessed for all but the first two. `benchmarks/lies_hours.py` measures
all of them on a processor, and compares what is then predicted with a rehearsal that it runs. Before each pass, and
before each word that is drawn, one of the adapters is chosen, which takes longer the more there are: in the real run
this is more than half of judging, if a card chooses as fast as was guessed. With the rate of another width, or the
seconds of another hour on a shared machine, predictions can be off by far more than a fifth. Hours on a card are
therefore an order of magnitude, until a piece of a run has told its seconds there. What is kept for backward passes
agrees within a fifth with the records of the rehearsal at two widths, and gigabytes with what a pass keeps in half
precision (tests compare both).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from incentives_book.guide.your_own_model_and_rewards import Shape, activations
from incentives_book.study.lies_setting import Setting, candidates_of, runs_of
from incentives_book.study.small_llama import is_small, shape_of
from incentives_book.study.study_file import read_study

# Models of other names: parameters, layers, hidden width, words.
SHAPES = {"TinyLlama/TinyLlama-1.1B-Chat-v1.0": Shape(1.1e9, 22, 2048, 32_000)}


class Machine(NamedTuple):
    """The speeds that a machine reaches with this code.

    Args:
        rate: operations a second of training and judging.
        memory_rate: bytes a second at which drawing reads the weights.
        layer: seconds that one layer takes in one pass whatever its size.
        start: seconds until a run has loaded its model, and to save it.
        switch: seconds that it takes to choose among the adapters before a pass, for each layer and adapter.
        load: seconds that it takes to load the judged model, for each layer and adapter.
    """

    rate: float = 0.5 * 989e12
    memory_rate: float = 0.15 * 3.35e12
    layer: float = 1e-3
    start: float = 20.0
    switch: float = 1e-4
    load: float = 1e-2


class Needs(NamedTuple):
    """The needs of one run.

    Args:
        training, judging: seconds.
        loading: seconds, whenever a piece of the run begins or continues judging.
        gigabytes: for the largest step of training.
        kept: those of them that are kept for its backward pass, the weights left out.
    """

    training: float
    judging: float
    loading: float
    gigabytes: float
    kept: float


# To turn all adapters off and on again, as a pass of the initial model does, took so many times what choosing one does.
OFF_AND_ON = 4


def switches(setting: Setting) -> float:
    """The number of times that an adapter is chosen while the sample is judged: before each pass, and before each word
    that is drawn.

    As in `predicted`, replies are taken to be as long as they may be.
    """
    models = candidates_of(setting)
    speak = [m for m in models if len(m.shares) < 2]
    drawn = setting.longest * batches_drawn(setting) / len(speak) * sum(1 if m.shares else OFF_AND_ON for m in speak)
    scored = sum((len(m.shares) if m.how == "words" else 1) if m.shares else OFF_AND_ON for m in models)
    return drawn + batches_scored(setting) * scored


def batches_drawn(setting: Setting) -> float:
    """The number of batches drawn, where each speaker draws its share of each piece of the sample in its own."""
    speak = sum(len(m.shares) < 2 for m in candidates_of(setting))
    return max(setting.samples / setting.batch, setting.samples / setting.piece * speak)


def batches_scored(setting: Setting) -> float:
    """The number of batches that each model scores, where each piece of the sample has its own."""
    return max(setting.samples / setting.batch, setting.samples / setting.piece)


def adapters_of(setting: Setting) -> int:
    """The number of adapters that the judged model carries: one for each run, and one for each soup."""
    return len(runs_of(setting)) + sum(m.how == "weights" and len(m.shares) > 1 for m in candidates_of(setting))


def predicted(setting: Setting, shape: Shape, machine: Machine, *, prompt: int, classifiers: float = 0.0) -> Needs:
    """The needs of one run of the study, all of its trainings and the judging of its sample.

    For each token of a step, drawing costs two operations per parameter, scoring by the trained and the initial model
    four, and the passes forwards and backwards six; computing activations anew costs two more. While replies are drawn
    all weights are read once a word. Each pass through a layer takes a time of its own, which decides where models are
    small or words are drawn one by one.

    Args:
        setting: of the study.
        shape: of its language model.
        machine: what computes.
        prompt: tokens of the longest prompt; replies are taken to be as long as they may be.
        classifiers: parameters of all reward models together.
    """
    how, wide = setting.training, prompt + setting.longest
    size = 2 if setting.dtype == "bfloat16" else 4
    each, tokens = how.micro or how.replies, how.replies * wide
    again = 1 if how.checkpointing else 0

    def draws(times: float, rows: float) -> float:
        """Seconds in which so many batches of so many rows are drawn."""
        words = setting.longest * (shape.layers * machine.layer + size * shape.parameters / machine.memory_rate)
        return times * (words + rows * wide * 2 * shape.parameters / machine.rate)

    step = draws(1, how.replies) + tokens * ((10 + 2 * again) * shape.parameters + 2 * classifiers) / machine.rate
    step += (5 + again) * how.replies / each * shape.layers * machine.layer
    training = len(runs_of(setting)) * (machine.start + how.steps * step)

    passes = sum(len(m.shares) if m.how == "words" else 1 for m in candidates_of(setting))
    judging = draws(batches_drawn(setting), setting.samples / batches_drawn(setting))
    judging += setting.samples * wide * 2 * (passes * shape.parameters + classifiers) / machine.rate
    judging += passes * batches_scored(setting) * shape.layers * machine.layer
    judging += switches(setting) * shape.layers * adapters_of(setting) * machine.switch
    loading = shape.layers * len(runs_of(setting)) * machine.load
    # `activations` counts in half precision, where layers keep numbers that they have converted to single precision
    # beside the halves; in single precision nothing is converted, and about as many bytes are kept.
    kept = activations(shape, each * wide, checkpointing=how.checkpointing)
    return Needs(training, judging, loading, (size * shape.parameters + 4 * classifiers + kept) / 1e9, kept / 1e9)


def main(arguments: Sequence[str] | None = None) -> None:
    """Say for each table of a study file what its runs need."""
    parser = argparse.ArgumentParser(prog="python -m incentives_book.study.lies_hours", description=__doc__)
    parser.add_argument("study", type=Path)
    parser.add_argument("--prompt", type=int, default=64, help="tokens of the longest prompt")
    parser.add_argument("--classifiers", type=float, default=1.55e9, help="parameters of the two rewards of a game")
    for name, usual in Machine()._asdict().items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=usual)
    told = parser.parse_args(arguments)
    machine = Machine(*(getattr(told, name) for name in Machine._fields))
    alike: dict[Setting, list[Setting]] = {}  # runs that differ in their seeds only
    for setting in read_study(told.study).settings:
        alike.setdefault(replace(setting, seed=0), []).append(setting)
    for runs in alike.values():
        game, model = runs[0].game, runs[0].model
        if not is_small(model) and model not in SHAPES:
            parser.error(f"model must be one of {', '.join(SHAPES)} or 'llama WIDTHxLAYERS'; got {model!r}")
        shape, classifiers = (shape_of(model), 0.0) if is_small(model) else (SHAPES[model], told.classifiers)
        needs = predicted(runs[0], shape, machine, prompt=told.prompt, classifiers=classifiers)
        hours = (needs.training + needs.loading + needs.judging) / 3600
        print(
            f"{game}, {model}: {len(runs)} runs of {hours:.1f} hours ({needs.judging / 60:.0f} minutes of judging), "
            f"{len(runs) * hours:.0f} hours together, {needs.gigabytes:.0f} GB"
        )
    print(
        "With rates of the same hour and width, training and judging were predicted at 0.9 to 1.2 of what they took at "
        "widths 256 and 512."
    )


if __name__ == "__main__":
    main()
