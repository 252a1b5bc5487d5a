"""Clustered personalization by alternating: clients pick a model, each model trains on those who picked it.

This is the practical stand-in for a minimal personalization oracle, in the manner of Ghosh et al. (2020): every client
takes the one of k models with the least loss on its own data, and its update goes to that model alone. As in Vardhan
et al. (2024), the k first models are models that single clients trained. Nothing makes the number of models minimal:
the alternation ends where it ends, so k is raised until everybody is content.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from incentives.learning import federation
from incentives.learning.averaging import Models, Personalized
from incentives.learning.bank import ParamBank
from incentives.learning.deviations import Strategy, misreported_data
from incentives.learning.evaluation import evaluate
from incentives.learning.local_update import LocalWork
from incentives.methods.consensus_by_training import LearningProblem
from incentives.randomness import stream


class ClusteredState(NamedTuple):
    """The k models, and which of them each client has, shape (clients,)."""

    models: Models
    members: Tensor


@dataclass(frozen=True, eq=False)
class Clustered:
    """An algorithm of `federation.run`: the clients of a cluster average among themselves, then everybody picks anew.

    Args:
        start: parameters of the k first models, shape (k, parameters).
        pick: parameters of k models -> the number of the model that each client takes, shape (clients,).
    """

    start: Tensor
    pick: Callable[[Tensor], Tensor]

    def begin(self, initial: Models, clients: int) -> ClusteredState:
        models = Models(self.start.to(initial.parameters), initial.buffers.expand(len(self.start), -1).clone())
        return ClusteredState(models, self.pick(models.parameters))

    def participants(self, state: ClusteredState, round: int) -> None:
        return None

    def download(self, state: ClusteredState, round: int) -> Models:
        return Models(*(part[state.members][:, None] for part in state.models))

    def aggregate(self, state: ClusteredState, received: Models, sent: Models, round: int) -> ClusteredState:
        models = Models(*(part.clone() for part in state.models))
        for cluster in state.members.unique().tolist():
            for old, new in zip(models, sent, strict=True):
                old[cluster] = new[state.members == cluster, 0].mean(dim=0)
        return ClusteredState(models, self.pick(models.parameters))


@dataclass(frozen=True, eq=False)
class Clustering:
    """Where one run of clustered training ended.

    Args:
        bank: the k models.
        members: which of them each client has, one number per client.
        excess: how far each client's reported loss is above what it reaches alone, shape (clients,).
    """

    bank: ParamBank
    members: tuple[int, ...]
    excess: Tensor

    def contents(self, tolerance: float) -> bool:
        """True if every client is within the tolerance of what it reaches alone."""
        return bool((self.excess <= tolerance).all())

    @property
    def clusters(self) -> tuple[frozenset[int], ...]:
        """The clusters that are not empty, the one with the lowest client first."""
        return tuple(
            frozenset(j for j, other in enumerate(self.members) if other == model)
            for model in dict.fromkeys(self.members)
        )


@dataclass(frozen=True, eq=False)
class ClusteredTraining:
    """Clustered training of one problem, with what every client reaches alone.

    Use `ClusteredTraining.of` to make one.
    """

    problem: LearningProblem
    work: LocalWork
    rounds: int
    seed: int
    deviations: Mapping[int, Strategy]
    alone: ParamBank

    @classmethod
    def of(
        cls,
        problem: LearningProblem,
        work: LocalWork,
        *,
        rounds: int,
        seed: int,
        deviations: Mapping[int, Strategy] | None = None,
    ) -> ClusteredTraining:
        """Train everybody alone first; `deviations` change data, such as false labels."""
        lies = {} if deviations is None else dict(deviations)
        alone = federation.run(
            problem.task,
            problem.data,
            work,
            rounds=rounds,
            seed=seed,
            algorithm=Personalized(torch.eye(problem.clients)),
            engine="stacked",
            deviations=lies,
        )
        return cls(problem, work, rounds, seed, lies, alone.bank)

    def reported_losses(self, bank: ParamBank) -> Tensor:
        """Loss of every model on the data that each client shows, shape (clients, models)."""
        data = misreported_data(self.problem.data, self.deviations)
        return torch.stack(
            [evaluate(self.problem.task, bank, None, *data.client(j)).losses for j in range(self.problem.clients)]
        )

    def run(self, models: int, *, attempt: int = 0) -> Clustering:
        """Alternate with this many models.

        Args:
            models: k, from 1 to the number of clients.
            attempt: decides at random whose own models are the first ones.

        Raises:
            ValueError: `models` out of range.
        """
        clients = self.problem.clients
        if isinstance(models, bool) or not isinstance(models, int) or not 1 <= models <= clients:
            raise ValueError(f"models must be a whole number from 1 to {clients}, got {models!r}")
        chosen = stream(self.seed, "clusters", models, attempt).permutation(clients)[:models]
        layout = self.problem.task.layout

        def pick(parameters: Tensor) -> Tensor:
            return self.reported_losses(ParamBank(parameters.contiguous(), layout)).argmin(dim=1)

        done = federation.run(
            self.problem.task,
            self.problem.data,
            self.work,
            rounds=self.rounds,
            seed=self.seed,
            algorithm=Clustered(self.alone.values[torch.from_numpy(chosen)], pick),
            engine="stacked",
            deviations=self.deviations,
        )
        alone = self.reported_losses(self.alone).diagonal()
        losses = self.reported_losses(done.bank).min(dim=1)
        return Clustering(done.bank, tuple(losses.indices.tolist()), losses.values - alone)

    def fewest(self, tolerance: float, *, attempt: int = 0) -> Clustering:
        """The first clustering that contents everybody when k is raised from 1; a certificate of nothing."""
        for models in range(1, self.problem.clients + 1):
            found = self.run(models, attempt=attempt)
            if found.contents(tolerance):
                break
        return found
