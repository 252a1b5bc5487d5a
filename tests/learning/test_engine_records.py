"""The stored table of engines is the one that docstrings quote, and its memory is that of the networks as they are."""

from pathlib import Path

import pytest
import torch

from incentives.learning import local_update, slim_networks
from incentives.learning.chance import generator
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.tasks import Task, seeded
from incentives_book.study.kept_bytes import kept_bytes
from incentives_book.study.records import read_records

STORE = Path(__file__).parents[2] / "experiments/engines/records.jsonl"
RECORDS = {r["settings"]["network"]: r for r in read_records(STORE) if r["settings"]["device"] == "cpu, one thread"}


def test_the_docstring_quotes_the_store():
    rows = [line.strip("| ").split(" | ") for line in local_update.__doc__.splitlines() if line[:2] == "| "]
    for name, *ratios in rows[1:]:
        kept = RECORDS[name.replace("`", "")]["ratios"]
        told = [f"{kept[e]:.2f}" if e in kept else "none" for e in ("sequential", "stacked", "graph")]
        assert told == ratios
    # The narrow ResNet-18 is in the store only.
    assert len(rows) - 1 == len(RECORDS) - 1


def test_what_the_table_says_about_a_cpu_is_so():
    for name, record in RECORDS.items():
        ratios = record["ratios"]
        small_and_dense = name.startswith(("logistic", "dense"))
        assert (min(ratios, key=ratios.get) == "stacked") == small_and_dense
        assert ("stacked" in ratios) == (not name.startswith(("ResNet18", "TextLSTM")) and "two" not in name)
        if name.endswith("bfloat16"):
            assert (min(ratios.values()) < 0.8) == (not name.startswith("OneConv"))
            assert 0.001 < max(record["apart"].values()) < 0.7
        else:
            assert max(record["apart"].values()) < 0.02


@pytest.mark.parametrize(
    ("make", "shape", "name"),
    [
        (OneConv, (1, 28, 28), "OneConv, MNIST"),
        (TwoConv, (3, 32, 32), "TwoConv, SVHN"),
        (lambda: ResNet18(widths=(1.0,)), (3, 32, 32), "ResNet18, CIFAR-10"),
        (TextLSTM, (30,), "TextLSTM, SST"),
    ],
)
def test_the_memory_of_a_network_is_as_stored_and_told(make, shape, name):
    record = RECORDS[name]
    task = Task(make)
    assert record["parameters"] == task.layout.size
    assert record["buffers"] == task.buffer_layout.size
    with seeded(0):
        module = make().train()
    chance = generator(1, name)
    inputs = torch.randint(1, 99, (2, *shape), generator=chance)
    inputs = inputs if len(shape) == 1 else inputs.float()
    with kept_bytes() as counted:
        module(inputs)
    kept = counted.most / 2
    # What is saved once for a whole batch, such as statistics, weighs more for two examples than for many.
    assert kept == pytest.approx(record["kept_bytes_per_example"]["module"], rel=0.02)
    told = getattr(slim_networks, type(module).__name__).__doc__
    assert f"{4 * task.layout.size / 1e6:.1f} MB a row" in told
    assert f"{kept / 1e6:.1f} MB an example" in told or f"{round(kept / 1e3)} kB a" in told
