"""Losses and gradients of all clients at one model, as mechanism H and its dual weights ask for them.

A report is a loss: that of false labels, a multiple, a loss with a systematic bias in its gradient, or the loss in
turned coordinates. All four stay convex where the true loss is, so a server that enforces convexity cannot refuse them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from torch import Tensor

from incentives.consensus.dual_weights import DualWeights, dual_weights
from incentives.consensus.helly_mechanism import CallOutcome, mechanism_h
from incentives.consensus.oracles import Answer, check_members
from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.deviations import Bias, FlipLabels, Rescale, Rotate, Strategy, misreported_data
from incentives.learning.federated_data import FederatedData
from incentives.learning.tasks import Stacked, Task
from incentives.methods.consensus_by_training import LearningProblem

Floats = np.ndarray


@dataclass(frozen=True, eq=False)
class TrainingLosses:
    """Training losses with a ridge penalty, as the clients report them.

    Args:
        task: one with a stacked form, such as the dense networks.
        inputs: shape (clients, examples, features).
        labels: shape (clients, examples).
        ridge: every loss is the mean over the client's examples plus ridge / 2 times the squared norm.
        deviations: `Rescale` by a factor c > 0 reports c F(x); `Bias` reports F(x) + b x, b the vector that it adds;
            `Rotate` reports F(R x), R its rotation of the parameters. `FlipLabels` acts on the labels beforehand.

    Use `TrainingLosses.of` to make one.
    """

    task: Task
    inputs: Tensor
    labels: Tensor
    ridge: float
    deviations: Mapping[int, Strategy]

    def __post_init__(self) -> None:
        _ = self.network  # refuses a task without one

    @classmethod
    def of(
        cls,
        task: Task,
        data: FederatedData,
        *,
        ridge: float,
        deviations: Mapping[int, Strategy] | None = None,
    ) -> TrainingLosses:
        """From the clients' data.

        Raises:
            ValueError: a task without a stacked form, a ridge that is not positive, clients of several sizes, a factor
                that is not positive, or a
                strategy that is no loss.
        """
        deviations = {} if deviations is None else dict(deviations)
        if not ridge > 0:
            raise ValueError(f"ridge must be greater than 0, got {ridge!r}")
        if len(set(data.sizes)) > 1:
            raise ValueError(f"data must give all clients one size, got {sorted(set(data.sizes))}")
        for client, lie in deviations.items():
            if not isinstance(lie, Bias | FlipLabels | Rescale | Rotate):
                raise ValueError(f"deviations must be losses; client {client} has {type(lie).__name__}")
            if isinstance(lie, Rescale) and not lie.factor > 0:
                raise ValueError(f"factor must be greater than 0, or the loss is not convex; got {lie.factor}")
        data = misreported_data(data, deviations)
        inputs, labels = (torch.stack(part) for part in zip(*map(data.client, range(data.clients)), strict=True))
        return cls(task, inputs.flatten(2).double(), labels, ridge, deviations)

    @property
    def clients(self) -> int:
        """The number of clients."""
        return len(self.inputs)

    @property
    def network(self) -> Stacked:
        """The task's stacked form."""
        if self.task.stacked is None:
            raise ValueError(f"task must have a stacked form, as dense networks have; got {self.task!r}")
        return self.task.stacked

    @property
    def modulus(self) -> float:
        """Of strong convexity of every reported loss, if the task is convex."""
        factors = [lie.factor for lie in self.deviations.values() if isinstance(lie, Rescale)]
        return self.ridge * min([1.0, *factors])

    def __call__(self, x: Floats) -> tuple[Floats, Floats]:
        """Losses, shape (clients,), and gradients, shape (clients, parameters), at one model for all."""
        point = torch.as_tensor(np.asarray(x, dtype=float))
        models = point.repeat(self.clients, 1)
        for client, lie in self.deviations.items():
            if isinstance(lie, Rotate):
                models[client] = lie.report(torch.zeros_like(point), point)
        losses, slopes = self._truthfully(models)
        for client, lie in self.deviations.items():
            if isinstance(lie, Rotate):
                # The gradient of F(R x) is the transpose of R, which turns back, times that of F.
                slopes[client] = Rotate(-lie.angle, lie.seed).report(torch.zeros_like(point), slopes[client])
            elif isinstance(lie, Rescale):
                losses[client], slopes[client] = losses[client] * lie.factor, slopes[client] * lie.factor
            elif isinstance(lie, Bias):
                bias = lie.report(torch.zeros_like(point), torch.zeros_like(point))
                losses[client], slopes[client] = losses[client] + bias @ point, slopes[client] + bias
        return losses.numpy(), slopes.numpy()

    @torch.no_grad()
    def _truthfully(self, models: Tensor) -> tuple[Tensor, Tensor]:
        """Loss and gradient of client j at row j, without what a deviator does to its loss."""
        bank = ParamBank(models, self.task.layout)
        views = {name: view[:, None] for name, view in bank.views().items()}
        outputs = self.network.outputs(views, self.inputs)
        each = torch.stack([self.task.loss.each(o, y) for o, y in zip(outputs, self.labels, strict=True)])
        weights = torch.full(self.labels.shape, 1 / self.labels.shape[1], dtype=torch.float64)
        parts = self.network.gradient(views, self.inputs, self.labels, weights, self.task.loss)
        slopes = torch.cat([parts[field.name].reshape(self.clients, -1) for field in self.task.layout.fields], 1)
        penalty = self.ridge / 2 * models.square().sum(1)
        return each.flatten(1).mean(1) + penalty, slopes + self.ridge * models

    def only(self, members: Sequence[int]) -> TrainingLosses:
        """The losses of these clients, in this order."""
        lies = {i: self.deviations[j] for i, j in enumerate(members) if j in self.deviations}
        return replace(self, inputs=self.inputs[members], labels=self.labels[members], deviations=lies)

    def start(self, seed: int = 0) -> Floats:
        """The task's own first model: zero for the convex ones, random for a network."""
        return self.task.initial(generator(seed, "initial"), dtype=torch.float64)[0].values[0].numpy()

    def best(self, *, iterations: int = 400) -> Floats:
        """The least value that each client reaches alone of the loss that it reports, F_j^*, shape (clients,)."""
        from scipy.optimize import minimize

        found, start = np.empty(self.clients), self.start()
        for j in range(self.clients):
            own = self.only([j])
            found[j] = minimize(
                lambda x, own=own: tuple(part[0] for part in own(x)),
                start,
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": iterations},
            ).fun
        return found

    def minimax(self, members: Iterable[int] | None = None, *, content: Floats, gap: float) -> DualWeights:
        """The smallest largest loss above `content`, over these clients (all if None), with their dual weights.

        Args:
            content: the loss that contents each client, shape (clients,).
            gap: accuracy, in units of the loss.
        """
        some = list(range(self.clients)) if members is None else sorted(members)
        asked = self.only(some)

        def excesses(x: Floats) -> tuple[Floats, Floats]:
            losses, slopes = asked(x)
            return losses - content[some], slopes

        return dual_weights(excesses, self.start(), gap=gap, iterations=80, coolings=4)


