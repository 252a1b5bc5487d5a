"""The rate of each method, chosen on validation data by a rule that is fixed beforehand. Needs PyTorch.

The rule: every rate of `RATES` is tried with the same seed, first weights and batches; the rate is taken whose models
have the least mean loss on validation data at the end; of equal losses, the smaller rate. Test data have no say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite

from incentives.methods.compared_methods import ALONE, METHODS
from incentives.methods.convergence import Curve, Watched
from incentives.methods.shared_training import Given

RATES = (0.01, 0.03, 0.1, 0.3, 1.0)
# Trained by the average that other methods share, so that whether it diverged is looked up.
BY_AVERAGE = "fedavg"
RULE = (
    f"rates: of {', '.join(map(str, RATES))} the one with the least mean validation loss at the end, ties to the "
    "smaller"
)


def of_least_loss(losses: Mapping[float, float]) -> float:
    """The rate of the least loss, of equal ones the smallest; a loss that is not finite is larger than any other.

    Args:
        losses: by rate; at least one.

    Raises:
        ValueError: there is none.

    >>> of_least_loss({0.2: 0.5, 0.1: 0.5, 0.05: 0.7}), of_least_loss({0.1: float("nan"), 0.2: 9.0})
    (0.1, 0.2)
    """
    if not losses:
        raise ValueError(f"losses must hold at least one rate, got {losses!r}")
    return min(sorted(losses), key=lambda rate: losses[rate] if isfinite(losses[rate]) else inf)


def play(here: Watched, method: str) -> tuple[Given, Curve, int | None]:
    """The outcome of a method in a federation, its curve, and the round in which what it needs diverged, if it did."""
    here.diverged.clear()
    given = METHODS[method](here)
    if method == BY_AVERAGE:
        here.noted(here.averaged)
    return given, here.latest, here.diverged[0] if here.diverged else None


def play_by_validation(tries: Sequence[Watched], method: str) -> tuple[Watched, Given, Curve, int | None]:
    """The same in that one of some federations whose rate the rule of this module takes; of one, that one.

    What clients reach alone is then known to all of them: contributions are measured once, at the rate of its own.

    Args:
        tries: of the same clients, which differ in the first rate of their work.
        method: a name in `METHODS`.
    """
    played = {here.work.sgd(0).rate: (here, *play(here, method)) for here in tries}
    ends = {rate: inf if round is not None else curve.losses[-1] for rate, (_, _, curve, round) in played.items()}
    found = played[of_least_loss(ends)]
    if method == ALONE:
        for here in tries:
            here.alone = found[1]
    return found
