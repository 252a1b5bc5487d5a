from .allocation import allocate as allocate, optimal_allocations as optimal_allocations
from .annealing import anneal as anneal
from .continuous import allocate_continuous as allocate_continuous
from .costs import Cost as Cost
from .frontier import pareto_frontier as pareto_frontier
from .metrics import (
    balanced_accuracy as balanced_accuracy,
    collaboration_gain_spread as collaboration_gain_spread,
    incentivised_participation_rate as incentivised_participation_rate,
    mean_collaboration_gain as mean_collaboration_gain,
    pearson as pearson,
)
from .width_rewards import allocate_widths as allocate_widths, increasing_menu as increasing_menu