def training_losses(
    problem: LearningProblem, *, ridge: float, deviations: Mapping[int, Strategy] | None = None
) -> TrainingLosses:
    """The losses of a problem's clients; without deviations the true ones.

    >>> from incentives.methods.consensus_by_training import learning_problem
    >>> losses = training_losses(learning_problem("logistic", most=5), ridge=0.01)
    >>> losses(losses.start())[0].round(3).tolist()  # log 10 at zero
    [2.303, 2.303, 2.303, 2.303, 2.303, 2.303]
    """
    return TrainingLosses.of(problem.task, problem.data, ridge=ridge, deviations=deviations)


@dataclass
class TrainingOracle:
    """A consensus oracle that trains: a model that contents everybody asked up to a slack, or "empty".

    With a convex task every "empty" is certified by the dual weights: the weighted loss, strongly convex by the ridge,
    is nowhere as low as it should be. For a network "empty" only says that this training found nothing.

    Args:
        losses: as reported.
        content: the loss that contents each client, shape (clients,).
        slack: excess allowed to a model that answers a call.
        gap: accuracy of the search, smaller than the slack.
        convex: whether to certify.

    After a call `found` holds its models and weights, the first call's first; `certified` the lower bounds.
    """

    losses: TrainingLosses
    content: Floats
    slack: float
    gap: float
    convex: bool = True
    found: list[DualWeights] = field(default_factory=list)
    certified: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not 0 < self.gap < self.slack:
            raise ValueError(f"gap must be positive and smaller than slack, got {self.gap!r}, {self.slack!r}")

    @property
    def clients(self) -> int:
        """The number of clients."""
        return self.losses.clients

    def __call__(self, members: Iterable[int]) -> Answer:
        """Train for these clients.

        Raises:
            ArithmeticError: a convex search ended with neither a model nor a certificate.
        """
        some = check_members(self, members)
        found = self.losses.minimax(some, content=self.content, gap=self.gap)
        self.found.append(found)
        self.certified.append(found.lower_bound(self.losses.modulus) if self.convex else np.nan)
        if found.largest <= self.slack:
            return Answer(point=tuple(map(float, found.point)))
        if self.convex and not self.certified[-1] > 0:
            raise ArithmeticError(
                f"slack {self.slack} is too small: largest excess {found.largest:.3g}, "
                f"certified {self.certified[-1]:.3g}"
            )
        return Answer(witness=frozenset(some))

    def heaviest_first(self, suspects: Iterable[int]) -> list[int]:
        """The suspects by their weight in the first call, which everybody was in."""
        return sorted(suspects, key=lambda j: -self.found[0].weights[j])


