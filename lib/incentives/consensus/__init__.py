"""Consensus: who would rather misreport an oracle?

The whole part under one name: `from incentives import consensus as cs`.
"""

from typing import Any

from incentives.consensus.adversaries import (
    AdversaryOracle,
    SparseAdversary,
    World,
    every_strategy,
    survives,
)
from incentives.consensus.agreement import (
    breach,
    expected,
)
from incentives.consensus.archetype_counts import (
    clients_needed,
    coverage_by_exclusion,
    coverage_by_listing,
    coverage_probability,
    draw_archetypes,
    expected_admissions,
    exponential_bound,
    shortage_probability,
    union_bound,
)
from incentives.consensus.archetypes import branching_calls, four_calls, peel, peel_and_branch
from incentives.consensus.call_games import CallGame
from incentives.consensus.coalition_search import coalition_search, leave_out_in_turn, search_calls
from incentives.consensus.convex_adversaries import ConvexAdversary, LineAdversary, hulls_meet
from incentives.consensus.covering import (
    fewest_families,
    greedy_stabbing,
    halving,
    minimal_output,
)
from incentives.consensus.depth import (
    DepthRule,
    deepest,
    depth_at,
    depth_set,
    select_point,
)
from incentives.consensus.dual_weights import (
    DualWeights,
    dual_weights,
    least_liar_weight,
    point_or_weights,
    round_weights,
)
from incentives.consensus.exposure import CallOutcome, mechanism_h, worst_case_calls
from incentives.consensus.finite_oracle import FiniteOracle, every_run, set_systems
from incentives.consensus.half_spaces import HalfSpaces, point_or_refutation
from incentives.consensus.leave_one_out import (
    LeaveOneOut,
    Outcome,
)
from incentives.consensus.loss_oracle import LossOracle
from incentives.consensus.losses import (
    DistanceLoss,
    Loss,
    PiecewiseQuadratic,
    Quadratic1D,
    QuadraticLoss,
    StepLoss,
    TableLoss,
)
from incentives.consensus.misreports import (
    best_misreport,
    candidate_reports,
)
from incentives.consensus.personalization import (
    Personalization,
    corner_models,
    fooling_output,
    is_minimal,
    minimal_clusterings,
    minimal_outputs,
    one_model,
    one_shot,
)
from incentives.consensus.quadratic_slack import (
    Slack,
    equal_weights_slack,
    slack,
)
from incentives.consensus.quadratics import Minimax, Quadratic, minimax, weighted_minimum
from incentives.consensus.rates import HardFamily, expected_square, simulate_noisy_rounds
from incentives.consensus.redundancy import (
    enlarging_removal,
    identifies,
    is_redundant,
    unguarded_split,
)
from incentives.consensus.repairs import (
    caught_by_own_cluster,
    largest_cluster,
    opposite_ends,
    retry,
    verified_output,
)
from incentives.consensus.reports import (
    Adaptive,
    Biased,
    PointReport,
    Rotated,
    Scaled,
    Truth,
    averaged_gradient,
    resting_points,
)
from incentives.consensus.utilities import (
    HierarchicalUtility,
    others_suffer,
    violation,
)
from incentives.consensus.verification import (
    Noisy,
    Relative,
    Reported,
    Trusted,
    chosen_by_comparison,
    sample_size,
)
from incentives.consensus.witnesses import (
    Answer,
    MinimalWitnesses,
    Oracle,
    SelfExplaining,
    Transcript,
    WithoutWitness,
    deletion_filter,
    quickxplain,
)
from incentives.consensus.world_oracle import WorldOracle
from incentives.consensus.worlds import (
    Box,
    ClientSet,
    FiniteSet,
    Interval,
    ReportedSet,
    common_point,
    contains,
    intersection,
)

_DRAWINGS = ("draw_depth", "draw_line", "draw_plane")

_CALL_DRAWINGS = ("draw_calls", "draw_search")

__all__ = [
    "Adaptive",
    "AdversaryOracle",
    "Answer",
    "Biased",
    "Box",
    "CallGame",
    "CallOutcome",
    "ClientSet",
    "ConvexAdversary",
    "DepthRule",
    "DistanceLoss",
    "DualWeights",
    "FiniteOracle",
    "FiniteSet",
    "HalfSpaces",
    "HardFamily",
    "HierarchicalUtility",
    "Interval",
    "LeaveOneOut",
    "LineAdversary",
    "Loss",
    "LossOracle",
    "MinimalWitnesses",
    "Minimax",
    "Noisy",
    "Oracle",
    "Outcome",
    "Personalization",
    "PiecewiseQuadratic",
    "PointReport",
    "Quadratic",
    "Quadratic1D",
    "QuadraticLoss",
    "Relative",
    "Reported",
    "ReportedSet",
    "Rotated",
    "Scaled",
    "SelfExplaining",
    "Slack",
    "SparseAdversary",
    "StepLoss",
    "TableLoss",
    "Transcript",
    "Trusted",
    "Truth",
    "WithoutWitness",
    "World",
    "WorldOracle",
    "averaged_gradient",
    "best_misreport",
    "branching_calls",
    "breach",
    "candidate_reports",
    "caught_by_own_cluster",
    "chosen_by_comparison",
    "clients_needed",
    "coalition_search",
    "common_point",
    "contains",
    "corner_models",
    "coverage_by_exclusion",
    "coverage_by_listing",
    "coverage_probability",
    "deepest",
    "deletion_filter",
    "depth_at",
    "depth_set",
    "draw_archetypes",
    "draw_depth",
    "draw_line",
    "draw_plane",
    "dual_weights",
    "enlarging_removal",
    "equal_weights_slack",
    "every_run",
    "every_strategy",
    "expected",
    "expected_admissions",
    "expected_square",
    "exponential_bound",
    "fewest_families",
    "fooling_output",
    "four_calls",
    "greedy_stabbing",
    "halving",
    "hulls_meet",
    "identifies",
    "intersection",
    "is_minimal",
    "is_redundant",
    "largest_cluster",
    "least_liar_weight",
    "leave_out_in_turn",
    "mechanism_h",
    "minimal_clusterings",
    "minimal_output",
    "minimal_outputs",
    "minimax",
    "one_model",
    "one_shot",
    "opposite_ends",
    "others_suffer",
    "peel",
    "peel_and_branch",
    "point_or_refutation",
    "point_or_weights",
    "quickxplain",
    "resting_points",
    "retry",
    "round_weights",
    "sample_size",
    "search_calls",
    "select_point",
    "set_systems",
    "shortage_probability",
    "simulate_noisy_rounds",
    "slack",
    "survives",
    "unguarded_split",
    "union_bound",
    "verified_output",
    "violation",
    "weighted_minimum",
    "worst_case_calls",
]


def __getattr__(name: str) -> Any:
    # Drawing needs Matplotlib, which takes longer to import than all the rest: only whoever draws waits for it.
    if name in _DRAWINGS:
        from incentives.consensus import drawing

        return getattr(drawing, name)
    if name in _CALL_DRAWINGS:
        from incentives.consensus import call_figures

        return getattr(call_figures, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
