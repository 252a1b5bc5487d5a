from .arrangements import (
    Arrangement as Arrangement,
    Block as Block,
    CountedMove as CountedMove,
    arrangements as arrangements,
    as_arrangement as as_arrangement,
)
from .constructions import (
    greedy_arrangement as greedy_arrangement,
    theorem_5_5 as theorem_5_5,
    theorem_5_5_as_printed as theorem_5_5_as_printed,
    theorem_6_5 as theorem_6_5,
)
from .errors import (
    FEDERATIONS as FEDERATIONS,
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
from .game import (
    Game as Game,
    HedonicGame as HedonicGame,
)
from .large_games import check_large as check_large
from .regression import (
    coefficient_spreads as coefficient_spreads,
    common_gaussian_costs as common_gaussian_costs,
    gaussian_costs as gaussian_costs,
    moment_costs as moment_costs,
    regression_errors as regression_errors,
    same_size_threshold as same_size_threshold,
)
from .search import stable_partitions as stable_partitions
from .set_partitions import (
    Partition as Partition,
    partitions as partitions,
)
from .stability import (
    CONCEPTS as CONCEPTS,
    blocking_coalition as blocking_coalition,
    blocking_coalitions as blocking_coalitions,
    improving_move as improving_move,
    improving_moves as improving_moves,
    is_stable as is_stable,
)
from .two_sizes import (
    TwoSizes as TwoSizes,
    coarse_error_by_counts as coarse_error_by_counts,
    uniform_error_by_counts as uniform_error_by_counts,
)
from .welfare import (
    best_partition as best_partition,
    price_of_stability as price_of_stability,
    total_error as total_error,
)
