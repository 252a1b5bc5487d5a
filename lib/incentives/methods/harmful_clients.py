"""Clients who harm the others, found by training anew without each: any learner, any score.

Training and scoring are the caller's functions. The two mechanisms are those of `incentives.consensus`, applied to
models instead of points. A client refuses a model whose score there is more than a tolerance below what contents it:

- leave-one-out: the best score that any model trained without one client reaches at it;
- mechanism H: what its own rows alone reach at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.consensus.helly_mechanism import mechanism_h
from incentives.consensus.infeasible_subsets import Members
from incentives.consensus.leave_one_out import LeaveOneOut
from incentives.consensus.losses import TableLoss
from incentives.consensus.oracles import Answer
from incentives.consensus.verification import Relative
from incentives.frames import as_frame
from incentives.reading import as_real

Floats = np.ndarray


def _exactly(score: float) -> Fraction:
    """The closest fraction with a denominator of at most 10**9.

    Shares of right answers come back as such, 0.85 as 17/20, so that a tie with the tolerance is a tie.
    """
    return Fraction(float(score)).limit_denominator(10**9)


def _number_of_clients(models: Models) -> int:
    """The number of clients; ValueError if nobody is left where one of them is left out."""
    if len(models.names) < 2:
        raise ValueError(f"models must be of at least 2 clients, got {len(models.names)}")
    return len(models.names)


@dataclass(frozen=True, eq=False)
class ClientTests:
    """Every client's tests of every model, and who is therefore suspect.

    Args:
        clients: their labels.
        left_out: the labels that each model was trained without, in the order of training.
        scores: of every model at every client, shape (clients, models); higher is better.
        accepts: which clients accept which model, bool, same shape.
        served: the number of the model that is served.
        settled: whether it passed: everybody who is asked accepts it.
        suspects: the labels of the clients whose removal restores agreement; nobody if the model of everybody passed,
            or if no model did.
        trainings: how many models were trained, those of single clients included.
    """

    clients: tuple[Any, ...]
    left_out: tuple[frozenset[Any], ...]
    scores: Floats
    accepts: Floats
    served: int
    settled: bool
    suspects: frozenset[Any]
    trainings: int

    def rows(self) -> list[dict[str, Any]]:
        """One row for each model and client: whom the model lacks, the client, its score, whether it accepts."""
        return [
            {
                "without": self._words(self.left_out[model]),
                "client": client,
                "score": float(self.scores[place, model]),
                "accepts": bool(self.accepts[place, model]),
            }
            for model in range(len(self.left_out))
            for place, client in enumerate(self.clients)
        ]

    def to_frame(self) -> Any:
        """The rows as a pandas data frame."""
        return as_frame(self.rows())

    def _words(self, labels: frozenset[Any]) -> str:
        return ", ".join(str(client) for client in self.clients if client in labels) or "nobody"

    def __str__(self) -> str:
        lines = []
        for model, without in enumerate(self.left_out):
            refusing = [str(c) for c, yes in zip(self.clients, self.accepts[:, model], strict=True) if not yes]
            said = f"refused by {', '.join(refusing)}" if refusing else "accepted by everybody"
            lines.append(f"without {self._words(without)}: {said}")
        lines.append(f"suspects: {self._words(self.suspects)}")
        return "\n".join([*lines, f"served: the model without {self._words(self.left_out[self.served])}"])


@dataclass
class Models:
    """Models of some of the clients, in the order in which they were trained, with their scores at everybody.

    Args:
        train: from the numbers of the clients that take part to a model.
        score: of a model at a client; higher is better.
        names: the labels of the clients.
    """

    train: Callable[[Members], Any]
    score: Callable[[Any, int], float]
    names: Sequence[Any]
    left_out: list[Members] = field(default_factory=list)
    trained: list[Any] = field(default_factory=list)
    columns: list[list[float]] = field(default_factory=list)

    @property
    def everybody(self) -> Members:
        """The numbers of all clients."""
        return frozenset(range(len(self.names)))

    def without(self, some: Members) -> int:
        """Train without these clients, score at all; the number of the model."""
        model = self.train(self.everybody - some)
        self.left_out.append(some)
        self.trained.append(model)
        self.columns.append([self.score(model, client) for client in sorted(self.everybody)])
        return len(self.trained) - 1

    @property
    def scores(self) -> Floats:
        """Shape (clients, models)."""
        return np.array(self.columns).T

    def tests(
        self, refuses: Iterable[Members], served: int, settled: bool, suspects: Members, alone: int = 0
    ) -> ClientTests:
        """The findings, with labels in the place of numbers."""
        those = list(refuses)

        def labels(some: Members) -> frozenset[Any]:
            return frozenset(self.names[client] for client in some)

        accepts = np.array([[client not in some for some in those] for client in sorted(self.everybody)])
        return ClientTests(
            tuple(self.names),
            tuple(map(labels, self.left_out)),
            self.scores,
            accepts,
            served,
            settled,
            labels(suspects),
            len(self.trained) + alone,
        )


def by_leave_one_out(models: Models, *, tolerance: float, own: bool) -> ClientTests:
    """Leave-one-out by training: the model of everybody if it passes, and else the first without one client that does.

    Args:
        models: nothing trained yet; M + 1 models are.
        tolerance: in units of the score, at least 0.
        own: whether the refusal of the client that a model was trained without counts.

    Raises:
        ValueError: fewer than 2 clients, or a tolerance that is no finite number of at least 0.

    >>> data = [1, 1, 1, 9]  # a model is the mean of its clients' numbers, and a score minus the distance to it
    >>> mean = Models(lambda some: sum(data[j] for j in some) / len(some), lambda x, j: -abs(x - data[j]), "abcd")
    >>> print(by_leave_one_out(mean, tolerance=1, own=False))
    without a: refused by a, b, c
    without b: refused by a, b, c
    without c: refused by a, b, c
    without d: refused by d
    without nobody: refused by a, b, c
    suspects: d
    served: the model without d
    """
    clients, slack = _number_of_clients(models), _exactly(as_real("tolerance", tolerance, least=0))
    for some in (*LeaveOneOut().groups(clients), frozenset[int]()):
        models.without(some)
    losses = [TableLoss({model: -_exactly(s) for model, s in enumerate(row)}) for row in models.scores.tolist()]
    test = Relative(losses, slack, candidates=range(clients))
    refuses = [test(model) for model in range(clients + 1)]
    if not refuses[clients]:
        return models.tests(refuses, clients, True, frozenset())

    def verify(point: int) -> Members:
        return refuses[point] if own else refuses[point] - models.left_out[point]

    found = LeaveOneOut().choose(range(clients), verify, clients=clients)
    served = clients if found.point is None else found.point
    return models.tests(refuses, served, found.point is not None, found.suspects)


@dataclass
class _Calls:
    """A consensus oracle that trains: the number of a model that everybody asked accepts, or "empty".

    `ended` is False while a model is in training, so that an error of the learner is not taken for an answer.
    """

    models: Models
    content: list[Fraction]
    refuses: list[Members] = field(default_factory=list)
    ended: bool = True

    @property
    def clients(self) -> int:
        """The number of clients."""
        return len(self.content)

    def __call__(self, members: Iterable[int]) -> Answer:
        asked, self.ended = frozenset(members), False
        model = self.models.without(self.models.everybody - asked)
        self.refuses.append(frozenset(client for client in range(self.clients) if self.gap(model, client) > 0))
        self.ended = True
        return Answer() if self.refuses[model] & asked else Answer(point=model)

    def gap(self, model: int, client: int) -> Fraction:
        """The distance of a model's score below what contents a client."""
        return self.content[client] - _exactly(self.models.columns[model][client])

    def most_harmed_first(self, suspects: Iterable[int]) -> list[int]:
        """By how far the model of everybody is below what contents them."""
        return sorted(suspects, key=lambda client: (-self.gap(0, client), client))


