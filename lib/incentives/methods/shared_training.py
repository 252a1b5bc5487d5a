"""One federation whose methods share what they train: their own models, the average, the network of all widths. Needs
PyTorch.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from torch import Tensor, nn

from incentives.learning.averaging import FedAvg, Personalized, weights_by_size
from incentives.learning.bank import ParamBank
from incentives.learning.federation import FederatedRun, run
from incentives.learning.local_update import EngineName, LocalWork
from incentives.learning.tasks import Task
from incentives.methods.aequa import TwoWidths, plain_task, two_width_task
from incentives.methods.own_federation import Examples, Sets
from incentives.methods.participation import PartialAveraging
from incentives.methods.recalibration import recalibrated
from incentives.randomness import seed_for
from incentives.rewards.costs import AnyCost
from incentives.rewards.metrics import (
    balanced_accuracy,
)

CHUNK = 256  # examples that are scored at once
PROBE = 64  # examples on which a model that answers nothing is recognised


class Given(NamedTuple):
    """Balanced accuracies on validation and test data of what every client takes home, and its widths.

    Args:
        validation: shape (clients,).
        test: same shape.
        widths: same shape; None where everybody has the full network.
        extra: what else a method tells, by name.
    """

    validation: list[float]
    test: list[float]
    widths: list[float] | None = None
    extra: Mapping[str, Any] = MappingProxyType({})


class Shared(NamedTuple):
    """One network for all widths, as Algorithm 1 trains it, and its accuracies.

    Args:
        model: shape (parameters,).
        running: its buffers as training left them, shape (buffers,).
        buffers: the same with the statistics of each width on offer measured on the clients' data.
        validation: balanced accuracy at every width on offer, shape (levels,).
        test: same shape.
    """

    model: Tensor
    running: Tensor
    buffers: Tensor
    validation: list[float]
    test: list[float]


def module_of(task: Task, model: Tensor, own: Tensor) -> Any:
    """A fresh network in evaluation mode with these parameters and buffers."""
    module: Any = task.module().to(device=model.device, dtype=model.dtype).eval()
    ParamBank(model[None].contiguous(), task.layout).load(0, module)
    for name, view in task.buffer_layout.split(own).items():
        module.get_buffer(name).copy_(view)
    return module


@torch.no_grad()
def scores(
    task: Task, models: Tensor, buffers: Tensor, widths: Sequence[float], held: Iterable[Examples]
) -> list[list[float]]:
    """Balanced accuracies of some models, model k at width k: a list for each set of examples, shape (models,)."""
    modules = [module_of(task, model, own) for model, own in zip(models, buffers, strict=True)]
    found: list[list[float]] = []
    for inputs, labels in held:
        found.append([])
        for module, width in zip(modules, widths, strict=True):
            parts = [module(part.to(models.device), width).argmax(1) for part in inputs.split(CHUNK)]
            found[-1].append(float(balanced_accuracy(labels.numpy(), torch.cat(parts).cpu().numpy())))
    return found


@dataclass(eq=False)
class Federation:
    """One federation, and how it trains; what several methods need is trained once.

    Args:
        sets: who trains on what, and what the server keeps.
        make: gives a fresh network.
        widths: on offer, rising to 1.
        rounds: of training.
        work: of a client in a round.
        tuning: of a client after the last round, where a method fine-tunes.
        seed: of everything random.
        cost: what the allocation of Aequa minimises.
        engine: of local training.
        device: where to compute.
        progress: show a bar over the rounds.
        participation: with which rate each client takes part in a round, which then is its contribution; None: all
            take part, and contribute what their own model reaches.
    """

    sets: Sets
    make: Callable[[], nn.Module]
    widths: tuple[float, ...]
    rounds: int
    work: LocalWork
    tuning: LocalWork
    seed: int
    cost: AnyCost
    engine: EngineName
    device: torch.device | str
    progress: bool
    participation: Sequence[float] | None = None
    out_of_reach: tuple[int, ...] = field(default=(), init=False)
    diverged: list[int] = field(default_factory=list, init=False)  # rounds in which what a method needs diverged

    def noted(self, done: FederatedRun) -> FederatedRun:
        """The run as it is; where it diverged is remembered."""
        if done.diverged is not None:
            self.diverged.append(done.diverged)
        return done

    @property
    def clients(self) -> int:
        return self.sets.clients.clients

    @cached_property
    def plain(self) -> Task:
        return plain_task(self.make)

    @cached_property
    def menu(self) -> tuple[float, ...] | None:
        """Where batch norms keep numbers for each width, only those of the menu can be trained."""
        norms = any("Switchable" in type(module).__name__ for module in self.plain.module().modules())
        return self.widths if norms else None

    @cached_property
    def two_widths(self) -> Task:
        return two_width_task(self.make, TwoWidths(narrowest=self.widths[0], menu=self.menu, seed=self.seed))

    def train(self, task: Task, algorithm: Any) -> FederatedRun:
        def after(rounds: int) -> FederatedRun:
            return run(
                task,
                self.sets.clients,
                self.work,
                rounds=rounds,
                algorithm=algorithm,
                seed=self.seed,
                engine=self.engine,
                device=self.device,
                progress=self.progress,
            )

        done = self.noted(after(self.rounds))
        if done.diverged is None and self.collapsed(task, done):
            # Trained again for fewer rounds, which are the same ones, until the first after which nothing is left.
            first = bisect_left(range(1, self.rounds), True, key=lambda rounds: self.collapsed(task, after(rounds))) + 1
            done = self.noted(replace(done, diverged=first))
        return done

    @torch.no_grad()
    def collapsed(self, task: Task, done: FederatedRun) -> bool:
        """True if every model gives all examples the same scores, as where no unit answers any more: finite, and
        lost.
        """
        inputs = self.sets.validation.inputs[:PROBE]
        if bool((inputs == inputs[:1]).all()):
            return False
        for model, own in zip(done.bank.values, done.buffers.values, strict=True):
            module = module_of(task, model, own)
            outputs = module(inputs.to(model.device), 1.0)
            if bool(((outputs - outputs[:1]).abs() > 1e-6 * outputs.abs().max()).any()):
                return False
        return True

    def recalibrated(
        self, model: Tensor, buffers: Tensor, widths: Sequence[float], held: Sequence[float] | None = None
    ) -> Tensor:
        """The buffers of the shared model, with the statistics of each width measured on the clients' data."""
        return recalibrated(self.two_widths, model, buffers, self.sets.clients, widths, seed=self.seed, held=held)

    def scores(
        self, task: Task, models: Tensor, buffers: Tensor, widths: Sequence[float]
    ) -> tuple[list[float], list[float]]:
        """Balanced accuracies on validation and test data, model k at width k."""
        validation, test = scores(task, models, buffers, widths, (self.sets.validation, self.sets.test))
        return validation, test

    def curve(self, model: Tensor, buffers: Tensor) -> tuple[list[float], list[float]]:
        """The same of one model at every width on offer."""
        count = len(self.widths)
        return self.scores(self.two_widths, model.expand(count, -1), buffers.expand(count, -1), self.widths)

    def own_models(self, task: Task, done: FederatedRun) -> Given:
        return Given(*self.scores(task, done.bank.values, done.buffers.values, [1.0] * len(done.bank)))

    @cached_property
    def alone(self) -> Given:
        return self.own_models(self.plain, self.train(self.plain, Personalized(torch.eye(self.clients))))

    @cached_property
    def contributions(self) -> Sequence[float]:
        """The accuracy of each client's own model on validation data, or its rate of participation."""
        return self.alone.validation if self.participation is None else self.participation

    @cached_property
    def averaging(self) -> Any:
        """The average of whoever takes part, by numbers of examples."""
        if self.participation is None:
            return FedAvg(weights_by_size(self.sets.clients))
        return PartialAveraging(self.sets.clients.sizes, self.participation, self.seed)

    @cached_property
    def averaged(self) -> FederatedRun:
        return self.train(self.plain, self.averaging)

    @cached_property
    def tuned(self) -> FederatedRun:
        """The averaged model, trained by every client for one more epoch on its own data."""
        return run(
            self.plain,
            self.sets.clients,
            self.tuning,
            rounds=1,
            seed=seed_for(self.seed, "fine-tuning"),
            algorithm=FromHere(torch.eye(self.clients), self.averaged.buffers.values),
            initial=self.averaged.bank,
            engine=self.engine,
            device=self.device,
        )

    @cached_property
    def shared(self) -> Shared:
        """The network that Algorithm 1 trains."""
        done = self.train(self.two_widths, self.averaging)
        model, running = done.bank.values[0], done.buffers.values[0]
        buffers = self.recalibrated(model, running, self.widths)
        return Shared(model, running, buffers, *self.curve(model, buffers))


@dataclass(frozen=True, eq=False)
class FromHere(Personalized):
    """Training alone that starts from given buffers, such as running statistics, and not from fresh ones."""

    buffers: Tensor = field(default_factory=lambda: torch.zeros(1, 0))

    def begin(self, initial: Any, clients: int) -> Any:
        return super().begin(initial._replace(buffers=self.buffers), clients)
