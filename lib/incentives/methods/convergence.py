"""The course of training, and its end: loss and accuracy on validation data by round, and a rule that reads them. Needs
PyTorch.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import Tensor

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.evaluation import evaluate
from incentives.learning.federation import FederatedRun, run
from incentives.learning.tasks import Task
from incentives.methods.shared_training import Federation

Trend = Literal["settled", "falling", "rising", "too short"]
WATCHED = 1000  # validation examples at most that are scored after every round, evenly spaced
SHORT = 4  # rounds, below which no trend is told
STEADY = 0.05  # of the range of the loss: less than this is no change


class Curve(NamedTuple):
    """Means over the server's models at full width, on validation data: before training, and after every round.

    Args:
        losses: mean cross-entropy, shape (rounds + 1,); one more where models are tuned after the last round.
        accuracies: share of right answers, same shape.
        rates: of SGD in each round, shape (rounds,).
    """

    losses: tuple[float, ...]
    accuracies: tuple[float, ...]
    rates: tuple[float, ...]

    @property
    def trend(self) -> Trend:
        """Where the loss went at the end of the rounds at full speed, those before the rate stays below half its peak.

        Where the rate is small nothing moves, settled or not, so later rounds tell nothing. The mean loss over the
        last quarter of these rounds is compared with the mean over the quarter before. "settled": it changed by at
        most a twentieth of the range of the loss so far; "falling" or "rising": by more (a loss that is not finite
        rises); "too short": there are fewer than four such rounds.

        >>> Curve((4.0, 2.0, 1.0, 1.0, 1.0), (0.1,) * 5, (0.1,) * 4).trend
        'settled'
        >>> Curve((4.0, 3.0, 2.0, 1.0, 0.0), (0.1,) * 5, (0.1,) * 4).trend
        'falling'
        """
        fast = 1 + max(t for t, rate in enumerate(self.rates) if rate >= max(self.rates) / 2)
        if fast < SHORT:
            return "too short"
        seen, quarter = np.array(self.losses[: fast + 1]), fast // 4
        if not np.isfinite(seen).all():
            return "rising"
        fall = seen[-2 * quarter : -quarter].mean() - seen[-quarter:].mean()
        allowed = STEADY * (seen.max() - seen.min())
        return "falling" if fall > allowed else "rising" if fall < -allowed else "settled"


@dataclass(eq=False)
class Watched(Federation):
    """A federation that keeps the curve of what it trained or looked up last; its models are those of any other."""

    latest: Curve = field(default=Curve((), (), ()), init=False)
    kept: MutableMapping[FederatedRun, Curve] = field(default_factory=WeakKeyDictionary, init=False)

    @property
    def watched(self) -> tuple[Tensor, Tensor]:
        """Inputs and labels of the validation examples that are scored after every round."""
        inputs, labels = self.sets.validation
        last = len(labels) - 1
        kept = torch.linspace(0, last, min(len(labels), WATCHED), dtype=torch.float64).round().long()
        return inputs[kept], labels[kept]

    def _means(self, task: Task, bank: ParamBank, buffers: ParamBank) -> tuple[float, float]:
        found = evaluate(task, bank.to(self.device), buffers.to(self.device), *self.watched)
        return float(found.losses.mean()), float(found.accuracies.mean())

    def train(self, task: Task, algorithm: Any) -> FederatedRun:
        done = run(
            task,
            self.sets.clients,
            self.work,
            rounds=self.rounds,
            algorithm=algorithm,
            seed=self.seed,
            engine=self.engine,
            held_out=self.watched,
            device=self.device,
            progress=self.progress,
        )
        if done.diverged is None and self.collapsed(task, done):
            return super().train(task, algorithm)  # once more, for the round after which nothing is left
        points = [self._means(task, *task.initial(generator(self.seed, "initial")))]
        points += zip(done.held_out_losses.mean(1).tolist(), done.accuracies.mean(1).tolist(), strict=True)
        losses, accuracies = zip(*points, strict=True)
        rates = tuple(float(self.work.sgd(round).rate) for round in range(self.rounds))
        self.kept[done] = Curve(losses, accuracies, rates)
        return self.noted(done)

    def noted(self, done: FederatedRun) -> FederatedRun:
        """The run as it is; its curve is the present one, and that of tuning is one point more of the present one."""
        if done in self.kept:
            self.latest = self.kept[done]
        elif done is self.__dict__.get("tuned"):
            loss, accuracy = self._means(self.plain, done.bank, done.buffers)
            before = self.latest
            self.latest = Curve((*before.losses, loss), (*before.accuracies, accuracy), before.rates)
        return super().noted(done)
