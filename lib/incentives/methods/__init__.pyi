from .comparing import compare as compare
from .comparison import Comparison as Comparison
from .leave_one_client_out import LeaveOneClientOut as LeaveOneClientOut
from .over_seeds import OverSeeds as OverSeeds
from .priced_outcome import priced_federation as priced_federation
from .slimming import slim as slim
