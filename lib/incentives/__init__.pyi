from . import coalitions as coalitions
from . import consensus as consensus
from . import learning as learning
from . import payments as payments
from . import rewards as rewards
from .deviations import Deviation as Deviation

__version__: str
