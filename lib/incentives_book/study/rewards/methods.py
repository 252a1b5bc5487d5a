"""The methods that are compared, each from a cell to what every client takes home. Needs PyTorch.

`play(cell, method)` trains and returns a `Result`: balanced accuracies on validation data, by which rewards are
chosen, and on test data, by which they are scored. Contributions are the balanced accuracies of training alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from incentives.learning.bank import ParamBank
from incentives.learning.federation import FedAvg, Personalized, run, weights_by_size
from incentives.learning.half_precision import products
from incentives.learning.local_update import LocalWork
from incentives.learning.tasks import Task
from incentives.randomness import seed_for
from incentives.rewards.aequa import TrainingTimeRewards
from incentives.rewards.cgsv import Cgsv, cosine_contributions
from incentives.rewards.iafl import Iafl
from incentives.rewards.metrics import balanced_accuracy
from incentives.rewards.participation import PartialAveraging, rising_rates
from incentives.rewards.shapfed import last_layer_contributions
from incentives.rewards.width_rewards import allocate_widths
from incentives_book.study.rewards.allocated_widths import allocate_rewards, out_of_reach
from incentives_book.study.rewards.cells import FIXED_WIDTHS, Cell

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


class How(NamedTuple):
    """Where a method computes, with which engine, in which precision, and whether it shows a bar."""

    device: torch.device | str = "cpu"
    engine: str = "sequential"
    precision: str = "single"
    progress: bool = False


@dataclass(frozen=True)
class Result:
    """What a method gives each client.

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


@torch.no_grad()
def predictions(
    task: Task, model: Tensor, buffers: Tensor, inputs: Tensor, width: float = 1.0, *, chunk: int = 256
) -> Tensor:
    """Classes that one model predicts at one width, shape (examples,)."""
    module = _module(task, model, buffers)
    return torch.cat(
        [module(inputs[low : low + chunk], width).argmax(1) for low in range(0, len(inputs), chunk)]
    )


def _module(task: Task, model: Tensor, buffers: Tensor) -> Any:
    """A fresh module in evaluation mode with these rows."""
    module = task.module().to(device=model.device, dtype=model.dtype).eval()
    ParamBank(model[None].contiguous(), task.layout).load(0, module)
    for name, view in task.buffer_layout.split(buffers).items():
        module.get_buffer(name).copy_(view)
    return module


def _score(labels: Tensor, predicted: Tensor) -> float:
    return float(balanced_accuracy(labels.numpy(), predicted.cpu().numpy()))


@dataclass(frozen=True, eq=False)
class _Held:
    """Validation and test data as a network takes them."""

    cell: Cell
    device: torch.device | str

    def scores(self, task: Task, models: Tensor, buffers: Tensor, widths: list[float]) -> tuple[list, list]:
        """Balanced accuracies on validation and test data, model k at width k."""
        both = []
        for data in (self.cell.scene.validation, self.cell.scene.test):
            inputs = data.scaled().to(self.device)
            rows = zip(models, buffers, widths, strict=True)
            both.append([_score(data.labels, predictions(task, m, b, inputs, w)) for m, b, w in rows])
        return both[0], both[1]


