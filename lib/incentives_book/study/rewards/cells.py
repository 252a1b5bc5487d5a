"""One cell of an experiment: a data set, divided among clients, and the network that they train. Needs PyTorch.

Everything random in a cell comes from its seed through named streams, so that all methods of one cell see the same
clients, the same first weights and the same batches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from incentives.learning.data import Dataset, load
from incentives.learning.federated_data import FederatedData
from incentives.learning.half_precision import PRECISIONS, in_bfloat16
from incentives.learning.local_update import LocalWork
from incentives.learning.partition import PARTITIONS, by_owner, divide, split_validation
from incentives.learning.sgd import step_decay
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.tasks import Task
from incentives.methods.aequa import TwoWidths, plain_task, two_width_task
from incentives.numbers import as_count, as_index
from incentives.randomness import stream
from incentives.reading import as_flag, as_real
from incentives_book.study.rewards.writers import stand_in_writers

# The kinds of layers are the source's; sizes are our reconstruction. `menu` is the menu of widths, or None.
NETWORKS: Mapping[str, Callable[..., nn.Module]] = MappingProxyType(
    {
        "digits": lambda menu: OneConv(side=8, channels=16, hidden=32),
        "mnist": lambda menu: OneConv(),
        "fashion_mnist": lambda menu: OneConv(),
        "femnist": lambda menu: OneConv(classes=62),
        "svhn": lambda menu: TwoConv(),
        "cifar10": lambda menu, channels=64: ResNet18(channels=channels, widths=menu),
        "cifar100": lambda menu, channels=64: ResNet18(channels=channels, classes=100, widths=menu),
        "sst5": lambda menu: TextLSTM(),
        "mnist-writers": lambda menu: OneConv(),
    }
)
# Divided by whoever wrote them; the second is a stand-in for the first, see `incentives_book.study.rewards.writers`.
WRITTEN = ("femnist", "mnist-writers")
BY_WRITER = "by-writer"
# Networks with batch norm keep statistics per width, so their widths come from the menu.
FIXED_WIDTHS = ("cifar10", "cifar100")


@dataclass(frozen=True)
class Cell:
    """A federation's training: of what, by whom, for how long.

    Args:
        data: a name in `NETWORKS`.
        partition: a name in `incentives.learning.partition.PARTITIONS`, or "by-writer" for femnist and its stand-in
            mnist-writers; then `clients` is how many writers take part.
        seed: of everything random.
        clients: at least 2.
        rounds: of training; alone, a client trains for as many epochs.
        batch_size: examples per step.
        rate: of SGD; a tenth of it from half of the rounds on, a hundredth from three quarters on.
        momentum: in [0, 1).
        narrowest: the smallest width.
        levels: how many widths are measured and offered, evenly spaced from the narrowest to 1.
        examples: how many training examples are used, before those for validation are set aside; None for all.
        validation: share of them that the server keeps for choosing widths, where the set has no validation split.
        tests: how many test examples are scored, drawn at random; None for all.
        participation: whether clients take part by chance, with rates that rise in equal steps to 1, and the rates
            are their contributions.
        deviator: a client that contributes less than it could; None: nobody does.
        withheld: the share of its examples that the deviator keeps to itself.
        mislabelled: the share of the remaining ones whose label it replaces by the next class.
        channels: of the first stage of a ResNet-18, where the data call for one; None: the 64 of the original.
        length: to which CGSV scales an update; None: what `methods.LENGTHS` says for the data.

    Raises:
        ValueError: a name that does not exist, or a number out of range.

    >>> Cell().widths[:3], len(Cell().widths)
    ((0.25, 0.3, 0.35), 16)
    """

    data: str = "digits"
    partition: str = "homogeneous"
    seed: int = 0
    clients: int = 10
    rounds: int = 50
    batch_size: int = 64
    rate: float = 0.05
    momentum: float = 0.9
    narrowest: float = 0.25
    levels: int = 16
    examples: int | None = None
    validation: float = 0.1
    tests: int | None = None
    participation: bool = False
    deviator: int | None = None
    withheld: float = 0.0
    mislabelled: float = 0.0
    channels: int | None = None
    length: float | None = None

    def __post_init__(self) -> None:
        if self.data not in NETWORKS:
            raise ValueError(f"data must be one of {', '.join(NETWORKS)}, got {self.data!r}")
        rules = (BY_WRITER,) if self.data in WRITTEN else tuple(PARTITIONS)
        if self.partition not in rules:
            raise ValueError(f"partition of {self.data} must be one of {', '.join(rules)}, got {self.partition!r}")
        least = {"clients": 2, "rounds": 1, "batch_size": 1, "levels": 2, "seed": 0}
        for name, low in least.items():
            value = getattr(self, name)
            as_count(name, value, least=low)
        if self.examples is not None:
            as_count("examples, at least one per client,", self.examples, least=self.clients)
        if self.tests is not None:
            as_count("tests", self.tests, least=1)
        as_real("narrowest", self.narrowest, above=0, below=1)
        as_real("validation", self.validation, above=0, below=1)
        as_flag("participation", self.participation)
        if self.deviator is not None:
            as_index("deviator", self.deviator, self.clients)
        as_real("withheld", self.withheld, least=0, below=1)
        as_real("mislabelled", self.mislabelled, least=0, most=1)
        if self.channels is not None:
            as_count("channels", self.channels, least=1)
        if self.channels is not None and self.data not in FIXED_WIDTHS:
            raise ValueError(
                f"channels must be at least 1 and only for {', '.join(FIXED_WIDTHS)}, got {self.channels!r} "
                f"for {self.data}"
            )
        if self.length is not None:
            as_real("length", self.length, above=0)
        LocalWork(rate=self.rate, momentum=self.momentum, batch_size=self.batch_size, epochs=1)

    @property
    def settings(self) -> dict[str, Any]:
        """The fields that matter, as a record keeps them; those of the deviation only where there is one, and channels
        and length only where they are given."""
        told = asdict(self)
        if self.deviator is None:
            for name in ("deviator", "withheld", "mislabelled"):
                del told[name]
        for name in ("channels", "length"):
            if told[name] is None:
                del told[name]
        return told

    @property
    def widths(self) -> tuple[float, ...]:
        """The widths that are measured and offered."""
        return tuple(round(float(w), 6) for w in np.linspace(self.narrowest, 1, self.levels))

    def work(self) -> LocalWork:
        """One local epoch per round, with the decaying rate."""
        rate = step_decay(self.rate, rounds=self.rounds)
        return LocalWork(rate=rate, momentum=self.momentum, batch_size=self.batch_size, epochs=1)

    def maker(self, precision: str = "single") -> Callable[[], nn.Module]:
        """The function that gives a fresh network.

        Args:
            precision: a name in `incentives.learning.half_precision.PRECISIONS`.
        """
        if precision not in PRECISIONS:
            raise ValueError(f"precision must be one of {', '.join(PRECISIONS)}, got {precision!r}")
        narrow = {} if self.channels is None else {"channels": self.channels}

        def make() -> nn.Module:
            network = NETWORKS[self.data](self.widths, **narrow)
            return in_bfloat16(network) if precision == "bfloat16" else network

        return make

    def task(self, *, two_widths: bool) -> Task:
        """The learning problem, with a loss at two widths (Aequa) or at full width; the same first weights."""
        make = self.maker()
        if not two_widths:
            return plain_task(make)
        menu = self.widths if self.data in FIXED_WIDTHS else None
        return two_width_task(make, TwoWidths(narrowest=self.narrowest, menu=menu, seed=self.seed))

    @cached_property
    def scene(self) -> Scene:
        """The data, divided; read when first asked for."""
        return set_scene(self)


@dataclass(frozen=True, eq=False)
class Scene:
    """Who holds what, and what is held back: validation chooses, test scores, and nobody trains on either."""

    clients: FederatedData
    validation: Dataset
    test: Dataset
    checksum: str

    def example(self) -> Tensor:
        """One prepared input, for shapes."""
        return self.validation.scaled(torch.tensor([0]))


@lru_cache(maxsize=4)
def _loaded(name: str, split: str) -> Dataset:
    return load(name, split=split)


def _train_and_test(cell: Cell) -> tuple[Dataset, Dataset]:
    """Both splits of the cell's data; of written data, those of `cell.clients` writers."""
    if cell.data not in WRITTEN:
        return _loaded(cell.data, "train"), _loaded(cell.data, "test")
    if cell.data == "mnist-writers":
        rng = stream(cell.seed, "writers")
        everything = stand_in_writers(_loaded("mnist", "train"), cell.clients, rng=rng)
    else:
        everything = _loaded("femnist", "all")
        counts = np.bincount(everything.owners.numpy(), minlength=len(everything.writers))
        enough = np.flatnonzero(counts >= 20)
        if len(enough) < cell.clients:
            raise ValueError(f"clients must be at most {len(enough)}, the writers of 20 images, got {cell.clients}")
        chosen = stream(cell.seed, "writers").permutation(enough)[: cell.clients]
        everything = everything.take(np.flatnonzero(np.isin(everything.owners.numpy(), chosen)))
    # Of every writer's images one in ten is for testing, whoever else writes.
    held = split_validation(everything.owners.numpy(), share=0.1, rng=stream(cell.seed, "written tests"))
    return everything.take(held.train), everything.take(held.validation)