@dataclass(frozen=True, eq=False)
class NamedByTraining:
    """Mechanism H by training.

    Args:
        outcome: model, calls and who was named.
        oracle: what it trained.
        tolerance: what contents a client above its own best, in units of the loss.
    """

    outcome: CallOutcome
    oracle: TrainingOracle
    tolerance: float

    @property
    def bank(self) -> ParamBank:
        """The model put out, one row."""
        return ParamBank(torch.tensor([self.outcome.point], dtype=torch.float64), self.oracle.losses.task.layout)


def mechanism_h_by_training(
    truth: TrainingLosses, reported: TrainingLosses, *, tolerance: float, slack: float, convex: bool = True
) -> NamedByTraining:
    """Mechanism H where a call is minimax training and its dual weights say whom to leave out first.

    A model is tested at everybody by the true losses, up to the same tolerance and slack. Since a call stops early and
    nobody knows whether a client can be spared, a model that passes does not by itself name whoever was left out. That
    client is named if its true loss accepts the model within the tolerance and the loss that it reports does not, which
    no truthful client can do.

    Raises:
        ValueError, ArithmeticError: as `helly_mechanism.mechanism_h` and `TrainingOracle`.
    """
    oracle = TrainingOracle(reported, reported.best() + tolerance, slack, slack / 2, convex)
    # Only the deviators' own optimum differs between what is true and what is reported.
    content = truth.best() + tolerance

    def verify(point: tuple[float, ...]) -> frozenset[int]:
        return frozenset(np.flatnonzero(truth(np.array(point))[0] > content + slack).tolist())

    found = mechanism_h(oracle, verify, redundancy=0, order=oracle.heaviest_first)
    if not found.liars:
        model = np.array(found.point)
        accepts, refuses = truth(model)[0] <= content, reported(model)[0] > oracle.content
        left_out = frozenset(range(oracle.clients)) - found.calls[-1]
        found = replace(found, liars=frozenset(j for j in left_out if accepts[j] and refuses[j]))
    return NamedByTraining(found, oracle, tolerance)
