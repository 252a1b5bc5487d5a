"""The methods that `compare` knows: each trains one federation and says what every client takes home. Needs PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch

from incentives.learning.robust_averaging import RULES, RobustAveraging
from incentives.methods.aequa import TrainingTimeRewards
from incentives.methods.cgsv import Cgsv, cosine_contributions
from incentives.methods.earned_widths import reward_widths
from incentives.methods.iafl import Iafl
from incentives.methods.shared_training import Federation, Given

ALONE = "stand-alone"


def fedavg(here: Federation) -> Given:
    """Federated averaging: one model for everybody."""
    (validation,), (test,) = here.own_models(here.plain, here.averaged)[:2]
    return Given([validation] * here.clients, [test] * here.clients)


def _robust(rule: str) -> Callable[[Federation], Given]:
    """One model for everybody, by an average that a single client cannot pull anywhere; clients count the same."""

    def method(here: Federation) -> Given:
        same = torch.full((here.clients,), 1 / here.clients, dtype=torch.float64)
        done = here.train(here.plain, RobustAveraging(same, rule=RULES[rule]))
        (validation,), (test,) = here.own_models(here.plain, done)[:2]
        return Given([validation] * here.clients, [test] * here.clients)

    return method


def fine_tuned(here: Federation) -> Given:
    """The averaged model, made each client's own by one more epoch."""
    here.noted(here.averaged)  # trained for another method, perhaps
    return here.own_models(here.plain, here.noted(here.tuned))


def cgsv(here: Federation, *, length: float = 0.5) -> Given:
    """Updates of which each client receives the more, the more its own agree with everybody's; scaled to `length`."""
    done = here.train(here.plain, Cgsv(here.sets.clients.sizes, here.plain.layout, length=length))
    return here.own_models(here.plain, done)._replace(extra={"importance": done.state.importance.tolist()})


def iafl(here: Federation) -> Given:
    """Updates of as many others as a client's contribution earns."""
    algorithm = Iafl(here.contributions, participation=here.participation, seed=here.seed)
    return here.own_models(here.plain, here.train(here.plain, algorithm))


def _aequa(here: Federation) -> Given:
    """Algorithm 1, then the fairest allocation of widths on validation accuracies, none of them worse than alone."""
    widths, shared = list(here.widths), here.shared
    given, here.out_of_reach = reward_widths(here.alone.validation, widths, shared.validation, cost=here.cost)
    chosen = [widths.index(width) for width in given]
    return Given([shared.validation[k] for k in chosen], [shared.test[k] for k in chosen], list(given))


def while_training(here: Federation, *, assess: Any = cosine_contributions) -> Given:
    """Algorithm 2: clients hold the width that their contribution has earned so far, and train no more than that.

    Each client takes home the server's model as the last round left it, at the width that its contribution has earned
    after that round, not at the one that it held in it.

    Args:
        here: the federation.
        assess: from updates and their layout to contributions, as `TrainingTimeRewards` takes it.
    """
    inputs, _ = here.sets.clients.gather(here.sets.clients.index[0, :1].to(here.sets.clients.device))
    algorithm = TrainingTimeRewards(here.two_widths, here.widths[0], inputs.cpu(), assess, menu=here.menu)
    done = here.train(here.two_widths, algorithm)
    widths = [float(width) for width in done.state.widths]
    # A width's statistics come from those who hold it, as its parameters do.
    model = done.bank.values[0]
    own = here.recalibrated(model, done.buffers.values[0], widths, held=widths)
    models, buffers = (part.expand(here.clients, -1) for part in (model, own))
    told = {
        "widths": widths,
        "contributions": done.state.contributions.tolist(),
        "history": [list(row) for row in done.state.history],
    }
    return Given(*here.scores(here.two_widths, models, buffers, widths), widths, told)


Method = Literal[
    "stand-alone",
    "fedavg",
    "fine-tuned",
    "median",
    "trimmed-mean",
    "krum",
    "cgsv",
    "iafl",
    "aequa",
    "aequa-while-training",
]
METHODS: Mapping[str, Callable[[Federation], Given]] = MappingProxyType(
    {
        ALONE: lambda here: here.alone,
        "fedavg": fedavg,
        "fine-tuned": fine_tuned,
        "median": _robust("median"),
        "trimmed-mean": _robust("trimmed mean"),
        "krum": _robust("Krum"),
        "cgsv": cgsv,
        "iafl": iafl,
        "aequa": _aequa,
        "aequa-while-training": while_training,
    }
)
# The least number of clients of a method that needs more than two.
LEAST = MappingProxyType({"trimmed-mean": 3, "krum": 4})
BY_CONTRIBUTION = ("iafl", "aequa")  # what is reached alone, measured beforehand
BY_WIDTH = ("aequa", "aequa-while-training")
USUAL: tuple[Method, ...] = ("fedavg", "cgsv", "iafl", "aequa")
