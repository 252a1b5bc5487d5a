"""The methods that `compare` knows: each trains one federation and says what every client takes home. Needs PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from torch import Tensor, nn

from incentives.learning.bank import ParamBank
from incentives.learning.federation import FedAvg, FederatedRun, Personalized, run, weights_by_size
from incentives.learning.local_update import LocalWork
from incentives.learning.robust_averaging import RULES, RobustAveraging
from incentives.learning.tasks import Task
from incentives.randomness import seed_for
from incentives.rewards.aequa import TrainingTimeRewards, TwoWidths, plain_task, two_width_task
from incentives.rewards.cgsv import Cgsv, cosine_contributions
from incentives.rewards.earned_widths import reward_widths
from incentives.rewards.iafl import Iafl
from incentives.rewards.metrics import (
    balanced_accuracy,
)
from incentives.rewards.own_federation import Sets

ALONE = "stand-alone"
CHUNK = 256  # examples that are scored at once


class Given(NamedTuple):
    """Balanced accuracies on validation and test data of what every client takes home, and its widths."""

    validation: list[float]
    test: list[float]
    widths: list[float] | None = None


@dataclass(eq=False)
class Federation:
    """One federation, and how it trains; what several methods need is trained once."""

    sets: Sets
    make: Callable[[], nn.Module]
    widths: tuple[float, ...]
    rounds: int
    work: LocalWork
    tuning: LocalWork
    seed: int
    cost: str
    engine: str
    device: torch.device | str
    progress: bool
    out_of_reach: tuple[int, ...] = field(default=(), init=False)

    @property
    def clients(self) -> int:
        return self.sets.clients.clients

    @cached_property
    def plain(self) -> Task:
        return plain_task(self.make)

    @cached_property
    def menu(self) -> tuple[float, ...] | None:
        """Where batch norms keep numbers for each width, only those of the menu can be trained."""
        norms = any("Switchable" in type(module).__name__ for module in self.make().modules())
        return self.widths if norms else None

    @cached_property
    def two_widths(self) -> Task:
        return two_width_task(self.make, TwoWidths(narrowest=self.widths[0], menu=self.menu, seed=self.seed))

    def train(self, task: Task, algorithm: Any) -> FederatedRun:
        return run(
            task,
            self.sets.clients,
            self.work,
            rounds=self.rounds,
            algorithm=algorithm,
            seed=self.seed,
            engine=self.engine,
            device=self.device,
            progress=self.progress,
        )

    @torch.no_grad()
    def scores(self, task: Task, models: Tensor, buffers: Tensor, widths: Sequence[float]) -> tuple[list[float], list[float]]:
        """Balanced accuracies on validation and test data, model k at width k."""
        found: tuple[list[float], list[float]] = ([], [])
        for model, own, width in zip(models, buffers, widths, strict=True):
            module: Any = task.module().to(device=model.device, dtype=model.dtype).eval()
            ParamBank(model[None].contiguous(), task.layout).load(0, module)
            for name, view in task.buffer_layout.split(own).items():
                module.get_buffer(name).copy_(view)
            for kept, (inputs, labels) in zip(found, (self.sets.validation, self.sets.test), strict=True):
                parts = [module(part.to(model.device), width).argmax(1) for part in inputs.split(CHUNK)]
                kept.append(balanced_accuracy(labels.numpy(), torch.cat(parts).cpu().numpy()))
        return found

    def own_models(self, task: Task, done: FederatedRun) -> Given:
        return Given(*self.scores(task, done.bank.values, done.buffers.values, [1.0] * len(done.bank)))

    @cached_property
    def alone(self) -> Given:
        return self.own_models(self.plain, self.train(self.plain, Personalized(torch.eye(self.clients))))

    @cached_property
    def averaged(self) -> FederatedRun:
        return self.train(self.plain, FedAvg(weights_by_size(self.sets.clients)))


@dataclass(frozen=True, eq=False)
class FromHere(Personalized):
    """Training alone that starts from given buffers, such as running statistics, and not from fresh ones."""

    buffers: Tensor = field(default_factory=lambda: torch.zeros(1, 0))

    def begin(self, initial: Any, clients: int) -> Any:
        return super().begin(initial._replace(buffers=self.buffers), clients)


def _fedavg(here: Federation) -> Given:
    """Federated averaging: one model for everybody."""
    (validation,), (test,) = here.own_models(here.plain, here.averaged)[:2]
    return Given([validation] * here.clients, [test] * here.clients)


def _robust(rule: str) -> Callable[[Federation], Given]:
    """One model for everybody, by an average that a single client cannot pull anywhere; clients count the same."""

    def method(here: Federation) -> Given:
        same = torch.full((here.clients,), 1 / here.clients, dtype=torch.float64)
        done = here.train(here.plain, RobustAveraging(same, rule=RULES[rule]))
        (validation,), (test,) = here.own_models(here.plain, done)[:2]
        return Given([validation] * here.clients, [test] * here.clients)

    return method


def _fine_tuned(here: Federation) -> Given:
    """The averaged model, trained by every client for one more epoch on its own data."""
    done = run(
        here.plain,
        here.sets.clients,
        here.tuning,
        rounds=1,
        seed=seed_for(here.seed, "fine-tuning"),
        algorithm=FromHere(torch.eye(here.clients), here.averaged.buffers.values),
        initial=here.averaged.bank,
        engine=here.engine,
        device=here.device,
    )
    return here.own_models(here.plain, done)


def _cgsv(here: Federation) -> Given:
    return here.own_models(here.plain, here.train(here.plain, Cgsv(here.sets.clients.sizes, here.plain.layout)))


def _iafl(here: Federation) -> Given:
    return here.own_models(here.plain, here.train(here.plain, Iafl(here.alone.validation, seed=here.seed)))


def _aequa(here: Federation) -> Given:
    """Algorithm 1, then the fairest allocation of widths on validation accuracies, none of them worse than alone."""
    task, widths = here.two_widths, list(here.widths)
    done = here.train(task, FedAvg(weights_by_size(here.sets.clients)))
    count = len(widths)
    validation, test = here.scores(task, done.bank.values.expand(count, -1), done.buffers.values.expand(count, -1), widths)
    given, here.out_of_reach = reward_widths(here.alone.validation, widths, validation, cost=here.cost)
    chosen = [widths.index(width) for width in given]
    return Given([validation[k] for k in chosen], [test[k] for k in chosen], list(given))


def _while_training(here: Federation) -> Given:
    """Algorithm 2: clients hold the width that their contribution has earned so far, and train no more than that."""
    inputs, _ = here.sets.clients.gather(here.sets.clients.index[0, :1].to(here.sets.clients.device))
    algorithm = TrainingTimeRewards(here.two_widths, here.widths[0], inputs.cpu(), cosine_contributions, menu=here.menu)
    done = here.train(here.two_widths, algorithm)
    widths = [float(width) for width in done.state.widths]
    models, buffers = (part.expand(here.clients, -1) for part in (done.bank.values, done.buffers.values))
    return Given(*here.scores(here.two_widths, models, buffers, widths), widths)


METHODS: Mapping[str, Callable[[Federation], Given]] = MappingProxyType(
    {
        ALONE: lambda here: here.alone,
        "fedavg": _fedavg,
        "fine-tuned": _fine_tuned,
        "median": _robust("median"),
        "trimmed-mean": _robust("trimmed mean"),
        "krum": _robust("Krum"),
        "cgsv": _cgsv,
        "iafl": _iafl,
        "aequa": _aequa,
        "aequa-while-training": _while_training,
    }
)
# The least number of clients of a method that needs more than two.
LEAST = MappingProxyType({"trimmed-mean": 3, "krum": 4})
BY_WIDTH = ("aequa", "aequa-while-training")
USUAL = ("fedavg", "cgsv", "iafl", "aequa")
