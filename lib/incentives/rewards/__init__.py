"""Model rewards: which accuracy does each contributor get, and who would rather contribute less?

The whole part under one name: `from incentives import rewards as rw`.
"""

from incentives.rewards.allocation import Allocation, allocate, optimal_allocations
from incentives.rewards.annealing import Annealed, Geometric, Logarithmic, Schedule, anneal
from incentives.rewards.chains import MetropolisChain, allocation_chain
from incentives.rewards.continuous import allocate_continuous
from incentives.rewards.contributing import (
    EqualGains,
    FixedGain,
    FromMenu,
    best_contribution,
    best_report,
    contribution_deviation,
    contribution_equilibria,
)
from incentives.rewards.costs import READINGS, Cost, as_cost
from incentives.rewards.frontier import (
    FrontierPoint,
    best_on_frontier,
    least_variance_by_mean,
    pareto_frontier,
)
from incentives.rewards.layers import (
    LSTM,
    BatchNorm,
    Conv,
    Dense,
    Flatten,
    GroupNorm,
    Layer,
    Pointwise,
    hyperbolic,
    logistic,
    relu,
)
from incentives.rewards.local_sgd import bound_at_optimum, drift_bound, local_sgd_bound, tuned_steps
from incentives.rewards.local_sgd_runs import LocalRun, QuadraticClients, play_local_sgd
from incentives.rewards.menus import Menu
from incentives.rewards.metrics import (
    balanced_accuracy,
    collaboration_gain_spread,
    incentivised_participation_rate,
    mean_collaboration_gain,
    pearson,
    pearson_rounding_bound,
)
from incentives.rewards.random_widths import (
    Quadratic,
    RandomWidthClients,
    nested_masks,
    width_averaged,
    width_noise,
)
from incentives.rewards.slicing import (
    kept_channels,
    network_masks,
    restrict_network,
    run_network,
    slice_network,
)
from incentives.rewards.surds import Surd, surd
from incentives.rewards.width_rewards import allocate_widths, increasing_menu, normalised_contributions

__all__ = [
    "LSTM",
    "READINGS",
    "Allocation",
    "Annealed",
    "BatchNorm",
    "Conv",
    "Cost",
    "Dense",
    "EqualGains",
    "FixedGain",
    "Flatten",
    "FromMenu",
    "FrontierPoint",
    "Geometric",
    "GroupNorm",
    "Layer",
    "LocalRun",
    "Logarithmic",
    "Menu",
    "MetropolisChain",
    "Pointwise",
    "Quadratic",
    "QuadraticClients",
    "RandomWidthClients",
    "Schedule",
    "Surd",
    "allocate",
    "allocate_continuous",
    "allocate_widths",
    "allocation_chain",
    "anneal",
    "as_cost",
    "balanced_accuracy",
    "best_contribution",
    "best_on_frontier",
    "best_report",
    "bound_at_optimum",
    "collaboration_gain_spread",
    "contribution_deviation",
    "contribution_equilibria",
    "drift_bound",
    "hyperbolic",
    "incentivised_participation_rate",
    "increasing_menu",
    "kept_channels",
    "least_variance_by_mean",
    "local_sgd_bound",
    "logistic",
    "mean_collaboration_gain",
    "nested_masks",
    "network_masks",
    "normalised_contributions",
    "optimal_allocations",
    "pareto_frontier",
    "pearson",
    "pearson_rounding_bound",
    "play_local_sgd",
    "relu",
    "restrict_network",
    "run_network",
    "slice_network",
    "surd",
    "tuned_steps",
    "width_averaged",
    "width_noise",
]
