from .analysis import Analysis as Analysis, analyse as analyse
from .errors import (
    Coarse as Coarse,
    coarse_errors as coarse_errors,
    expected_errors as expected_errors,
    fine_errors as fine_errors,
    local_errors as local_errors,
    optimal_coarse_errors as optimal_coarse_errors,
    optimal_coarse_weights as optimal_coarse_weights,
    optimal_fine_errors as optimal_fine_errors,
    optimal_fine_weights as optimal_fine_weights,
    uniform_errors as uniform_errors,
)
from .game import Game as Game, HedonicGame as HedonicGame
from .large_games import check_large as check_large
from .local_search import find_stable as find_stable
from .regression import moment_costs as moment_costs, regression_errors as regression_errors
from .search import stable_partitions as stable_partitions
from .set_partitions import Partition as Partition, partitions as partitions
from .stability import (
    blocking_coalition as blocking_coalition,
    improving_move as improving_move,
    is_stable as is_stable,
)
from .two_sizes import TwoSizes as TwoSizes
