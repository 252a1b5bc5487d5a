from .affine_maximizer import (
    AffineMaximizer as AffineMaximizer,
)
from .affine_maximizer import (
    Mechanism as Mechanism,
)
from .affine_maximizer import (
    Outcome as Outcome,
)
from .affine_maximizer import (
    WithoutPayments as WithoutPayments,
)
from .affine_maximizer import (
    payments_from_policy as payments_from_policy,
)
from .divergences import (
    KL as KL,
)
from .divergences import (
    ChiSquared as ChiSquared,
)
from .divergences import (
    Divergence as Divergence,
)
from .divergences import (
    TotalVariation as TotalVariation,
)
from .divergences import (
    jensen_shannon as jensen_shannon,
)
from .divergences import (
    reverse_kl as reverse_kl,
)
from .equivalence import (
    PriceInterval as PriceInterval,
)
from .equivalence import (
    ReportPath as ReportPath,
)
from .equivalence import (
    is_cycle_monotone as is_cycle_monotone,
)
from .equivalence import (
    jumps as jumps,
)
from .equivalence import (
    lie_weights as lie_weights,
)
from .equivalence import (
    path_through as path_through,
)
from .equivalence import (
    payment_from_training as payment_from_training,
)
from .equivalence import (
    price_interval as price_interval,
)
from .equivalence import (
    pull as pull,
)
from .equivalence import (
    round_trip as round_trip,
)
from .equivalence import (
    shortest_paths as shortest_paths,
)
from .misreports import (
    BestResponse as BestResponse,
)
from .misreports import (
    Misreport as Misreport,
)
from .misreports import (
    ReportCurve as ReportCurve,
)
from .misreports import (
    best_misreport as best_misreport,
)
from .misreports import (
    best_response_without_payments as best_response_without_payments,
)
from .misreports import (
    collusion_curve as collusion_curve,
)
from .misreports import (
    false_names as false_names,
)
from .misreports import (
    grid_reports as grid_reports,
)
from .misreports import (
    mixture_curve as mixture_curve,
)
from .misreports import (
    report_curve as report_curve,
)
from .misreports import (
    size_curve as size_curve,
)
from .model_sets import (
    AllModels as AllModels,
)
from .model_sets import (
    FiniteModels as FiniteModels,
)
from .policies import (
    best_log_policy as best_log_policy,
)
from .policies import (
    best_policy as best_policy,
)
from .policies import (
    best_policy_and_value as best_policy_and_value,
)
from .policies import (
    hessian as hessian,
)
from .policies import (
    value as value,
)
from .preferences import (
    Preferences as Preferences,
)
from .preferences import (
    normalise as normalise,
)
from .preferences import (
    opposed as opposed,
)
from .preferences import (
    random_preferences as random_preferences,
)
