"""The results of a comparison of methods on one's own federation: rows, a table and pictures. Needs PyTorch."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import nan
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypedDict

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np

from incentives.frames import as_frame
from incentives.methods.chosen_rates import RULE
from incentives.methods.compared_methods import (
    ALONE,
)
from incentives.methods.comparison_pictures import draw_rewards, draw_rounds
from incentives.methods.convergence import Curve, Trend
from incentives.rewards.metrics import (
    collaboration_gain_spread,
    incentivised_participation_rate,
    mean_collaboration_gain,
    pearson,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame


class ClientRow(TypedDict):
    """The reward of one client by one method; the width is None where widths are no rewards."""

    method: str
    client: int
    examples: int
    contribution: float
    alone: float
    reward: float
    gain: float
    width: float | None


Summary = TypedDict(
    "Summary",
    {
        "method": str,
        "reward": float,
        "rate": float | None,
        "training": Trend | None,
        "gain": float,
        "spread": float,
        "no worse off": float,
        "correlation": float | None,
    },
)


UNSETTLED: Mapping[Trend, str] = MappingProxyType(
    {
        "falling": "not settled, loss still falls (more rounds or a larger rate)",
        "rising": "not settled, loss rises (fewer rounds or a smaller rate)",
        "too short": "too few rounds to tell whether training settled",
    }
)


@dataclass(frozen=True)
class Comparison:
    """The rewards of each client by each method: balanced accuracies, one per client in the order of the data.

    Args:
        contributions: what each client reaches alone, on the validation data.
        rewards: by method, what the model that a client takes home reaches on the test data.
        validation: the same on the validation data, by which widths are chosen.
        widths: by method that rewards with widths, the width that each client gets.
        out_of_reach: clients whose contribution no width of the shared network reaches; they get the best one.
        examples: of each client, for training.
        seconds: of training, by method.
        classes: what the class numbers are called, where labels came as names.
        diverged: by method whose training left numbers that are not finite, in which round and what to do; its rewards
            are nan, because what such a model answers is no accuracy.
        curves: by method whose training did not diverge, its loss and accuracy on validation data by round.
        rates: by method, its first rate, where rates were chosen on validation data.
    """

    contributions: tuple[float, ...]
    rewards: Mapping[str, tuple[float, ...]]
    validation: Mapping[str, tuple[float, ...]]
    widths: Mapping[str, tuple[float, ...]]
    out_of_reach: tuple[int, ...]
    examples: tuple[int, ...]
    seconds: Mapping[str, float]
    classes: tuple[Hashable, ...] | None = None
    diverged: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    curves: Mapping[str, Curve] = field(default_factory=lambda: MappingProxyType({}))
    rates: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))

    def rows(self) -> list[ClientRow]:
        """One row for each method and client: reward, gain over training alone, and the width where there is one."""
        alone = self.rewards[ALONE]
        return [
            {
                "method": method,
                "client": client,
                "examples": self.examples[client],
                "contribution": self.contributions[client],
                "alone": alone[client],
                "reward": reward,
                "gain": reward - alone[client],
                "width": self.widths[method][client] if method in self.widths else None,
            }
            for method, rewards in self.rewards.items()
            for client, reward in enumerate(rewards)
        ]

    def summary(self) -> list[Summary]:
        """One row for each method: mean reward, mean and spread of gains, who is no worse off, correlation, training.

        The correlation of rewards and what is reached alone is None where either is the same for everybody. Training
        is what `Curve.trend` says, such as "settled", and the rate is the first one if it was chosen on validation
        data. Where training diverged there is nothing to tell but nan.
        """
        return [self._summed(method) for method in self.rewards]

    def _summed(self, method: str) -> Summary:
        alone, given = self.rewards[ALONE], self.rewards[method]
        row: Summary = {
            "method": method,
            "reward": float(np.mean(given)),
            "rate": self.rates.get(method),
            "training": self.curves[method].trend if method in self.curves else None,
            "gain": nan,
            "spread": nan,
            "no worse off": nan,
            "correlation": None,
        }
        if method not in self.diverged and ALONE not in self.diverged:
            row["gain"] = float(mean_collaboration_gain(given, alone))
            row["spread"] = float(collaboration_gain_spread(given, alone))
            row["no worse off"] = float(incentivised_participation_rate(given, alone))
            if len(set(given)) > 1 and len(set(alone)) > 1:
                row["correlation"] = float(pearson(given, alone))
        return row

    @property
    def unsettled(self) -> dict[str, str]:
        """The remark on the training of each method that has not settled, by the rule of `Curve.trend`."""
        trends = {method: curve.trend for method, curve in self.curves.items()}
        return {method: UNSETTLED[trend] for method, trend in trends.items() if trend != "settled"}

    def to_frame(self) -> DataFrame:
        """`rows` as a pandas DataFrame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return as_frame(self.rows())

    def picture(self, *, of: Literal["rewards", "rounds"] = "rewards", ax: Axes | None = None) -> Axes:
        """Rewards over what clients reach alone, or the loss on validation data by round.

        Args:
            of: "rewards": whoever lies below the line would rather stay alone; "rounds": a line for each method, dashed
                where its training has not settled.
            ax: where to draw; a new figure by default.

        Raises:
            ValueError: `of` is neither, training alone diverged, or no method has a curve.
        """
        if of not in ("rewards", "rounds"):
            raise ValueError(f'of must be "rewards" or "rounds", got {of!r}')
        if of == "rewards":
            return draw_rewards(self.rewards, diverged=self.diverged, ax=ax)
        losses = {method: curve.losses for method, curve in self.curves.items()}
        return draw_rounds(losses, methods=self.rewards, unsettled=self.unsettled, ax=ax)

    def __str__(self) -> str:
        chosen = "  rate" if self.rates else ""
        lines = [f"{'method':14s} reward    gain  spread  no worse off  correlation{chosen}"]
        for row in self.summary():
            if row["method"] in self.diverged:
                lines.append(f"{row['method']:14s} {self.diverged[row['method']]}")
                continue
            like = "           -" if row["correlation"] is None else f"{row['correlation']:12.2f}"
            rate = f" {row['rate']:5g}" if self.rates else ""
            gains = f"{row['gain']:+7.3f} {row['spread']:7.3f} {row['no worse off']:12.0%}"
            if ALONE in self.diverged:  # there is nothing to compare with
                gains = f"{'-':>7s} {'-':>7s} {'-':>12s}"
            lines.append(f"{row['method']:14s} {row['reward']:6.3f} {gains} {like}{rate}")
        if self.rates:
            lines.append(RULE)
        unsettled = self.unsettled
        for words in UNSETTLED.values():
            if whose := [method for method, said in unsettled.items() if said == words]:
                lines.append(f"{words}: {', '.join(whose)}")
        if self.classes is not None:
            lines.append("classes: " + ", ".join(f"{number} {name}" for number, name in enumerate(self.classes)))
        return "\n".join(lines)