def play(
    cell: Cell,
    method: str,
    *,
    alone: Result | None = None,
    device: torch.device | str = "cpu",
    engine: str = "sequential",
    precision: str = "single",
    progress: bool = False,
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
        raise ValueError(
            f"alone must be the cell's stand-alone result, which {method} is measured against; got None"
        )
    with products(precision):
        return METHODS[method](cell, alone, How(device, engine, precision, progress))


def _train(cell: Cell, task: Task, algorithm: Any, how: How) -> tuple[Any, float]:
    started = time.perf_counter()
    done = run(
        task,
        cell.scene.clients,
        cell.work(),
        rounds=cell.rounds,
        seed=cell.seed,
        algorithm=algorithm,
        engine=how.engine,
        device=how.device,
        held_out=_sample(cell) if how.progress else None,
        evaluate_every=max(1, cell.rounds // 10),
        progress=how.progress,
    )
    return done, time.perf_counter() - started


def _sample(cell: Cell) -> tuple[Tensor, Tensor]:
    """A few validation examples for the progress bar."""
    data = cell.scene.validation
    return data.scaled()[:1000], data.labels[:1000]


def contributions(cell: Cell, alone: Result, *, on: str = "validation") -> list[float]:
    """What the clients contribute: stand-alone accuracy, or their rate of participation."""
    return rising_rates(cell.clients) if cell.participation else getattr(alone, on)


def _averaging(cell: Cell) -> Any:
    if cell.participation:
        return PartialAveraging(cell.scene.clients.sizes, rising_rates(cell.clients), cell.seed)
    return FedAvg(weights_by_size(cell.scene.clients))


def _stand_alone(cell: Cell, alone: Result | None, how: How) -> Result:
    task = cell.task(two_widths=False, precision=how.precision)
    done, seconds = _train(cell, task, Personalized(torch.eye(cell.clients)), how)
    return _own_models(cell, task, done, how, seconds)


def _own_models(cell: Cell, task: Task, done: Any, how: How, seconds: float, **extra: Any) -> Result:
    """The result of a method whose clients keep a full-width model each."""
    widths = [1.0] * len(done.bank)
    validation, test = _Held(cell, how.device).scores(task, done.bank.values, done.buffers.values, widths)
    return Result(validation, test, seconds, extra=extra)


def _fedavg(cell: Cell, alone: Result | None, how: How) -> Result:
    """Federated averaging gives everybody one model; fine-tuned, one more local epoch makes it each client's own."""
    task = cell.task(two_widths=False, precision=how.precision)
    done, seconds = _train(cell, task, _averaging(cell), how)
    (validation,), (test,) = _Held(cell, how.device).scores(
        task, done.bank.values, done.buffers.values, [1.0]
    )
    started = time.perf_counter()
    # One more epoch from the common model at the first, undecayed rate, as the public code of IAFL does.
    last = LocalWork(rate=cell.rate, momentum=cell.momentum, batch_size=cell.batch_size, epochs=1)
    tuned = run(
        task,
        cell.scene.clients,
        last,
        rounds=1,
        seed=seed_for(cell.seed, "fine-tuning"),
        algorithm=_FromHere(torch.eye(cell.clients), done.buffers.values),
        initial=done.bank,
        engine=how.engine,
        device=how.device,
    )
    extra_seconds = time.perf_counter() - started
    own = _own_models(cell, task, tuned, how, extra_seconds)
    extra = {"tuned_validation": own.validation, "tuned_test": own.test, "tuning_seconds": extra_seconds}
    return Result([validation] * cell.clients, [test] * cell.clients, seconds, extra=extra)


@dataclass(frozen=True, eq=False)
class _FromHere(Personalized):
    """Training alone that starts from given buffers, such as running statistics, and not from fresh ones."""

    buffers: Tensor = field(default_factory=lambda: torch.zeros(1, 0))

    def begin(self, initial: Any, clients: int) -> Any:
        return super().begin(initial._replace(buffers=self.buffers), clients)


def _cgsv(cell: Cell, alone: Result, how: How) -> Result:
    task = cell.task(two_widths=False, precision=how.precision)
    length = LENGTHS.get(cell.data, 0.5) if cell.length is None else cell.length
    algorithm = Cgsv(cell.scene.clients.sizes, task.layout, length=length)
    done, seconds = _train(cell, task, algorithm, how)
    return _own_models(cell, task, done, how, seconds, importance=done.state.importance.tolist())


def _iafl(cell: Cell, alone: Result, how: How) -> Result:
    task = cell.task(two_widths=False, precision=how.precision)
    algorithm = Iafl(
        contributions(cell, alone),
        participation=rising_rates(cell.clients) if cell.participation else None,
        seed=cell.seed,
    )
    done, seconds = _train(cell, task, algorithm, how)
    return _own_models(cell, task, done, how, seconds)


def width_curve(
    cell: Cell, task: Task, model: Tensor, buffers: Tensor, device: Any
) -> tuple[list[float], list[float]]:
    """Balanced accuracy of one model at every width of the cell, on validation and on test data."""
    widths = list(cell.widths)
    rows = [model] * len(widths), [buffers] * len(widths)
    return _Held(cell, device).scores(task, *map(torch.stack, rows), widths)


def _aequa(cell: Cell, alone: Result, how: How) -> Result:
    """Algorithm 1, then the allocation on validation accuracies; scored on the test data at the chosen widths."""
    task = cell.task(two_widths=True, precision=how.precision)
    done, seconds = _train(cell, task, _averaging(cell), how)
    on_validation, on_test = width_curve(cell, task, done.bank.values[0], done.buffers.values[0], how.device)
    extra: dict[str, Any] = {
        "widths": list(cell.widths),
        "validation_curve": on_validation,
        "test_curve": on_test,
    }

    def at(chosen: list[int]) -> dict[str, list[float]]:
        return {
            "widths": [cell.widths[k] for k in chosen],
            "validation": [on_validation[k] for k in chosen],
            "test": [on_test[k] for k in chosen],
        }

    contributed = contributions(cell, alone)
    if not cell.participation:
        extra["out_of_reach"] = out_of_reach(contributed, on_validation)
    for rule in ("ratio", "anchor"):
        extra[rule] = at(allocate_rewards(cell, contributed, on_validation, rule=rule))
    # Where all contribute the same there is no range to map; by share everybody gets the full network.
    by = "range" if len(set(contributed)) > 1 else "share"
    own = allocate_widths(contributed, list(cell.widths), by=by).levels
    extra["width-reward"] = at([int(np.argmin(np.abs(np.array(cell.widths) - level))) for level in own])
    first = extra["ratio"]
    return Result(first["validation"], first["test"], seconds, extra=extra)


def _training_time(assess: Callable[[Cell], Any]) -> Callable[[Cell, Result, How], Result]:
    def train(cell: Cell, alone: Result, how: How) -> Result:
        """Algorithm 2: what a client takes home is the last model that it held, at its width."""
        task = cell.task(two_widths=True, precision=how.precision)
        menu = cell.widths if cell.data in FIXED_WIDTHS else None
        algorithm = TrainingTimeRewards(task, cell.narrowest, cell.scene.example(), assess(cell), menu=menu)
        done, seconds = _train(cell, task, algorithm, how)
        widths = [float(w) for w in done.state.widths]
        rows = [part.expand(cell.clients, -1) for part in (done.bank.values, done.buffers.values)]
        validation, test = _Held(cell, how.device).scores(task, *rows, widths)
        extra = {
            "widths": widths,
            "contributions": done.state.contributions.tolist(),
            "history": [list(row) for row in done.state.history],
        }
        return Result(validation, test, seconds, extra=extra)

    return train


METHODS: dict[str, Callable[[Cell, Result | None, How], Result]] = {
    "stand-alone": _stand_alone,
    "fedavg": _fedavg,
    "cgsv": _cgsv,
    "iafl": _iafl,
    "aequa": _aequa,
    "aequa-cgsv": _training_time(lambda cell: cosine_contributions),
    "aequa-shapfed": _training_time(
        lambda cell: last_layer_contributions(LAST_LAYERS.get(cell.data, ("network.hidden.", "network.out.")))
    ),
}
