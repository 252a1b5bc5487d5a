"""The certainty of a comparison: the same methods compared with several seeds.

found = OverSeeds([compare(data, network, seed=seed) for seed in range(5)])
print(found)
found.to_frame()
found.picture()
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from incentives.floats import shown
from incentives.frames import as_frame
from incentives.methods.comparison import Comparison
from incentives.methods.comparison_pictures import draw_gains
from incentives.numbers import as_list

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COVERAGE = 0.95


def half_width(values: Sequence[float]) -> float:
    """Half the width of Student's 95 % interval for the mean of independent values, at least two.

    >>> round(half_width([1.0, 2.0, 3.0]), 3)
    2.484
    """
    from scipy.stats import t  # slow to import, and nobody else here needs it

    # Equal values are all that Student's interval knows of; numbers that are not finite stay so.
    return float(t.ppf((1 + COVERAGE) / 2, len(values) - 1) * np.std(values, ddof=1) / sqrt(len(values)))


@dataclass(frozen=True)
class OverSeeds:
    """Several comparisons of the same methods for the same clients, which differ in their seeds.

    A seed decides the order of batches, first weights where the network is a function, and which examples are set aside
    where validation and test are shares. So intervals speak of these and not of other clients: they say whether the
    same clients would see the same again.

    Args:
        comparisons: at least two, of the same methods and as many clients.

    Raises:
        ValueError: fewer than two, or comparisons of other methods or clients.

    >>> one = Comparison((0.5,), {"stand-alone": (0.5,), "fedavg": (0.7,)}, {}, {}, (), (9,), {})
    >>> two = Comparison((0.5,), {"stand-alone": (0.5,), "fedavg": (0.8,)}, {}, {}, (), (9,), {})
    >>> print(OverSeeds([one, two]))
    method         reward           gain            mean gain above 0
    stand-alone     0.500 ± 0.000   +0.000 ± 0.000  0 of 2
    fedavg          0.750 ± 0.635   +0.250 ± 0.635  2 of 2
    mean over 2 seeds ± half of Student's t interval for it, 95 %
    """

    comparisons: Sequence[Comparison]

    def __post_init__(self) -> None:
        given = tuple(as_list("comparisons", self.comparisons, least=2))
        if wrong := [one for one in given if not isinstance(one, Comparison)]:
            raise ValueError(f"comparisons must be what compare gives, got {shown(wrong[0])}")
        first = given[0]
        for one in given[1:]:
            if list(one.rewards) != list(first.rewards) or len(one.examples) != len(first.examples):
                raise ValueError(
                    f"comparisons must be of the same methods and clients, got {', '.join(first.rewards)} for "
                    f"{len(first.examples)} clients and {', '.join(one.rewards)} for {len(one.examples)}"
                )
        object.__setattr__(self, "comparisons", given)

    def rows(self) -> list[dict[str, str | int | float]]:
        """One row for each method: mean reward and mean gain over the seeds, each with half of its 95 % interval.

        Where a training diverged, its method has nan: a mean over the other seeds would flatter it. "not settled"
        counts the seeds with which training did not come to rest or was too short to tell; "rates" are those that were
        chosen on validation data, "" where none were.
        """
        tables = [{row["method"]: row for row in one.summary()} for one in self.comparisons]
        found: list[dict[str, str | int | float]] = []
        for method in self.comparisons[0].rewards:
            diverged = sum(method in one.diverged for one in self.comparisons)
            row: dict[str, str | int | float] = {"method": method, "seeds": len(tables), "diverged": diverged}
            for name in ("reward", "gain"):
                values = [float(table[method][name]) for table in tables]
                sure = bool(np.isfinite(values).all())
                row[name] = float(np.mean(values)) if sure else nan
                row[f"{name} ±"] = half_width(values) if sure else nan
            row["seeds with a gain"] = sum(table[method]["gain"] > 0 for table in tables)
            row["not settled"] = sum(method in one.unsettled for one in self.comparisons)
            chosen = {one.rates[method] for one in self.comparisons if method in one.rates}
            row["rates"] = ", ".join(f"{rate:g}" for rate in sorted(chosen))
            found.append(row)
        return found

    def to_frame(self) -> pd.DataFrame:
        """`rows` as a pandas DataFrame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return as_frame(self.rows())

    def picture(self, *, ax: Axes | None = None) -> Axes:
        """Mean gain of each method: a point for each seed, and the mean over seeds with its 95 % interval.

        Args:
            ax: where to draw; a new figure by default.

        Raises:
            ValueError: with some seed every training diverged, or training alone did.
        """
        rows = {str(row["method"]): row for row in self.rows()}
        gains = {
            method: [float(row["gain"]) for one in self.comparisons for row in one.summary() if row["method"] == method]
            for method in rows
        }
        intervals = {method: (float(row["gain"]), float(row["gain ±"])) for method, row in rows.items()}
        lost = [method for method, (mean, _) in intervals.items() if np.isnan(mean)]
        return draw_gains(gains, intervals=intervals, diverged=lost, ax=ax)

    def __str__(self) -> str:
        rows = self.rows()
        chosen = "  rates" if any(row["rates"] for row in rows) else ""
        lines = [f"{'method':14s} reward           gain            mean gain above 0{chosen}"]
        for row in rows:
            if row["diverged"]:
                lines.append(f"{row['method']:14s} training diverged with {row['diverged']} of {row['seeds']} seeds")
                continue
            if np.isnan(row["gain"]):
                told = f"{row['method']:14s} {row['reward']:6.3f} ± {row['reward ±']:.3f}"
                lines.append(f"{told}  no gain: training alone diverged")
                continue
            more = f"{row['seeds with a gain']} of {row['seeds']}"
            lines.append(
                f"{row['method']:14s} {row['reward']:6.3f} ± {row['reward ±']:.3f}  {row['gain']:+7.3f} ± "
                f"{row['gain ±']:.3f}  {more:17s}  {row['rates']}".rstrip()
            )
        seeds = len(self.comparisons)
        lines.append(
            f"mean over {seeds} seeds ± half of Student's t interval for it, {COVERAGE:.0%}".replace("%", " %")
        )
        if loose := [f"{row['method']} {row['not settled']}" for row in rows if row["not settled"]]:
            lines.append(f"not settled, of {seeds} seeds: {', '.join(loose)}")
        return "\n".join(lines)
