"""Is what a study needs predicted within a fifth? `python benchmarks/lies_hours.py`.

One thread, processor time. What the machine reaches is measured on models that are in no rehearsal: the seconds of a
layer, of a start, of choosing an adapter and of loading where the model is so small that products cost nothing, and the
rate of products on one as wide as the rehearsal's and half as deep. From these follows what the rehearsal of
`experiments/lies-to-a-language-model` should take. It is run here as well, between two measurements, since the seconds
of its records are those of another hour: on a shared machine the same work took five times as long at one time as at
another. Names of models, such as "llama 512x4", choose one size alone.
"""

import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import process_time

import torch
import transformers

from incentives.charging import training_runs
from incentives.charging.base_model import BaseModel
from incentives_book.study.charged_models import prompts_of, reward_of, several
from incentives_book.study.lies_hours import Machine, adapters_of, predicted, switches
from incentives_book.study.lies_setting import runs_of
from incentives_book.study.lies_to_a_language_model import run
from incentives_book.study.small_llama import is_small, shape_of, small_llama
from incentives_book.study.study_file import read_study

STUDY = Path(__file__).parents[1] / "experiments" / "lies-to-a-language-model" / "study.toml"
SMALLEST, FEW, MANY = "llama 32x4", 1, 6


def seconds(setting, told, steps):
    """Of one run on a model of this shape, in so many steps."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        base = BaseModel(small_llama(folder / "base", told), longest=setting.longest)
        rewards = [reward_of(each, folder, setting) for each in several(setting.rewards)]
        how = training_runs.Training(
            steps, setting.replies, setting.each, setting.learning_rate, setting.rank, micro=setting.micro or None
        )
        start = process_time()
        training_runs.train(
            base, training_runs.Run("x", (1.0, 1.0)), rewards, prompts_of(setting.prompts), folder / "x", training=how
        )
        return process_time() - start


def measured(setting, prompt):
    """The machine's rates: a run is a start and steps, a step is passes through layers and products.

    The rate of products is that of the setting's own width, at half of its depth: wider models reach more of it.
    """
    few, many = (seconds(setting, SMALLEST, steps) for steps in (FEW, MANY))
    step = (many - few) / (MANY - FEW)
    passes = setting.longest + 5 * setting.replies / (setting.micro or setting.replies)
    layer, start = step / passes / shape_of(SMALLEST).layers, few - FEW * step
    asked = shape_of(setting.model)
    half = f"llama {asked.width}x{asked.layers // 2}"
    whole = (seconds(setting, half, MANY) - seconds(setting, half, FEW)) / (MANY - FEW)
    products = whole - passes * layer * shape_of(half).layers
    tokens = setting.replies * (prompt + setting.longest)
    long = torch.rand(1 << 25)
    began = process_time()
    other = long.clone()
    copying = 2 * 4 * other.numel() / (process_time() - began)
    told = Machine(12 * shape_of(half).parameters * tokens / products, copying, layer, start, 0.0, 0.0)
    # The whole of a smallest rehearsal: what its judging takes beyond passes through layers goes to choosing adapters.
    small, shape = replace(setting, model=SMALLEST, save=""), shape_of(SMALLEST)
    took = run(small)
    rest = took["judging seconds"] - predicted(small, shape, told, prompt=prompt).judging
    switch = max(rest, 0.0) / (switches(small) * shape.layers * adapters_of(small))
    return told._replace(switch=switch, load=took["loading seconds"] / (shape.layers * len(runs_of(small))))


def between(before, after):
    """The machine's rates on average, since others may use it while the rehearsal runs."""
    return Machine(*((x + y) / 2 for x, y in zip(before, after, strict=True)))


def main():
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    settings = [s for s in read_study(STUDY).settings if is_small(s.model) and s.model in (sys.argv[1:] or [s.model])]
    prompt = max(len(text.split()) for text in prompts_of(settings[0].prompts))
    seconds(settings[0], SMALLEST, 1)
    for setting in settings:
        before = measured(setting, prompt)
        took = run(replace(setting, save=""))
        machine = between(before, measured(setting, prompt))
        print(
            f"{machine.rate / 1e9:.1f} thousand million operations a second, a layer {1e3 * machine.layer:.2f} ms, a "
            f"start {machine.start:.2f} s, for each layer and adapter {1e3 * machine.switch:.2f} ms to choose and "
            f"{1e3 * machine.load:.0f} ms to load"
        )
        needs = predicted(setting, shape_of(setting.model), machine, prompt=prompt)
        for what, unit in (
            ("training", "seconds"),
            ("loading", "seconds"),
            ("judging", "seconds"),
            ("kept", "megabytes"),
        ):
            told, spent = getattr(needs, what) * (1 if unit == "seconds" else 1e3), took[f"{what} {unit}"]
            print(
                f"{setting.model} {what:8} predicted {told:6.1f} {unit}, took {spent:6.1f}, ratio {told / spent:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
