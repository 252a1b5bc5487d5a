from .comparison import Comparison as Comparison, compare as compare
from .slimming import slim as slim
