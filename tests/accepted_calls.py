"""The spoilt calls of `bad_calls` that are accepted, and why: by what was put in, then by argument the calls.

The words for what was put in are those of `bad_calls.what_of`. Everything that is not listed here is refused.
"""

_ACCEPTED = {
    # A variance, a penalty, a tolerance, a rate, a seed or a count has no largest value, and many need not be whole.
    "another number": {
        "S, Q, N": "Cost.of_sums",
        "alpha": "dirichlet",
        "angle": "Rotate",
        "batch_size, epochs, weight_decay": "LocalWork",
        "best": "DistanceLoss, Quadratic1D, QuadraticLoss, allocate_continuous",
        "cap": "allocate, pareto_frontier, charge, capped",
        "classes": "FlipLabels",
        "coefficient, centre": "Quadratic1D",
        "epsilon": (
            "HierarchicalUtility, Relative, AffineReport.sublevel, DistanceLoss.sublevel, "
            "Quadratic1D.sublevel, QuadraticLoss.sublevel, TableLoss.sublevel, Trusted.of, "
            "Truth.sublevel, Cost"
        ),
        "evaluate_every": "run",
        "factor": "Rescale",
        "high": "Interval",
        "highest, batch": "charge",
        "large, smalls, larges": "TwoSizes",
        "level": "Quadratic",
        "matrix": "AffineReport",
        "mean, variance": "Cost.of_moments",
        "noise": (
            "Game, TwoSizes, check_large, local_errors, uniform_errors, coarse_errors, fine_errors, "
            "expected_errors, optimal_coarse_errors, optimal_coarse_weights, optimal_fine_errors, "
            "optimal_fine_weights, regression_errors, Coarse(), Federation, Federation.priced, "
            "Federation.efficient"
        ),
        "penalty": (
            "AffineMaximizer, best_policy, value, best_response_without_payments, "
            "payments_from_policy, AllModels.best, AllModels.welfare, FiniteModels.best, "
            "FiniteModels.scores, FiniteModels.welfare, charge"
        ),
        "players": "HedonicGame",
        "point": (
            "in FiniteSet, HierarchicalUtility(), in Interval, Quadratic1D.gradient, Quadratic1D.value, Relative()"
        ),
        "points": "Cost, ClientSplit",
        "rate": "compare, LocalWork",
        "removed": "LeaveOneOut",
        "replies, learning_rate, rank": "Training",
        "resists": "DepthRule",
        "ridge": "priced_federation",
        "seed": "find_stable, compare, Bias, Rotate, run",
        "server_rate": "FedAvg",
        "size": "Bias",
        "spread": (
            "Game, TwoSizes, check_large, uniform_errors, coarse_errors, fine_errors, "
            "expected_errors, optimal_coarse_errors, optimal_coarse_weights, optimal_fine_errors, "
            "optimal_fine_weights, Coarse(), Federation, Federation.priced, Federation.efficient"
        ),
        "spreads": "regression_errors",
        "steps": "find_stable, Training",
        "tolerance": "best_misreport, is_cycle_monotone, LeaveOneClientOut, priced_federation",
        "weight": "Cost",
    },
    # Places, gains, angles, factors and the least that is promised may lie below 0.
    "below 0": {
        "S": "Cost.of_sums",
        "angle": "Rotate",
        "best": "DistanceLoss, Quadratic1D, QuadraticLoss",
        "centre": "Quadratic1D",
        "factor": "Rescale",
        "floor": "allocate, allocate_continuous, pareto_frontier",
        "low": "Interval",
        "lowest": "charge",
        "matrix": "AffineReport",
        "mean": "Cost.of_moments",
        "point": (
            "in FiniteSet, HierarchicalUtility(), in Interval, Quadratic1D.gradient, Quadratic1D.value, Relative()"
        ),
        "size": "Bias",
    },
    # Places, rewards, levels, reports, costs of models and classes may lie below 0. A share or a factor below 0 is one
    # more report to try.
    "an entry below 0": {
        "accuracies": "increasing_menu",
        "beliefs": "Stakes.best_report",
        "bills": "blocking_coalition",
        "candidates": "Relative, LeaveOneOut.choose",
        "centre": "Quadratic, QuadraticLoss",
        "constants": "Stakes",
        "contributions": (
            "allocate, allocate_continuous, anneal, collaboration_gain_spread, "
            "incentivised_participation_rate, mean_collaboration_gain, pearson, optimal_allocations, "
            "pareto_frontier"
        ),
        "divergences": "FiniteModels",
        "factors": "size_curve",
        "gains": "Cost()",
        "inputs": "FederatedData.of",
        "labels": "balanced_accuracy, FederatedData.of",
        "levels": ("collaboration_gain_spread, incentivised_participation_rate, mean_collaboration_gain, pearson"),
        "lowest": "charge",
        "menu": "allocate, anneal, optimal_allocations, pareto_frontier",
        "point": (
            "AffineReport.gradient, in Box, DistanceLoss.value, in HalfSpaces, in Quadratic, "
            "Quadratic.value, QuadraticLoss.gradient, QuadraticLoss.value, Trusted(), Truth.gradient"
        ),
        "points": "FiniteSet",
        "predictions": "balanced_accuracy",
        "push": "AffineReport",
        "reports": "AffineMaximizer.offers, WithoutPayments.offers, Stakes()",
        "rewards": (
            "AffineMaximizer(), best_misreport, best_response_without_payments, mixture_curve, "
            "size_curve, normalise, payments_from_policy, AffineMaximizer.offers, Outcome.utilities, "
            "WithoutPayments(), WithoutPayments.offers"
        ),
        "rows, bounds": "HalfSpaces",
        "shares": "mixture_curve",
        "total": ("AllModels.best, AllModels.welfare, FiniteModels.best, FiniteModels.scores, FiniteModels.welfare"),
        "total_reward": "best_policy, value",
        "true": "AffineReport.gradient, Truth.gradient",
        "types": "is_cycle_monotone, price_interval",
    },
    # Another number of clients, players, sets, layers, models or points is another question, as good as the first.
    "fewer or more": {
        "candidates": "Relative",
        "clients": "ClientSplit",
        "coalition": (
            "Game.errors, Game.members, HedonicGame.errors, HedonicGame.members, Stakes.joint_lie, Stakes.joint_form"
        ),
        "contributions": (
            "allocate, allocate_continuous, allocate_widths, anneal, optimal_allocations, pareto_frontier"
        ),
        "costs": "Federation.efficient",
        "data, methods": "compare",
        "factors": "size_curve",
        "gains": "Cost()",
        "hidden": "dense_classifier",
        "intervals": "Box",
        "labels": "dirichlet, divide, homogeneous, label_skew, quantity_skew",
        "losses": "HierarchicalUtility, Relative, Trusted.of",
        "members": "WorldOracle()",
        "menu": "allocate, anneal, optimal_allocations, pareto_frontier",
        "models": "capped",
        "names": "soups",
        "parts": "FederatedData.of",
        "points": "FiniteSet",
        "prompts, proposal": "charge",
        "public": "priced_federation",
        "push": "AffineReport",
        "reports": (
            "DepthRule(), DepthRule.pieces, LeaveOneOut.candidates, AffineMaximizer.offers, WithoutPayments.offers"
        ),
        "rewards": "normalise",
        "sets": "Trusted, WorldOracle, common_point, intersection, is_redundant, minimal_outputs",
        "shares": "mixture_curve",
        "sizes": (
            "Game, local_errors, uniform_errors, expected_errors, optimal_coarse_errors, "
            "optimal_coarse_weights, optimal_fine_errors, optimal_fine_weights, Coarse(), "
            "grid_reports, Federation.priced, runs"
        ),
        "spreads": "regression_errors",
        "stakes": "pair_stakes",
        "targets": "Training",
        "test_moments": "moment_costs",
        "truths": "best_misreport",
        "widths": "allocate_widths, slim, ResNet18",
    },
    # On lines and half-lines infinity is the far end; candidates and points of finite sets are any values.
    "infinite": {
        "candidates": "Relative, LeaveOneOut.choose",
        "point": (
            "in Box, DistanceLoss.value, in FiniteSet, HierarchicalUtility(), in Interval, "
            "Quadratic1D.gradient, Quadratic1D.value, Relative(), Trusted()"
        ),
        "points": "FiniteSet",
    },
    # None says: no end, no size but 1, no run, no scaling, chance. A finite set may be asked about it.
    "missing": {
        "candidates": "Relative, LeaveOneOut.choose",
        "how": "normalise",
        "low, high": "Interval",
        "normalised": "Preferences, grid_reports",
        "point": "in FiniteSet",
        "random_state": "LeaveOneClientOut",
        "reports": "DepthRule(), DepthRule.pieces",
        "sizes": "AffineMaximizer(), best_response_without_payments, WithoutPayments()",
        "widths": "ResNet18",
    },
    # A text names something; a point of a finite set may be one.
    "text": {
        "candidates": "Relative",
        "groups": "charge",
        "name": "Divergence, Hybrid",
        "names": "soups",
        "point": "in FiniteSet",
        "points": "FiniteSet",
        "rule": "ClientSplit",
        "targets": "Training",
    },
    # A flag, a seed of scikit-learn's, and names of points and classes.
    "truth": {
        "candidates": "Relative",
        "decimal": "HedonicGame.from_table",
        "labels, predictions": "balanced_accuracy",
        "point": "in FiniteSet, TableLoss.value",
        "points": "FiniteSet",
        "random_state": "LeaveOneClientOut",
    },
    # Whatever is no point of a finite set does not lie in it.
    "not a number": {
        "point": "in FiniteSet",
    },
    # The same; a hybrid of nothing is the initial model, and nobody lies.
    "anything": {
        "point": "in FiniteSet",
        "shares": "Hybrid",
        "told": "priced_federation",
    },
}
# For each kind: the calls with their arguments, such as "Game noise".
ACCEPTED = {
    kind: {
        f"{call} {name}" for names, calls in told.items() for call in calls.split(", ") for name in names.split(", ")
    }
    for kind, told in _ACCEPTED.items()
}
