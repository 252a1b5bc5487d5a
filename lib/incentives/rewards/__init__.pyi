from .allocation import (
    Allocation as Allocation,
)
from .allocation import (
    allocate as allocate,
)
from .allocation import (
    optimal_allocations as optimal_allocations,
)
from .annealing import (
    Annealed as Annealed,
)
from .annealing import (
    Geometric as Geometric,
)
from .annealing import (
    Logarithmic as Logarithmic,
)
from .annealing import (
    Schedule as Schedule,
)
from .annealing import (
    anneal as anneal,
)
from .continuous import allocate_continuous as allocate_continuous
from .costs import (
    READINGS as READINGS,
)
from .costs import (
    Cost as Cost,
)
from .costs import (
    as_cost as as_cost,
)
from .frontier import (
    FrontierPoint as FrontierPoint,
)
from .frontier import (
    best_on_frontier as best_on_frontier,
)
from .frontier import (
    least_variance_by_mean as least_variance_by_mean,
)
from .frontier import (
    pareto_frontier as pareto_frontier,
)
from .menus import Menu as Menu
from .metrics import (
    balanced_accuracy as balanced_accuracy,
)
from .metrics import (
    collaboration_gain_spread as collaboration_gain_spread,
)
from .metrics import (
    incentivised_participation_rate as incentivised_participation_rate,
)
from .metrics import (
    mean_collaboration_gain as mean_collaboration_gain,
)
from .metrics import (
    pearson as pearson,
)
from .metrics import (
    pearson_rounding_bound as pearson_rounding_bound,
)
from .surds import (
    Surd as Surd,
)
from .surds import (
    surd as surd,
)
from .width_rewards import (
    allocate_widths as allocate_widths,
)
from .width_rewards import (
    increasing_menu as increasing_menu,
)
from .width_rewards import (
    normalised_contributions as normalised_contributions,
)
