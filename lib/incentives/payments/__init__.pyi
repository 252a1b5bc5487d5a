from .affine_maximizer import (
    AffineMaximizer as AffineMaximizer,
    Outcome as Outcome,
    WithoutPayments as WithoutPayments,
)
from .divergences import (
    KL as KL,
    ChiSquared as ChiSquared,
    Divergence as Divergence,
    TotalVariation as TotalVariation,
    jensen_shannon as jensen_shannon,
    reverse_kl as reverse_kl,
)
from .equivalence import is_cycle_monotone as is_cycle_monotone, price_interval as price_interval
from .final_policy import payments_from_policy as payments_from_policy
from .misreports import (
    best_misreport as best_misreport,
    best_response_without_payments as best_response_without_payments,
    grid_reports as grid_reports,
)
from .model_sets import AllModels as AllModels, FiniteModels as FiniteModels
from .policies import best_policy as best_policy, value as value
from .preferences import Preferences as Preferences, normalise as normalise
from .report_curves import mixture_curve as mixture_curve, size_curve as size_curve
