from .depth import DepthRule as DepthRule
from .half_spaces import HalfSpaces as HalfSpaces
from .helly_mechanism import mechanism_h as mechanism_h
from .leave_one_out import LeaveOneOut as LeaveOneOut
from .losses import (
    DistanceLoss as DistanceLoss,
    Quadratic1D as Quadratic1D,
    QuadraticLoss as QuadraticLoss,
    TableLoss as TableLoss,
)
from .misreports import best_misreport as best_misreport
from .personalization import minimal_outputs as minimal_outputs, one_shot as one_shot
from .quadratics import Quadratic as Quadratic
from .redundancy import is_redundant as is_redundant
from .reports import AffineReport as AffineReport, Truth as Truth
from .sets import (
    Box as Box,
    FiniteSet as FiniteSet,
    Interval as Interval,
    common_point as common_point,
    intersection as intersection,
)
from .utilities import HierarchicalUtility as HierarchicalUtility
from .verification import Relative as Relative, Trusted as Trusted
from .world_oracle import WorldOracle as WorldOracle
