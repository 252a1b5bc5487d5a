"""Local SGD: what its convergence theorem promises.

M clients start every round at the same point, take `local_steps` gradient steps each on their own objective, and
average. The theorem's formulas are lost in the text that we hold; they are those of Wang et al. (2021), from which
that proof is taken step by step. The bounds accept SymPy symbols, so that a page derives from the library's own
formula.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Real
from typing import Any

HALF = Fraction(1, 2)


def _positive(**values: Any) -> None:
    """Numbers must be positive; symbols carry their own assumptions."""
    for name, value in values.items():
        if isinstance(value, Real) and not 0 < value < float("inf"):
            raise ValueError(f"{name} must be a finite number above 0; got {value!r}")


def _not_negative(**values: Any) -> None:
    for name, value in values.items():
        if isinstance(value, Real) and not 0 <= value < float("inf"):
            raise ValueError(f"{name} must be a finite number, 0 or more; got {value!r}")


def _whole(**values: Any) -> None:
    for name, value in values.items():
        if isinstance(value, Real) and (value != int(value) or value < 1):
            raise ValueError(f"{name} must be a whole number, 1 or more; got {value!r}")


def _step_at_most(step: Any, largest: Any, says: str) -> None:
    if isinstance(step, Real) and isinstance(largest, Real) and step > largest:
        raise ValueError(f"step must be at most {says} = {largest}; got {step!r}")


def drift_bound(*, step: Any, smoothness: Any, local_steps: Any, noise: Any, dissimilarity: Any) -> Any:
    """Lemma 6: how far a client may be from the average within a round, mean squared distance.

    Args:
        step: step size eta, at most 1 / (4 smoothness).
        smoothness: L, every client's gradient is Lipschitz with this constant.
        local_steps: tau, steps per round.
        noise: sigma, the root of the bound on the variance of a stochastic gradient.
        dissimilarity: zeta, bound on the distance between a client's gradient and the average gradient, everywhere.

    Returns:
        18 tau^2 eta^2 zeta^2 + 4 tau eta^2 sigma^2, in the squared unit of the parameters.

    Raises:
        ValueError: a number out of range, or a step beyond 1 / (4 L).

    Reference:
        Wang et al. (2021), lemma 2.

    >>> drift_bound(step=Fraction(1, 4), smoothness=1, local_steps=2, noise=1, dissimilarity=0)
    Fraction(1, 2)
    """
    _positive(step=step, smoothness=smoothness)
    _not_negative(noise=noise, dissimilarity=dissimilarity)
    _whole(local_steps=local_steps)
    _step_at_most(step, Fraction(1, 4) / smoothness if isinstance(smoothness, Real) else smoothness, "1 / (4 L)")
    return 18 * local_steps**2 * step**2 * dissimilarity**2 + 4 * local_steps * step**2 * noise**2


def local_sgd_bound(
    *,
    distance: Any,
    step: Any,
    smoothness: Any,
    local_steps: Any,
    rounds: Any,
    clients: Any,
    noise: Any,
    dissimilarity: Any,
) -> Any:
    """Theorem 1: how far the averaged iterates' objective may be from its minimum, in expectation.

    The left side is the mean of F(average point) - min F over all local steps of all rounds.

    Args:
        distance: D, from the start to a minimiser.
        step: as for `drift_bound`, and so `smoothness`, `local_steps`, `noise`, `dissimilarity`.
        rounds: T, how often the clients average.
        clients: M.

    Returns:
        D^2 / (2 eta tau T) + eta sigma^2 / M + L * drift_bound, in the unit of the objective.

    Raises:
        ValueError: a number out of range, or a step beyond 1 / (4 L).

    Reference:
        Wang et al. (2021), theorem 1.

    >>> local_sgd_bound(distance=1, step=Fraction(1, 4), smoothness=1, local_steps=1, rounds=8, clients=1,
    ...                 noise=0, dissimilarity=0)
    Fraction(1, 4)
    """
    _not_negative(distance=distance)
    _whole(rounds=rounds, clients=clients)
    drift = drift_bound(
        step=step, smoothness=smoothness, local_steps=local_steps, noise=noise, dissimilarity=dissimilarity
    )
    return HALF * distance**2 / (step * local_steps * rounds) + step * noise**2 / clients + smoothness * drift


def tuned_steps(
    *,
    distance: Any,
    smoothness: Any,
    local_steps: Any,
    rounds: Any,
    clients: Any,
    noise: Any,
    dissimilarity: Any,
) -> tuple[Any, ...]:
    """The steps whose minimum is the tuned step of Theorem 1; a step whose noise or dissimilarity is 0 is left out.

    Returns:
        1/(4L), then sqrt(M) D / (sqrt(tau T) sigma), D^(2/3) / (tau^(2/3) T^(1/3) L^(1/3) sigma^(2/3)) and
        D^(2/3) / (tau T^(1/3) L^(1/3) zeta^(2/3)); numbers or symbols.

    Raises:
        ValueError: a number out of range.

    >>> min(tuned_steps(distance=1, smoothness=1, local_steps=1, rounds=100, clients=4, noise=1, dissimilarity=0))
    0.2
    """
    _positive(distance=distance, smoothness=smoothness)
    _not_negative(noise=noise, dissimilarity=dissimilarity)
    _whole(local_steps=local_steps, rounds=rounds, clients=clients)
    third = Fraction(1, 3) if _symbolic(distance, smoothness, local_steps, rounds, noise, dissimilarity) else 1 / 3
    root = (lambda x: x**HALF) if isinstance(third, Fraction) else (lambda x: x**0.5)
    common = (distance**2 / (rounds * smoothness)) ** third
    steps = [1 / (4 * smoothness)]
    if noise != 0:
        steps.append(root(clients) * distance / (root(local_steps * rounds) * noise))
        steps.append(common / (local_steps**2 * noise**2) ** third)
    if dissimilarity != 0:
        steps.append(common / (local_steps * (dissimilarity**2) ** third))
    return tuple(steps)


def _symbolic(*values: Any) -> bool:
    return any(not isinstance(value, Real) for value in values)


def bound_at_optimum(
    *,
    distance: Any,
    step: Any,
    smoothness: Any,
    local_steps: Any,
    rounds: Any,
    clients: Any,
    noise: Any,
    dissimilarity: Any,
) -> Any:
    """A bound that needs noise and dissimilarity at the minimiser only: the theorem for training at random widths.

    Args:
        distance: D, from the start to the minimiser x*.
        step: eta, at most 1 / (4 L) and at most 1 / (2 L tau).
        smoothness: L, of every realisation of the stochastic objective (one width, one batch), all of them convex.
        local_steps: tau, steps per round.
        rounds: T.
        clients: M.
        noise: root of the clients' mean variance of the stochastic gradient at x*.
        dissimilarity: root of the clients' mean squared gradient at x*.

    Returns:
        D^2 / (2 eta tau T) + eta noise^2 / M + L eta^2 (tau - 1) (noise^2 / 2 + tau dissimilarity^2 / 3).

    Raises:
        ValueError: a number out of range, or a step that is too large.

    >>> bound_at_optimum(distance=1, step=Fraction(1, 8), smoothness=1, local_steps=4, rounds=1, clients=1,
    ...                  noise=0, dissimilarity=0)
    Fraction(1, 1)
    """
    _positive(step=step, smoothness=smoothness)
    _not_negative(distance=distance, noise=noise, dissimilarity=dissimilarity)
    _whole(local_steps=local_steps, rounds=rounds, clients=clients)
    if not _symbolic(smoothness, local_steps):
        largest = min(Fraction(1, 4), Fraction(1, 2 * int(local_steps))) / smoothness
        _step_at_most(step, largest, "min(1 / (4 L), 1 / (2 L tau))")
    away = noise**2 * HALF + local_steps * dissimilarity**2 * Fraction(1, 3)
    first = HALF * distance**2 / (step * local_steps * rounds) + step * noise**2 / clients
    return first + smoothness * step**2 * (local_steps - 1) * away
