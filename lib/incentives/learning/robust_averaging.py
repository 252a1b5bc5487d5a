"""Averages of updates that a single client cannot pull anywhere: median, trimmed mean and Krum, beside leave-one-out.

They are the usual answer to Byzantine clients (Yin et al. 2018; Blanchard et al. 2017). They need no test and one
training run, and they treat a client that is merely different like one that lies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from torch import Tensor

from incentives.learning.averaging import AveragingState, FedAvg, Models

Rule = Callable[[Tensor], Tensor]  # what clients sent, shape (clients, runs, parameters) -> (runs, parameters)


def median(sent: Tensor) -> Tensor:
    """The median of every parameter by itself; the mean of the middle two if clients are even in number.

    >>> median(torch.tensor([[[0.0]], [[1.0]], [[100.0]], [[3.0]]])).item()
    2.0
    """
    ordered = sent.sort(dim=0).values
    clients = len(ordered)
    return (ordered[(clients - 1) // 2] + ordered[clients // 2]) / 2


def trimmed_mean(sent: Tensor, *, trimmed: int = 1) -> Tensor:
    """The mean of every parameter without the `trimmed` largest and smallest values.

    Raises:
        ValueError: nobody is left.

    >>> trimmed_mean(torch.tensor([[[0.0]], [[1.0]], [[100.0]], [[3.0]]])).item()
    2.0
    """
    if not 0 <= 2 * trimmed < len(sent):
        raise ValueError(f"trimmed must be at least 0 and leave somebody of {len(sent)} clients, got {trimmed!r}")
    return sent.sort(dim=0).values[trimmed : len(sent) - trimmed].mean(dim=0)


def krum(sent: Tensor, *, liars: int = 1) -> Tensor:
    """The update that is nearest to its clients - liars - 2 nearest neighbours, by squared distances.

    Raises:
        ValueError: no neighbour is left to compare with.

    >>> krum(torch.tensor([[[0.0]], [[1.0]], [[100.0]], [[1.5]]])).item()
    1.0
    """
    neighbours = len(sent) - liars - 2
    if neighbours < 1:
        raise ValueError(f"liars must leave a neighbour among {len(sent)} clients, got {liars!r}")
    rows = sent.transpose(0, 1)  # runs first
    # Differences of all pairs at once would take clients times the memory; products of rows would cancel.
    squared = torch.cdist(rows, rows, compute_mode="donot_use_mm_for_euclid_dist").square()
    squared = squared.nan_to_num(nan=torch.inf)  # a row that overflowed is far from everybody
    score = squared.sort(dim=2).values[:, :, 1 : neighbours + 1].sum(2)  # the nearest is the update itself
    return rows[torch.arange(len(rows)), score.argmin(dim=1)]


RULES: dict[str, Rule] = {"median": median, "trimmed mean": trimmed_mean, "Krum": krum}


@dataclass(frozen=True, eq=False)
class RobustAveraging(FedAvg):
    """Federated averaging with another rule for what clients send; everybody takes part in one run.

    Memory: what all clients sent at once, since a rule compares them.
    """

    rule: Rule = median

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        buffers = sent.buffers.mean(dim=0)
        return AveragingState(Models(self.rule(sent.parameters), buffers), None)
