from .arrangements import (
    Arrangement as Arrangement,
)
from .arrangements import (
    Block as Block,
)
from .arrangements import (
    CountedMove as CountedMove,
)
from .arrangements import (
    arrangements as arrangements,
)
from .arrangements import (
    as_arrangement as as_arrangement,
)
from .constructions import (
    greedy_arrangement as greedy_arrangement,
)
from .constructions import (
    theorem_5_5 as theorem_5_5,
)
from .constructions import (
    theorem_5_5_as_printed as theorem_5_5_as_printed,
)
from .constructions import (
    theorem_6_5 as theorem_6_5,
)
from .errors import (
    FEDERATIONS as FEDERATIONS,
)
from .errors import (
    Coarse as Coarse,
)
from .errors import (
    coarse_errors as coarse_errors,
)
from .errors import (
    expected_errors as expected_errors,
)
from .errors import (
    fine_errors as fine_errors,
)
from .errors import (
    local_errors as local_errors,
)
from .errors import (
    optimal_coarse_errors as optimal_coarse_errors,
)
from .errors import (
    optimal_coarse_weights as optimal_coarse_weights,
)
from .errors import (
    optimal_fine_errors as optimal_fine_errors,
)
from .errors import (
    optimal_fine_weights as optimal_fine_weights,
)
from .errors import (
    uniform_errors as uniform_errors,
)
from .game import (
    Game as Game,
)
from .game import (
    HedonicGame as HedonicGame,
)
from .large_games import check_large as check_large
from .partitions import (
    Partition as Partition,
)
from .partitions import (
    partitions as partitions,
)
from .regression import (
    coefficient_spreads as coefficient_spreads,
)
from .regression import (
    common_gaussian_costs as common_gaussian_costs,
)
from .regression import (
    gaussian_costs as gaussian_costs,
)
from .regression import (
    moment_costs as moment_costs,
)
from .regression import (
    regression_errors as regression_errors,
)
from .regression import (
    same_size_threshold as same_size_threshold,
)
from .search import stable_partitions as stable_partitions
from .stability import (
    CONCEPTS as CONCEPTS,
)
from .stability import (
    blocking_coalition as blocking_coalition,
)
from .stability import (
    blocking_coalitions as blocking_coalitions,
)
from .stability import (
    improving_move as improving_move,
)
from .stability import (
    improving_moves as improving_moves,
)
from .stability import (
    is_stable as is_stable,
)
from .two_sizes import (
    TwoSizes as TwoSizes,
)
from .two_sizes import (
    coarse_error_by_counts as coarse_error_by_counts,
)
from .two_sizes import (
    uniform_error_by_counts as uniform_error_by_counts,
)
from .welfare import (
    best_partition as best_partition,
)
from .welfare import (
    price_of_stability as price_of_stability,
)
from .welfare import (
    total_error as total_error,
)
