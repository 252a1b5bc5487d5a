from .agreement import (
    breach as breach,
)
from .agreement import (
    expected as expected,
)
from .archetypes import (
    branching_calls as branching_calls,
)
from .archetypes import (
    four_calls as four_calls,
)
from .archetypes import (
    peel as peel,
)
from .archetypes import (
    peel_and_branch as peel_and_branch,
)
from .coalition_search import (
    coalition_search as coalition_search,
)
from .coalition_search import (
    leave_out_in_turn as leave_out_in_turn,
)
from .coalition_search import (
    search_calls as search_calls,
)
from .depth import (
    DepthRule as DepthRule,
)
from .depth import (
    deepest as deepest,
)
from .depth import (
    depth_at as depth_at,
)
from .depth import (
    depth_set as depth_set,
)
from .depth import (
    select_point as select_point,
)
from .dual_weights import (
    DualWeights as DualWeights,
)
from .dual_weights import (
    dual_weights as dual_weights,
)
from .dual_weights import (
    least_liar_weight as least_liar_weight,
)
from .dual_weights import (
    point_or_weights as point_or_weights,
)
from .dual_weights import (
    round_weights as round_weights,
)
from .exposure import (
    CallOutcome as CallOutcome,
)
from .exposure import (
    mechanism_h as mechanism_h,
)
from .exposure import (
    worst_case_calls as worst_case_calls,
)
from .half_spaces import (
    HalfSpaces as HalfSpaces,
)
from .half_spaces import (
    point_or_refutation as point_or_refutation,
)
from .leave_one_out import (
    LeaveOneOut as LeaveOneOut,
)
from .leave_one_out import (
    Outcome as Outcome,
)
from .loss_oracle import LossOracle as LossOracle
from .losses import (
    DistanceLoss as DistanceLoss,
)
from .losses import (
    Loss as Loss,
)
from .losses import (
    PiecewiseQuadratic as PiecewiseQuadratic,
)
from .losses import (
    Quadratic1D as Quadratic1D,
)
from .losses import (
    QuadraticLoss as QuadraticLoss,
)
from .losses import (
    StepLoss as StepLoss,
)
from .losses import (
    TableLoss as TableLoss,
)
from .misreports import (
    best_misreport as best_misreport,
)
from .misreports import (
    candidate_reports as candidate_reports,
)
from .personalization import (
    Personalization as Personalization,
)
from .personalization import (
    corner_models as corner_models,
)
from .personalization import (
    fooling_output as fooling_output,
)
from .personalization import (
    is_minimal as is_minimal,
)
from .personalization import (
    minimal_clusterings as minimal_clusterings,
)
from .personalization import (
    minimal_outputs as minimal_outputs,
)
from .personalization import (
    one_model as one_model,
)
from .personalization import (
    one_shot as one_shot,
)
from .quadratics import (
    Minimax as Minimax,
)
from .quadratics import (
    Quadratic as Quadratic,
)
from .quadratics import (
    minimax as minimax,
)
from .quadratics import (
    weighted_minimum as weighted_minimum,
)
from .redundancy import (
    enlarging_removal as enlarging_removal,
)
from .redundancy import (
    identifies as identifies,
)
from .redundancy import (
    is_redundant as is_redundant,
)
from .redundancy import (
    unguarded_split as unguarded_split,
)
from .reports import (
    Adaptive as Adaptive,
)
from .reports import (
    Biased as Biased,
)
from .reports import (
    PointReport as PointReport,
)
from .reports import (
    Rotated as Rotated,
)
from .reports import (
    Scaled as Scaled,
)
from .reports import (
    Truth as Truth,
)
from .reports import (
    averaged_gradient as averaged_gradient,
)
from .reports import (
    resting_points as resting_points,
)
from .utilities import (
    HierarchicalUtility as HierarchicalUtility,
)
from .utilities import (
    others_suffer as others_suffer,
)
from .utilities import (
    violation as violation,
)
from .verification import (
    Noisy as Noisy,
)
from .verification import (
    Relative as Relative,
)
from .verification import (
    Reported as Reported,
)
from .verification import (
    Trusted as Trusted,
)
from .verification import (
    chosen_by_comparison as chosen_by_comparison,
)
from .verification import (
    sample_size as sample_size,
)
from .witnesses import (
    Answer as Answer,
)
from .witnesses import (
    MinimalWitnesses as MinimalWitnesses,
)
from .witnesses import (
    Oracle as Oracle,
)
from .witnesses import (
    SelfExplaining as SelfExplaining,
)
from .witnesses import (
    Transcript as Transcript,
)
from .witnesses import (
    WithoutWitness as WithoutWitness,
)
from .witnesses import (
    deletion_filter as deletion_filter,
)
from .witnesses import (
    quickxplain as quickxplain,
)
from .world_oracle import WorldOracle as WorldOracle
from .worlds import (
    Box as Box,
)
from .worlds import (
    ClientSet as ClientSet,
)
from .worlds import (
    FiniteSet as FiniteSet,
)
from .worlds import (
    Interval as Interval,
)
from .worlds import (
    ReportedSet as ReportedSet,
)
from .worlds import (
    common_point as common_point,
)
from .worlds import (
    contains as contains,
)
from .worlds import (
    intersection as intersection,
)
