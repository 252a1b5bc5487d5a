from .allocation import (
    Allocation as Allocation,
    allocate as allocate,
    optimal_allocations as optimal_allocations,
)
from .annealing import (
    Annealed as Annealed,
    Geometric as Geometric,
    Logarithmic as Logarithmic,
    Schedule as Schedule,
    anneal as anneal,
)
from .continuous import allocate_continuous as allocate_continuous
from .costs import (
    READINGS as READINGS,
    Cost as Cost,
    as_cost as as_cost,
)
from .frontier import (
    FrontierPoint as FrontierPoint,
    best_on_frontier as best_on_frontier,
    least_variance_by_mean as least_variance_by_mean,
    pareto_frontier as pareto_frontier,
)
from .menus import Menu as Menu
from .metrics import (
    balanced_accuracy as balanced_accuracy,
    collaboration_gain_spread as collaboration_gain_spread,
    incentivised_participation_rate as incentivised_participation_rate,
    mean_collaboration_gain as mean_collaboration_gain,
    pearson as pearson,
    pearson_rounding_bound as pearson_rounding_bound,
)
from .surds import (
    Surd as Surd,
    surd as surd,
)
from .width_rewards import (
    allocate_widths as allocate_widths,
    increasing_menu as increasing_menu,
    normalised_contributions as normalised_contributions,
)
