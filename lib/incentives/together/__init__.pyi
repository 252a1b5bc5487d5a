from .core_bills import core_bills as core_bills
from .federation import Federation as Federation
from .leaving import blocking_coalition as blocking_coalition
from .replies import best_size as best_size
from .scores import pair_stakes as pair_stakes, peer_stakes as peer_stakes
from .stakes import Stakes as Stakes