def by_mechanism_h(models: Models, *, tolerance: float, own: bool) -> ClientTests:
    """Mechanism H by training: everybody first; then without one client after another until a model passes.

    A client is content with what is at most `tolerance` below the score of a model of its own rows. The most harmed is
    left out first. If it alone refuses the model of the others, and that counts, it was harmed and did no harm.

    Args:
        models: nothing trained yet; M models of single clients are, and at most M + 1 of several.
        tolerance: in units of the score, at least 0.
        own: whether the refusal of the client that a model was trained without counts. Where it does not, nobody can
            tell the one who harms from the one who is harmed, if nobody else is.

    Raises:
        ValueError: fewer than 2 clients, or a tolerance that is no finite number of at least 0.

    >>> data = [1, 1, 1, 9]
    >>> mean = Models(lambda some: sum(data[j] for j in some) / len(some), lambda x, j: -abs(x - data[j]), "abcd")
    >>> print(by_mechanism_h(mean, tolerance=1, own=False))
    without nobody: refused by a, b, c, d
    without d: refused by d
    suspects: d
    served: the model without d
    """
    clients, slack = range(_number_of_clients(models)), _exactly(as_real("tolerance", tolerance, least=0))
    alone = [models.score(models.train(frozenset({client})), client) for client in clients]
    calls = _Calls(models, [_exactly(score) - slack for score in alone])
    try:
        found = mechanism_h(
            calls, lambda model: calls.refuses[model], redundancy=int(own), order=calls.most_harmed_first
        )
    except ValueError:  # of two clients or more: no single one explains the refusals
        if not calls.ended:
            raise
        return models.tests(calls.refuses, 0, False, frozenset(), len(clients))
    if own and calls.refuses[found.point]:
        return models.tests(calls.refuses, 0, False, frozenset(), len(clients))
    suspects = models.everybody - found.calls[-1]
    return models.tests(calls.refuses, found.point, True, suspects, len(clients))
