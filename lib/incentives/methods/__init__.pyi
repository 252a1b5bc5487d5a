from .comparison import Comparison as Comparison, compare as compare
from .leave_one_client_out import LeaveOneClientOut as LeaveOneClientOut
from .slimming import slim as slim
