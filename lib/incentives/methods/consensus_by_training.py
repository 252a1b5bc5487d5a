"""Leave-one-out consensus by training: candidates, a test on held-out data, suspects.

A problem is a labelled set divided among clients of a few archetypes, each present several times. All leave-one-out
runs and the run with everybody train at once. A candidate passes if no client's held-out loss is much above the best
that any candidate reaches there: the test needs values, and neither the truth about anybody's optimum nor training.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from incentives.learning.bank import ParamBank
from incentives.learning.data import Dataset, SetName, load
from incentives.learning.deviations import Strategy
from incentives.learning.evaluation import evaluate, predict
from incentives.learning.federated_data import FederatedData
from incentives.learning.leave_one_out import leave_one_out
from incentives.learning.local_update import EngineName, LocalWork
from incentives.learning.networks import dense_classifier, linear_regression, logistic_regression
from incentives.learning.partition import split_validation
from incentives.learning.tasks import Task
from incentives.randomness import stream

Labelled = tuple[Tensor, Tensor]  # inputs (examples, features), labels (examples,)
Kind = Literal["linear", "logistic", "network"]

# Which classes an archetype sees. Nobody sees all ten, so a model for everybody needs every archetype.
THREE_KINDS = ((0, 1, 2, 3), (4, 5, 6), (7, 8, 9))

TASKS: dict[Kind, Callable[[int, int], Task]] = {
    "linear": lambda features, classes: linear_regression(features),
    "logistic": logistic_regression,
    "network": lambda features, classes: dense_classifier(features, [16], classes, activation="tanh"),
}


@dataclass(frozen=True, eq=False)
class LearningProblem:
    """The learning problem: what is trained, by whom, and on what it is tested.

    Args:
        kind: "linear" (is the class odd? targets -1 and 1), "logistic" or "network" (which class?).
        task: the model.
        data: what the clients train on, all of one size, float64.
        held_out: one labelled sample per client, on which nobody trains.
        test: a labelled sample of all classes for the final score.
        archetypes: the archetype of each client.
        shared: whether clients of one archetype hold the same examples, or fresh ones of the same classes.
    """

    kind: Kind
    task: Task
    data: FederatedData
    held_out: tuple[Labelled, ...]
    test: Labelled
    archetypes: tuple[int, ...]
    shared: bool

    @property
    def clients(self) -> int:
        """The number of clients."""
        return self.data.clients

    def client_losses(self, bank: ParamBank) -> Tensor:
        """Held-out loss of every model at every client, shape (clients, models); inf where it is no number."""
        losses = torch.stack([evaluate(self.task, bank, None, *sample).losses for sample in self.held_out])
        return losses.nan_to_num(nan=torch.inf, posinf=torch.inf)

    def accuracies(self, bank: ParamBank) -> Tensor:
        """Share of the test sample that each model gets right, shape (models,); for "linear" the sign counts."""
        if self.kind != "linear":
            return evaluate(self.task, bank, None, *self.test).accuracies
        outputs = predict(self.task, bank, None, self.test[0])[..., 0]
        return (outputs.sign() == self.test[1]).double().mean(dim=1)


def learning_problem(
    kind: Kind,
    *,
    name: SetName = "digits",
    kinds: Sequence[Sequence[int]] = THREE_KINDS,
    copies: int = 2,
    shared: bool = False,
    most: int | None = None,
    seed: int = 0,
) -> LearningProblem:
    """Divide a labelled set among `copies` clients of each archetype.

    Args:
        kind: "linear", "logistic" or "network".
        name: of a set of images, as `incentives.learning.data.load` takes it.
        kinds: the classes that each archetype sees.
        copies: clients per archetype; client c has archetype c modulo their number.
        shared: whether copies hold the same examples (then leaving one out changes no set of good models), or
            disjoint ones of the same classes (then it holds up to sampling).
        most: training examples per client at most.
        seed: decides who holds what.

    Raises:
        ValueError: an unknown kind, no archetype, or fewer than two copies.

    >>> problem = learning_problem("logistic")
    >>> problem.clients, problem.archetypes, problem.data.sizes[0], problem.task.layout.size
    (6, (0, 1, 2, 0, 1, 2), 178, 650)
    """
    if kind not in TASKS:
        raise ValueError(f"kind must be one of {sorted(TASKS)}, got {kind!r}")
    if isinstance(copies, bool) or not isinstance(copies, int) or copies < 2 or not kinds:
        raise ValueError(f"copies must be at least 2 and kinds not empty, got {copies!r} and {len(kinds)} kinds")
    train, validation, test = _splits(name, seed)
    rows, samples = (_deal(part, kinds, copies, shared, seed) for part in (train, validation))
    size = min(min(map(len, rows)), most or len(train))
    inputs = train.scaled().flatten(1).double()
    data = FederatedData.of(inputs, _labels(train, kind), [part[:size] for part in rows])
    aside, answers = validation.scaled().flatten(1).double(), _labels(validation, kind)
    return LearningProblem(
        kind,
        TASKS[kind](inputs.shape[1], len(train.classes)),
        data,
        tuple((aside[part], answers[part]) for part in samples),
        (test.scaled().flatten(1).double(), _labels(test, kind)),
        tuple(c % len(kinds) for c in range(copies * len(kinds))),
        shared,
    )


def _splits(name: SetName, seed: int) -> tuple[Dataset, Dataset, Dataset]:
    if name == "digits":
        return load(name), load(name, split="validation"), load(name, split="test")
    whole = load(name)
    parts = split_validation(whole.labels.numpy(), share=0.1, rng=stream(seed, "validation"))
    return whole.take(parts.train), whole.take(parts.validation), load(name, split="test")


def _labels(part: Dataset, kind: Kind) -> Tensor:
    return part.labels % 2 * 2.0 - 1.0 if kind == "linear" else part.labels


def _deal(part: Dataset, kinds: Sequence[Sequence[int]], copies: int, shared: bool, seed: int) -> list[Tensor]:
    """Row numbers of every client."""
    rows = []
    for k, classes in enumerate(kinds):
        own = np.flatnonzero(np.isin(part.labels.numpy(), classes))
        stream(seed, "rows", part.split, k).shuffle(own)
        size = len(own) // copies
        rows.append([torch.from_numpy(own[:size] if shared else own[c * size :][:size]) for c in range(copies)])
    return [own[c] for c in range(copies) for own in rows]


@dataclass(frozen=True, eq=False)
class LearnedConsensus:
    """The results of leave-one-out consensus by training.

    Args:
        bank: M + 1 models; row n is trained without client n, the last with everybody.
        losses: held-out loss of each model at each client, shape (M, M + 1).
        fails: which clients refuse which model, bool, same shape.
        accuracies: on the test sample, shape (M + 1,).
        trained: how many local updates (one client in one run and one round) were asked for.
    """

    bank: ParamBank
    losses: Tensor
    fails: Tensor
    accuracies: Tensor
    trained: int

    @property
    def suspects(self) -> frozenset[int]:
        """The clients without whom the candidate passes: one of them lied, if somebody did harm."""
        passed = ~self.fails[:, :-1].any(dim=0)
        return frozenset(torch.nonzero(passed)[:, 0].tolist())

    @property
    def everybody_passes(self) -> bool:
        """True if the run with all clients, which costs 1 / M of the others together, serves everybody."""
        return not bool(self.fails[:, -1].any())

    @property
    def chosen(self) -> int | None:
        """The candidate put out: the first that passes; None if none does."""
        return min(self.suspects, default=None)


def consensus_by_training(
    problem: LearningProblem,
    work: LocalWork,
    *,
    rounds: int,
    seed: int,
    tolerance: float,
    deviations: Mapping[int, Strategy] | None = None,
    answers: Mapping[int, Callable[[Tensor], Tensor]] | None = None,
    engine: EngineName = "stacked",
) -> LearnedConsensus:
    """Train all candidates, test each at every client, and keep those that nobody refuses.

    A client refuses a model if its held-out loss there exceeds the least over all candidates by more than `tolerance`.

    Args:
        tolerance: in units of the loss, at least 0.
        deviations: who misreports in training, and how.
        answers: for each client whose value oracle is not trusted, a function from its true verdicts (bool, shape
            (models,), True where it should accept) to what it says. Everybody else answers truthfully.
        rounds, seed, engine: as in `leave_one_out`.

    Raises:
        ValueError: a negative tolerance, or a stranger in `answers`; and as `leave_one_out`.
    """
    if not tolerance >= 0:
        raise ValueError(f"tolerance must be at least 0, got {tolerance!r}")
    answers = {} if answers is None else answers
    strangers = sorted(set(answers) - set(range(problem.clients)))
    if strangers:
        raise ValueError(f"answers must name clients 0..{problem.clients - 1}, got {strangers}")
    run = leave_one_out(
        problem.task, problem.data, work, rounds=rounds, seed=seed, deviations=deviations, engine=engine
    )
    losses = problem.client_losses(run.bank)
    limits = losses[:, :-1].min(dim=1, keepdim=True).values + tolerance
    accepts = losses <= limits
    for client, say in answers.items():
        accepts[client] = say(accepts[client])
    # Without a number there was no update; a client's loss may be infinite, which is a number here.
    trained = int((~run.losses.isnan()).sum())
    return LearnedConsensus(run.bank, losses, ~accepts, problem.accuracies(run.bank), trained)
