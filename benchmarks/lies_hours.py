"""Is what a study needs predicted within a fifth? `python benchmarks/lies_hours.py`.

One thread, processor time. What the machine reaches is measured on models that are in no rehearsal: the seconds of a
layer and of a start where the model is so small that products cost nothing, and the rate of products on one of 6
million parameters. From these follows what the rehearsal of `experiments/lies-to-a-language-model` should have taken,
which its records tell.
"""

import tempfile
from pathlib import Path
from time import process_time

import torch
import transformers

from incentives.charging import training_runs
from incentives.charging.base_model import BaseModel
from incentives_book.study.charged_models import prompts_of, reward_of, several
from incentives_book.study.lies_hours import Machine, predicted
from incentives_book.study.records import newest, read_records
from incentives_book.study.small_llama import is_small, shape_of, small_llama
from incentives_book.study.study_file import read_study

STUDY = Path(__file__).parents[1] / "experiments" / "lies-to-a-language-model" / "study.toml"
SMALLEST, MIDDLE, FEW, MANY = "llama 32x4", "llama 384x4", 1, 6


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
    """The machine's rates: a run is a start and steps, a step is passes through layers and products."""
    seconds(setting, SMALLEST, 1)
    few, many = (seconds(setting, SMALLEST, steps) for steps in (FEW, MANY))
    step = (many - few) / (MANY - FEW)
    passes = setting.longest + 5 * setting.replies / (setting.micro or setting.replies)
    layer, start = step / passes / shape_of(SMALLEST).layers, few - FEW * step
    products = (seconds(setting, MIDDLE, MANY) - seconds(setting, MIDDLE, FEW)) / (MANY - FEW) - step
    tokens = setting.replies * (prompt + setting.longest)
    long = torch.rand(1 << 25)
    began = process_time()
    other = long.clone()
    copying = 2 * 4 * other.numel() / (process_time() - began)
    return Machine(12 * shape_of(MIDDLE).parameters * tokens / products, copying, layer, start)


def main():
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    records = {
        (r["settings"]["model"], r["settings"]["seed"]): r
        for r in newest(read_records(STUDY.with_name("records.jsonl")))
    }
    settings = [s for s in read_study(STUDY).settings if is_small(s.model)]
    prompt = max(len(text.split()) for text in prompts_of(settings[0].prompts))
    machine = measured(settings[0], prompt)
    print(
        f"{machine.rate / 1e9:.1f} thousand million operations a second, a layer {1e3 * machine.layer:.2f} ms, a start "
        f"{machine.start:.2f} s"
    )
    for setting in settings:
        needs, record = (
            predicted(setting, shape_of(setting.model), machine, prompt=prompt),
            records[setting.model, setting.seed],
        )
        for what, told in (("training", needs.training), ("judging", needs.judging)):
            took = record[f"{what} seconds"]
            print(f"{setting.model} {what:8} predicted {told:6.1f} s, took {took:6.1f} s, ratio {told / took:.2f}")


if __name__ == "__main__":
    main()
