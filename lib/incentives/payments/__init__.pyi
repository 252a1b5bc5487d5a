from .affine_maximizer import (
    AffineMaximizer as AffineMaximizer,
    Mechanism as Mechanism,
    Outcome as Outcome,
    WithoutPayments as WithoutPayments,
    payments_from_policy as payments_from_policy,
)
from .divergences import (
    KL as KL,
    ChiSquared as ChiSquared,
    Divergence as Divergence,
    TotalVariation as TotalVariation,
    jensen_shannon as jensen_shannon,
    reverse_kl as reverse_kl,
)
from .equivalence import (
    PriceInterval as PriceInterval,
    ReportPath as ReportPath,
    is_cycle_monotone as is_cycle_monotone,
    jumps as jumps,
    lie_weights as lie_weights,
    path_through as path_through,
    payment_from_training as payment_from_training,
    price_interval as price_interval,
    pull as pull,
    round_trip as round_trip,
    shortest_paths as shortest_paths,
)
from .misreports import (
    BestResponse as BestResponse,
    Misreport as Misreport,
    ReportCurve as ReportCurve,
    best_misreport as best_misreport,
    best_response_without_payments as best_response_without_payments,
    collusion_curve as collusion_curve,
    false_names as false_names,
    grid_reports as grid_reports,
    mixture_curve as mixture_curve,
    report_curve as report_curve,
    size_curve as size_curve,
)
from .model_sets import (
    AllModels as AllModels,
    FiniteModels as FiniteModels,
)
from .policies import (
    best_log_policy as best_log_policy,
    best_policy as best_policy,
    best_policy_and_value as best_policy_and_value,
    hessian as hessian,
    value as value,
)
from .preferences import (
    Preferences as Preferences,
    normalise as normalise,
    opposed as opposed,
    random_preferences as random_preferences,
)
