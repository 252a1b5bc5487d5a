"""Model-sharing games: who federates with whom, and who would rather leave?

The whole part under one name: `from incentives import coalitions as co`.
"""

from typing import Any

from incentives.coalitions.arrangements import Arrangement, Block, CountedMove, arrangements, as_arrangement
from incentives.coalitions.constructions import (
    greedy_arrangement,
    theorem_5_5,
    theorem_5_5_as_printed,
    theorem_6_5,
)
from incentives.coalitions.empty_core import all_sizes, has_gap, never_stable
from incentives.coalitions.errors import (
    FEDERATIONS,
    Coarse,
    coarse_errors,
    expected_errors,
    fine_errors,
    local_errors,
    optimal_coarse_errors,
    optimal_coarse_weights,
    optimal_fine_errors,
    optimal_fine_weights,
    uniform_errors,
)
from incentives.coalitions.game import Game, HedonicGame
from incentives.coalitions.intervals import Interval
from incentives.coalitions.large_games import check_large
from incentives.coalitions.mixing import coarse_mixing, local_mixing, uniform_mixing
from incentives.coalitions.moments import expectation
from incentives.coalitions.noise_sweep import empty_ratios, stable_ratios
from incentives.coalitions.partitions import Partition, partitions
from incentives.coalitions.precision import (
    error_beside,
    favourite_coalitions,
    indifference_noise,
    pooled_error,
)
from incentives.coalitions.regression import (
    coefficient_spreads,
    common_gaussian_costs,
    gaussian_costs,
    moment_costs,
    regression_errors,
    same_size_threshold,
)
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.shrinkage import (
    best_linear_predictions,
    james_stein_error,
    james_stein_total,
    pooled_mean,
)
from incentives.coalitions.simulation import (
    Simulated,
    gaussian_noise,
    rademacher_noise,
    simulate_means,
    simulate_regression,
)
from incentives.coalitions.small_worlds import enumerate_means, enumerate_regression
from incentives.coalitions.stability import (
    CONCEPTS,
    blocking_coalition,
    blocking_coalitions,
    improving_move,
    improving_moves,
    is_stable,
)
from incentives.coalitions.two_sizes import TwoSizes, coarse_error_by_counts, uniform_error_by_counts
from incentives.coalitions.welfare import best_partition, price_of_stability, total_error
from incentives.deviations import Deviation

_DRAWINGS = ("draw_errors", "draw_partition")

__all__ = [
    "CONCEPTS",
    "FEDERATIONS",
    "Arrangement",
    "Block",
    "Coarse",
    "CountedMove",
    "Deviation",
    "Game",
    "HedonicGame",
    "Interval",
    "Partition",
    "Simulated",
    "TwoSizes",
    "all_sizes",
    "arrangements",
    "as_arrangement",
    "best_linear_predictions",
    "best_partition",
    "blocking_coalition",
    "blocking_coalitions",
    "check_large",
    "coarse_error_by_counts",
    "coarse_errors",
    "coarse_mixing",
    "coefficient_spreads",
    "common_gaussian_costs",
    "draw_errors",
    "draw_partition",
    "empty_ratios",
    "enumerate_means",
    "enumerate_regression",
    "error_beside",
    "expectation",
    "expected_errors",
    "favourite_coalitions",
    "fine_errors",
    "gaussian_costs",
    "gaussian_noise",
    "greedy_arrangement",
    "has_gap",
    "improving_move",
    "improving_moves",
    "indifference_noise",
    "is_stable",
    "james_stein_error",
    "james_stein_total",
    "local_errors",
    "local_mixing",
    "moment_costs",
    "never_stable",
    "optimal_coarse_errors",
    "optimal_coarse_weights",
    "optimal_fine_errors",
    "optimal_fine_weights",
    "partitions",
    "pooled_error",
    "pooled_mean",
    "price_of_stability",
    "rademacher_noise",
    "regression_errors",
    "same_size_threshold",
    "simulate_means",
    "simulate_regression",
    "stable_partitions",
    "stable_ratios",
    "theorem_5_5",
    "theorem_5_5_as_printed",
    "theorem_6_5",
    "total_error",
    "uniform_error_by_counts",
    "uniform_errors",
    "uniform_mixing",
]


def __getattr__(name: str) -> Any:
    # Drawing needs Matplotlib, which takes longer to import than all the rest: only whoever draws waits for it.
    if name in _DRAWINGS:
        from incentives.coalitions import drawings

        return getattr(drawings, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
