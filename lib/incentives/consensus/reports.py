"""Reports as strategies: what a client answers when the server asks for a gradient, or for the set it accepts.

A report sees the point and the true gradient and returns the gradient it claims to have. Where that claim is
again the gradient of a convex loss, it also stands for a reported sublevel set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from incentives.consensus.exact_algebra import dot, solve
from incentives.consensus.losses import QuadraticLoss, tolerance
from incentives.consensus.points import as_coordinates
from incentives.consensus.quadratics import Quadratic
from incentives.consensus.sets import ClientSet
from incentives.floats import shown
from incentives.numbers import Matrix, Number, Real, Vector, as_list, as_matrix, as_number, as_vector


def _slopes(point: Any, true: Any) -> Vector:
    """The true gradient at a point, both as rows of one length."""
    slopes = as_list("true", true)
    as_coordinates(point, len(slopes), finite=True)
    return as_coordinates(slopes, len(slopes), name="true", finite=True)


def _a_loss(loss: Any) -> Any:
    if not callable(getattr(loss, "sublevel", None)):
        raise ValueError(f"loss must have a method sublevel, got {shown(loss)}")
    return loss


class Report(Protocol):
    """A reporting strategy for gradients."""

    def gradient(self, point: Sequence[Number], true: Vector) -> Vector: ...


@dataclass(frozen=True)
class Truth:
    """Reports what is.

    >>> Truth().gradient([3], (Fraction(6),))
    (Fraction(6, 1),)
    """

    def gradient(self, point: Sequence[Number], true: Vector) -> Vector:
        return _slopes(point, true)

    def sublevel(self, loss: QuadraticLoss, epsilon: Real) -> ClientSet:
        return _a_loss(loss).sublevel(epsilon)


@dataclass(frozen=True)
class AffineReport:
    """Reports `matrix` times the true gradient plus `push`: scaled, tilted, turned, or all of it.

    Args:
        matrix: a number, as if the loss were that many times as steep, or a matrix, shape (dimension, dimension), such
            as a rotation.
        push: what is added, shape (dimension,), as if a linear term were added to the loss; None: nothing.

    Raises:
        ValueError: no number and no matrix, entries that are no numbers, or no entry to push.

    >>> AffineReport(push=(0, -2)).gradient([1, 1], (Fraction(2), Fraction(0)))
    (Fraction(2, 1), Fraction(-2, 1))
    >>> AffineReport([[0, -1], [1, 0]]).gradient([1, 0], (2, 0))
    (Fraction(0, 1), Fraction(2, 1))
    >>> from incentives.consensus.losses import Quadratic1D
    >>> print(AffineReport(4).sublevel(Quadratic1D(1), 1))
    [-1/2, 1/2]
    """

    matrix: Matrix | Number = 1
    push: Vector | None = None

    def __post_init__(self) -> None:
        read = as_matrix if hasattr(self.matrix, "__len__") else as_number
        object.__setattr__(self, "matrix", read("matrix", self.matrix))
        if self.push is not None:
            push = as_vector("push", self.push)
            if not push:
                raise ValueError(f"push must hold at least one number, got {shown(self.push)}")
            object.__setattr__(self, "push", push)

    def gradient(self, point: Sequence[Number], true: Vector) -> Vector:
        slopes = _slopes(point, true)
        if isinstance(self.matrix, tuple):
            moved = [dot(row, slopes) for row in self.matrix]
        else:
            moved = [self.matrix * value for value in slopes]
        return tuple(moved) if self.push is None else tuple(a + b for a, b in zip(moved, self.push, strict=True))

    def sublevel(self, loss: QuadraticLoss, epsilon: Real) -> ClientSet:
        """The set of the loss that has the reported gradients; with a push, of a quadratic one.

        Raises:
            ValueError: no loss has such gradients (`matrix` is no number), or the reported loss has no minimum: the
                number is not positive, or the push lets it fall for ever along a flat direction.
        """
        if isinstance(self.matrix, tuple):
            raise ValueError(f"matrix must be a number for a reported set, got {self.matrix}")
        if self.matrix <= 0:
            raise ValueError(f"matrix must be greater than 0 for a reported set, got {self.matrix}")
        within = tolerance(epsilon) / self.matrix
        if self.push is None:
            return _a_loss(loss).sublevel(within)
        if not isinstance(loss, QuadraticLoss):
            raise ValueError(f"loss must be a QuadraticLoss where there is a push, got {loss!r}")
        pushed = [-value / self.matrix for value in self.push]
        solved = solve(loss.H, pushed)
        if solved is None:
            raise ValueError(f"push must leave the loss a minimum; along {self.push} it falls for ever")
        centre = tuple(a + b for a, b in zip(loss.centre, solved[0], strict=True))
        return Quadratic(loss.H, centre, within)


def averaged_gradient(losses: Sequence[QuadraticLoss], reports: Sequence[Report], point: Vector) -> Vector:
    """The mean of the reported gradients at a point.

    >>> averaged_gradient([QuadraticLoss([[2]], [0]), QuadraticLoss([[2]], [4])], [Truth(), Truth()], (1,))
    (Fraction(-2, 1),)
    """
    if len(reports) != len(losses) or not losses:
        raise ValueError(f"reports must hold one report per loss, {len(losses)}; got {len(reports)}")
    told = [r.gradient(point, loss.gradient(point)) for r, loss in zip(reports, losses, strict=True)]
    return tuple(sum(values, Fraction(0)) / len(told) for values in zip(*told, strict=True))


def resting_points(
    losses: Sequence[QuadraticLoss], reports: Sequence[Report]
) -> tuple[Vector, tuple[Vector, ...]] | None:
    """Where the averaged reported gradient vanishes: one point and the directions in which there are more; or None.

    Quadratic losses and reports that are affine in the point (`Truth`, `AffineReport`), so that
    the answer is a linear system, solved exactly.

    Raises:
        ValueError: the averaged report is not affine (a report of your own may not be).

    >>> pair = [QuadraticLoss([[2]], [0]), QuadraticLoss([[2]], [4])]
    >>> resting_points(pair, [Truth(), AffineReport(3)])
    ((Fraction(3, 1),), ())
    """
    width = len(losses[0].centre)
    unit = [tuple(Fraction(i == k) for k in range(width)) for i in range(width)]
    origin = averaged_gradient(losses, reports, (Fraction(0),) * width)
    columns = [[a - b for a, b in zip(averaged_gradient(losses, reports, e), origin, strict=True)] for e in unit]
    probe = tuple(Fraction(i + 2) for i in range(width))
    predicted = tuple(o + dot(probe, [c[i] for c in columns]) for i, o in enumerate(origin))
    if averaged_gradient(losses, reports, probe) != predicted:
        raise ValueError("reports must be affine in the point for an exact answer; iterate the gradient instead")
    return solve([[c[i] for c in columns] for i in range(width)], [-value for value in origin])
