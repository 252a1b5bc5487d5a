"""The models that the provider can choose from: all distributions, or finitely many trained models.

Both answer the same question: which model is best for these reports, and how large is the affine social welfare?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from incentives.numbers import Number, Numbers, Real, Table, as_array, as_number, is_exact
from incentives.payments.divergences import KL, Divergence
from incentives.payments.policies import solve_checked
from incentives.reading import as_distribution, as_kind, as_probabilities


class ModelSet(Protocol):
    """The set that a model is chosen from: all distributions, or finitely many."""

    @property
    def outcomes(self) -> int: ...

    @property
    def exact(self) -> bool: ...

    def best(self, total: np.ndarray, penalty: Any, ranking: Any = ()) -> tuple[np.ndarray, Any, int | None]: ...

    def welfare(self, total: np.ndarray, penalty: Any) -> Any: ...


@dataclass(frozen=True, eq=False)
class AllModels:
    """Every distribution over the outcomes.

    Args:
        reference: the initial model, shape (outcomes,), all positive, adding up to 1.
        divergence: what keeps the trained model near it.
    """

    reference: np.ndarray
    divergence: Divergence = field(default_factory=KL)

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, reference: Numbers, divergence: Divergence = ...) -> None: ...

    def __post_init__(self) -> None:
        as_kind("divergence", self.divergence, Divergence)
        q = as_distribution("reference", self.reference, exact=is_exact(self.reference))
        q.flags.writeable = False
        object.__setattr__(self, "reference", q)

    @property
    def outcomes(self) -> int:
        """The number of outcomes."""
        return self.reference.size

    @property
    def exact(self) -> bool:
        """True if exact reports get exact answers."""
        return self.divergence.rational and self.reference.dtype == object

    def best(
        self, total: np.ndarray, penalty: Real, ranking: Sequence[np.ndarray] = ()
    ) -> tuple[np.ndarray, Number, None]:
        """Best policies, their welfare, and no index; `total` has shape (..., outcomes)."""
        policy, welfare = self._solve(total, penalty, policies=True)
        return policy, welfare, None

    def welfare(self, total: np.ndarray, penalty: Real) -> Number:
        """The best affine social welfare, without the policy; shape (...)."""
        return self._solve(total, penalty, policies=False)[1]

    def _solve(self, total: np.ndarray, penalty: Real, *, policies: bool) -> tuple[Any, Any]:
        exact = self.exact and is_exact(total, penalty)
        q = self.reference if exact or self.reference.dtype != object else self.reference.astype(float)
        return solve_checked(total, q, penalty, self.divergence, exact=exact, policies=policies)


@dataclass(frozen=True, eq=False)
class FiniteModels:
    """Finitely many models, such as the mixtures of a few fine-tuned ones; exact if all numbers are.

    Args:
        policies: one model per row, shape (models, outcomes).
        divergences: what each model costs, shape (models,); any numbers.
        features: the columns are not outcomes but, for instance, one valuation per group, so rows need not be
            distributions. A reward is then the row of weights of these columns.

    Raises:
        ValueError: shapes differ, or a row is not a distribution although `features` is False.

    Where several models are best, the one that the first group likes most by its report is taken, then the
    second group decides, and so on; models that everybody likes equally are taken in their order.

    >>> from fractions import Fraction
    >>> models = FiniteModels([[1, 0], [0, 1]], [0, Fraction(1, 2)])
    >>> models.best([1, 1], 1)[1:]
    (Fraction(1, 1), np.int64(0))
    """

    policies: np.ndarray
    divergences: np.ndarray
    features: bool = False

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, policies: Table, divergences: Numbers, features: bool = False) -> None: ...

    def __post_init__(self) -> None:
        exact = is_exact(self.policies, self.divergences)
        P = as_array("policies", self.policies, exact=exact)
        D = as_array("divergences", self.divergences, exact=exact)
        if P.ndim != 2 or 0 in P.shape or D.shape != P.shape[:1]:
            raise ValueError(
                f"policies must have shape (models, outcomes) and divergences (models,); got {P.shape} and {D.shape}"
            )
        if not self.features:
            P = as_probabilities("policies", self.policies, exact=exact)
        for array in (P, D):
            array.flags.writeable = False
        object.__setattr__(self, "policies", P)
        object.__setattr__(self, "divergences", D)

    @property
    def outcomes(self) -> int:
        """The number of outcomes (or features)."""
        return self.policies.shape[1]

    @property
    def exact(self) -> bool:
        """True if exact reports get exact answers."""
        return self.policies.dtype == object

    def scores(self, total: np.ndarray, penalty: Real) -> np.ndarray:
        """<p_k, total> - penalty * D_k for every model k, shape (..., models)."""
        return self._scores(total, penalty)[0]

    def _scores(self, total: np.ndarray, penalty: Real) -> tuple[np.ndarray, np.ndarray]:
        exact = self.exact and is_exact(total, penalty)
        R = as_array("total", total, exact=exact)
        if R.shape[-1:] != (self.outcomes,):
            raise ValueError(f"total must end in the {self.outcomes} outcomes, got shape {R.shape}")
        weight = as_number("penalty", penalty, exact=exact, above=0)
        P, D = self.policies, self.divergences
        if not exact:
            P, D = P.astype(float), D.astype(float)
        return R @ P.T - weight * D, P

    def best(
        self, total: np.ndarray, penalty: Real, ranking: Sequence[np.ndarray] = ()
    ) -> tuple[np.ndarray, Number, int]:
        """The best models, their welfare and their indices.

        Args:
            total: R, shape (..., outcomes).
            penalty: the weight of the divergences.
            ranking: reports that break ties, in order; each of shape (..., outcomes) or (outcomes,).
        """
        scores, P = self._scores(total, penalty)
        top = scores.max(axis=-1, keepdims=True)
        tied = scores == top
        if tied.sum() > top.size:
            for report in ranking:
                liked = np.broadcast_to(np.asarray(report) @ P.T, scores.shape)
                liked = np.where(tied, liked, liked.min() - 1)
                tied &= liked == liked.max(axis=-1, keepdims=True)
        index = tied.argmax(axis=-1)
        return P[index], top[..., 0][()], index

    def welfare(self, total: np.ndarray, penalty: Real) -> Number:
        """The best affine social welfare; shape (...)."""
        return self._scores(total, penalty)[0].max(axis=-1)