def checksums(data: str) -> list[str]:
    """The checksum of every split that a cell of these data reads: for training, for choosing widths, and for scores.

    >>> len(checksums("digits"))
    3
    """
    if data == "mnist-writers":
        return [_loaded("mnist", "train").checksum]
    if data == "femnist":
        return [_loaded(data, "all").checksum]
    splits = ["train", *(["validation"] if data in ("digits", "sst5") else []), "test"]
    return [_loaded(data, split).checksum for split in splits]


def set_scene(cell: Cell) -> Scene:
    """Read a cell's data and divide them.

    Raises:
        ValueError: a client without data, or more examples asked for than there are.
        FileNotFoundError: the data are neither in the folder of INCENTIVES_DATA nor to be had from the hub.
    """
    train, test = _train_and_test(cell)
    if cell.examples is not None:
        if cell.examples > len(train):
            raise ValueError(f"examples must be at most {len(train)}, the size of {cell.data}, got {cell.examples}")
        rows = stream(cell.seed, "examples").permutation(len(train))[: cell.examples]
        train = train.take(np.sort(rows))
    if cell.tests is not None and cell.tests < len(test):
        test = test.take(np.sort(stream(cell.seed, "tests").permutation(len(test))[: cell.tests]))
    if cell.data in ("digits", "sst5"):
        validation = _loaded(cell.data, "validation")
    else:
        held = split_validation(train.labels.numpy(), share=cell.validation, rng=stream(cell.seed, "validation"))
        train, validation = train.take(held.train), train.take(held.validation)
    if cell.partition == BY_WRITER:
        split = by_owner(train.owners.numpy())
        if len(split) != cell.clients:
            raise ValueError(f"clients must be {len(split)}, the writers with training examples, got {cell.clients}")
    else:
        split = divide(cell.partition, train.labels.numpy(), cell.clients, rng=stream(cell.seed, "partition"))
    parts, labels = [np.asarray(part) for part in split], train.labels.clone()
    if cell.deviator is not None:
        # One order for all shares, so that who withholds more withholds the same and others.
        own = stream(cell.seed, "deviation").permutation(parts[cell.deviator])
        own = own[: max(1, round((1 - cell.withheld) * len(own)))]
        wrong = own[: round(cell.mislabelled * len(own))]
        parts[cell.deviator] = np.sort(own)
        labels[wrong] = (labels[wrong] + 1) % len(train.classes)
    clients = FederatedData.of(train.inputs, labels, parts, prepare=train.prepare)
    return Scene(clients, validation, test, train.checksum)
