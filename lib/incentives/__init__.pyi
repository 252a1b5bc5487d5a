from . import (
    charging as charging,
    coalitions as coalitions,
    consensus as consensus,
    learning as learning,
    methods as methods,
    payments as payments,
    rewards as rewards,
    together as together,
)
from .deviations import Deviation as Deviation

__version__: str
