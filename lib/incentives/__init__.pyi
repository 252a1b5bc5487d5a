from . import (
    coalitions as coalitions,
    consensus as consensus,
    learning as learning,
    payments as payments,
    rewards as rewards,
)
from .deviations import Deviation as Deviation

__version__: str
