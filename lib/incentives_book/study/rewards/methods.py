"""The methods that are compared, each from a cell to what every client takes home. Needs PyTorch.

`play(cell, method)` trains and returns a `Result`: balanced accuracies on validation data, by which rewards are
chosen, and on test data, by which they are scored. Contributions are the balanced accuracies of training alone. The
methods are those of `incentives.methods`; here stand what only a study does, and the settings of the sources.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incentives.learning.federation import run
from incentives.learning.half_precision import products
from incentives.learning.local_update import LocalWork
from incentives.learning.tasks import Task
from incentives.methods.compared_methods import (
    cgsv,
    fedavg,
    fine_tuned,
    iafl,
    while_training,
)
from incentives.methods.earned_widths import reward_widths
from incentives.methods.own_federation import Examples, Sets
from incentives.methods.participation import rising_rates
from incentives.methods.shapfed import last_layer_contributions
from incentives.methods.shared_training import Federation, Given, scores
from incentives.rewards.width_rewards import allocate_widths, increasing_menu
from incentives_book.study.rewards.cells import Cell

# Those that train networks of all kinds.
ENGINES = ("sequential", "graph")
# To which length CGSV scales an update, from the comparison of Wu et al. (2024).
LENGTHS = {"cifar10": 0.15, "cifar100": 0.15, "sst5": 1.0}
# ShapFed's variant looks at the layers after the features; for ResNet-18 our choice is the last block and the head.
LAST_LAYERS = {
    "cifar10": ("network.blocks.7.", "network.out."),
    "cifar100": ("network.blocks.7.", "network.out."),
    "sst5": ("network.first.", "network.second.", "network.out."),
}


# Methods in which every client sends an update in every round: none of them says what to do without.
EVERYBODY = ("cgsv", "aequa-cgsv", "aequa-shapfed")


@dataclass(frozen=True)
class Result:
    """The rewards of each client by a method.

    Args:
        validation: balanced accuracy of each client's model on the validation data, shape (clients,).
        test: on the test data, same shape.
        seconds: of training, without evaluation.
        rounds: balanced accuracy on validation data of the server's model (or the mean over the clients' models)
            after each measured round, as pairs (round, accuracy).
        extra: what else a method tells: widths, curves, contributions.
    """

    validation: list[float]
    test: list[float]
    seconds: float
    rounds: list[tuple[int, float]] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)


def held_out(cell: Cell) -> tuple[Examples, Examples]:
    """Validation and test data of a cell as a network takes them."""
    validation, test = (Examples(data.scaled(), data.labels) for data in (cell.scene.validation, cell.scene.test))
    return validation, test


@dataclass(eq=False)
class CellFederation(Federation):
    """The federation of a cell, which counts the seconds of its training and keeps rounds in a file."""

    length: float = 0.5  # to which CGSV scales an update
    last_layers: tuple[str, ...] = ()  # whose updates ShapFed's variant looks at
    checkpoint: str | None = None
    seconds: float = field(default=0.0, init=False)

    @classmethod
    def of(cls, cell: Cell, *, precision: str = "single", **how: Any) -> CellFederation:
        """The federation of a cell; how it trains (engine, device, progress) is given."""
        # One more epoch from the common model at the first, undecayed rate, as the public code of IAFL does.
        tuning = LocalWork(rate=cell.rate, momentum=cell.momentum, batch_size=cell.batch_size, epochs=1)
        return cls(
            sets=Sets(cell.scene.clients, *held_out(cell)),
            make=cell.maker(precision),
            widths=cell.widths,
            rounds=cell.rounds,
            work=cell.work(),
            tuning=tuning,
            seed=cell.seed,
            cost="ratio",
            length=LENGTHS.get(cell.data, 0.5) if cell.length is None else cell.length,
            last_layers=LAST_LAYERS.get(cell.data, ("network.hidden.", "network.out.")),
            participation=rising_rates(cell.clients) if cell.participation else None,
            **how,
        )

    def train(self, task: Task, algorithm: Any) -> Any:
        """All rounds, with a bar that shows the accuracy on some validation examples."""
        started = time.perf_counter()
        some = tuple(part[:1000] for part in self.sets.validation)
        done = run(
            task,
            self.sets.clients,
            self.work,
            rounds=self.rounds,
            seed=self.seed,
            algorithm=algorithm,
            engine=self.engine,
            device=self.device,
            held_out=some if self.progress else None,
            evaluate_every=max(1, self.rounds // 10),
            progress=self.progress,
            checkpoint=self.checkpoint,
        )
        self.seconds += time.perf_counter() - started
        return done


def _fedavg(here: CellFederation) -> Given:
    """Federated averaging, and beside it what one more local epoch makes of it."""
    common = fedavg(here)
    started = time.perf_counter()
    _ = here.tuned
    seconds = time.perf_counter() - started
    own = fine_tuned(here)
    return common._replace(
        extra={"tuned_validation": own.validation, "tuned_test": own.test, "tuning_seconds": seconds}
    )


def width_curve(cell: Cell, task: Task, model: Tensor, buffers: Tensor) -> tuple[list[float], list[float]]:
    """Balanced accuracy of one model at every width of the cell, on validation and on test data."""
    rows = (part.expand(cell.levels, -1) for part in (model, buffers))
    validation, test = scores(task, *rows, cell.widths, held_out(cell))
    return validation, test


def wanted(here: Federation, curve: Sequence[float]) -> Sequence[float]:
    """The contributions of clients, in the unit of a curve of accuracies: rates are brought to its range."""
    if here.participation is None:
        return here.contributions
    levels = [accuracy for _, accuracy in increasing_menu(list(here.widths), curve)]
    rates = np.asarray(here.participation, dtype=float)
    low, high = rates.min(), rates.max()
    return (levels[0] + (levels[-1] - levels[0]) * (rates - low) / (high - low)).tolist()


def _aequa(here: CellFederation) -> Given:
    """Algorithm 1, then the allocation on validation accuracies by each cost; scored at the chosen widths."""
    widths, shared = list(here.widths), here.shared
    extra: dict[str, Any] = {"widths": widths, "validation_curve": shared.validation, "test_curve": shared.test}
    if shared.buffers is not shared.running:  # what the same weights reach with the statistics that training left
        extra["running_curves"] = here.curve(shared.model, shared.running)

    def at(chosen: Sequence[int]) -> dict[str, list[float]]:
        rows = {"widths": widths, "validation": shared.validation, "test": shared.test}
        return {name: [row[k] for k in chosen] for name, row in rows.items()}

    asked = wanted(here, shared.validation)
    for rule in ("ratio", "anchor"):
        given, beyond = reward_widths(asked, widths, shared.validation, cost=rule)
        extra[rule] = at([widths.index(width) for width in given])
        if here.participation is None:
            extra["out_of_reach"] = list(beyond)
    # Where all contribute the same there is no range to map; by share everybody gets the full network.
    by = "range" if len(set(here.contributions)) > 1 else "share"
    own = allocate_widths(here.contributions, widths, by=by).levels
    extra["width-reward"] = at([int(np.argmin(np.abs(np.array(widths) - level))) for level in own])
    first = extra["ratio"]
    return Given(first["validation"], first["test"], first["widths"], extra)


def play(
    cell: Cell,
    method: str,
    *,
    alone: Result | None = None,
    device: torch.device | str = "cpu",
    engine: str = "sequential",
    precision: str = "single",
    progress: bool = False,
    checkpoint: str | None = None,
) -> Result:
    """Train one method in one cell.

    Args:
        method: a name in `METHODS`.
        alone: the result of "stand-alone" in the same cell; every other method is measured against it.
        device: where to compute.
        engine: of local training, a name in `ENGINES`, see `incentives.learning.local_update`.
        precision: "single"; "tf32", single precision whose products a GPU may round; or "bfloat16" for the networks'
            passes, in evaluation too; see `incentives.learning.half_precision`.
        progress: show a bar over the rounds.
        checkpoint: a file that keeps the rounds so far, as `incentives.learning.federation.run` takes it.

    Raises:
        ValueError: no such method, engine or precision, or `alone` is missing.

    >>> small = Cell(rounds=1, clients=2, levels=2)
    >>> len(play(small, "stand-alone").test)
    2
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {', '.join(ENGINES)}, got {engine!r}")
    if method != "stand-alone" and alone is None:
        raise ValueError(f"alone must be the cell's stand-alone result, which {method} is measured against; got None")
    if cell.participation and method in EVERYBODY:
        raise ValueError(
            f"participation must be false with {method}, where every client has to send its update in every "
            "round; got true"
        )
    with products(precision):
        how = {"engine": engine, "device": device, "progress": progress, "checkpoint": checkpoint}
        here = CellFederation.of(cell, precision=precision, **how)
        if alone is not None and method != "stand-alone":
            here.alone = Given(alone.validation, alone.test)
        given = METHODS[method](here)
    return Result(given.validation, given.test, here.seconds, extra=dict(given.extra))


METHODS: dict[str, Callable[[CellFederation], Given]] = {
    "stand-alone": lambda here: here.alone,
    "fedavg": _fedavg,
    "cgsv": lambda here: cgsv(here, length=here.length),
    "iafl": iafl,
    "aequa": _aequa,
    "aequa-cgsv": while_training,
    "aequa-shapfed": lambda here: while_training(here, assess=last_layer_contributions(here.last_layers)),
}
