"""Stakes: payments that are quadratic in the differences of reports, and what they do to one liar and to several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from incentives.floats import held_by_floats, product, shown
from incentives.numbers import (
    HasArray,
    Number,
    Numbers,
    Row,
    Table,
    answer,
    as_array,
    as_index,
    as_list,
    is_exact,
    no_booleans,
)
from incentives.reading import require

ROUNDING = 1e-9


def _is_zero(values: np.ndarray, scale: Any) -> bool:
    """True if all entries are zero: exactly, or for floats up to rounding."""
    if values.dtype == object:
        return all(getattr(entry, "simplify", lambda entry=entry: entry)() == 0 for entry in values.flat)
    return bool((abs(values) <= ROUNDING * max(scale, 1e-300)).all())


@dataclass(frozen=True)
class Stakes:
    """A payment rule: of reports m, member i pays m' forms[i] m less a constant.

    Args:
        forms: shape (members, members, members), a symmetric form for each payer whose rows sum to zero, so that
            payments see differences of reports only; ints and Fractions are exact.
        constants: what is taken off each member's payment, shape (members,); nothing if None.

    Raises:
        ValueError: a form is not square, not symmetric or has a row that does not sum to zero; or constants do not fit.

    >>> duel = Stakes([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]])
    >>> duel([3, 5]), duel.balanced
    ((Fraction(4, 1), Fraction(-4, 1)), True)
    """

    forms: np.ndarray
    constants: Any = None

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, forms: Sequence[Table] | HasArray, constants: Numbers | None = None) -> None: ...

    def __post_init__(self) -> None:
        no_booleans("forms", self.forms)
        exact = is_exact(self.forms, [] if self.constants is None else self.constants, symbols=True)
        q = as_array("forms", self.forms, exact=exact)
        if q.ndim != 3 or len(set(q.shape)) != 1 or q.size == 0:
            raise ValueError(f"forms must have shape (members, members, members), got {q.shape}")
        scale = None if exact else abs(q).max()
        with held_by_floats("forms", self.forms):
            gaps, rows = q - q.transpose(0, 2, 1), q.sum(axis=2)
        if not _is_zero(gaps, scale):
            raise ValueError(f"forms must be symmetric, got {shown(self.forms)}")
        if not _is_zero(rows, scale):
            raise ValueError(f"forms must have rows that sum to zero, got {shown(self.forms)}")
        fixed = [0] * len(q) if self.constants is None else self.constants
        no_booleans("constants", fixed)
        fixed = as_array("constants", fixed, exact=exact)
        if fixed.shape != (len(q),):
            raise ValueError(f"constants must be one number for each of {len(q)} members, got {shown(self.constants)}")
        q.setflags(write=False)
        object.__setattr__(self, "forms", q)
        object.__setattr__(self, "constants", fixed)

    def __call__(self, reports: Numbers) -> Row:
        """The payment of each member, shape (members,).

        Args:
            reports: one number for each member, or one row of numbers (squared distances then stand for squares).

        Raises:
            ValueError: there is not one report for each member, or reports are so far apart that floats cannot hold
                what is paid.
        """
        no_booleans("reports", reports)
        exact = self.forms.dtype == object and is_exact(reports, symbols=True)
        m = as_array("reports", reports, exact=exact)
        if m.ndim not in (1, 2) or len(m) != len(self.forms) or m.size == 0:
            raise ValueError(f"reports must be one for each of {len(self.forms)} members, got {shown(reports)}")
        with held_by_floats("reports", reports):
            m = m - m[:1]  # differences only: a common part of the reports costs no digits
            products = product(m, m.T) if m.ndim == 2 else np.outer(m, m)
            forms = self.forms if exact else self.forms.astype(float)
            fixed = self.constants if exact else self.constants.astype(float)
            return answer((forms * products).sum(axis=(1, 2)) - fixed)

    @property
    def rewards(self) -> Row:
        """The fall of each member's expected payment when the variance of its own report falls by one."""
        return answer(np.array([form[i, i] for i, form in enumerate(self.forms)], dtype=self.forms.dtype))

    @property
    def balanced(self) -> bool:
        """True if payments sum to zero for all reports: exactly, or for floats up to rounding."""
        scale = None if self.forms.dtype == object else abs(self.forms).max()
        return _is_zero(self.forms.sum(axis=0), scale) and _is_zero(self.constants.sum(keepdims=True), scale)

    def expected(self, variances: Numbers) -> Row:
        """The expected payment of each member when all report the truth, shape (members,).

        Args:
            variances: variance of each report around the common mean, shape (members,); reports err independently.

        Raises:
            ValueError: there is not one variance for each member, or floats cannot hold the answer.
        """
        no_booleans("variances", variances)
        exact = self.forms.dtype == object and is_exact(variances, symbols=True)
        known = as_array("variances", variances, exact=exact)
        if known.shape != (len(self.forms),):
            raise ValueError(f"variances must be one for each of {len(self.forms)} members, got {shown(variances)}")
        require("variances", known, least=0)
        own = np.array([form.diagonal() for form in self.forms], dtype=self.forms.dtype)
        with held_by_floats("variances", variances):
            found = product(own, known) - self.constants
            return answer(found if exact else found.astype(float))

    def best_report(self, who: int, beliefs: Numbers) -> Number:
        """The report with which a member expects to pay least.

        Args:
            who: the member; its stakes must rise with its own square (reward above 0).
            beliefs: what it expects each report to be, shape (members,); its own entry is ignored. Under a flat prior
                and sealed reports each of them is its own mean, whatever its size.

        Raises:
            ValueError: there is no such member or report; or the member's payment has no least value.
        """
        i = as_index("who", who, len(self.forms))
        no_booleans("beliefs", beliefs)
        exact = self.forms.dtype == object and is_exact(beliefs, symbols=True)
        m = as_array("beliefs", beliefs, exact=exact)
        if m.shape != (len(self.forms),):
            raise ValueError(f"beliefs must be one for each of {len(self.forms)} members, got {shown(beliefs)}")
        with held_by_floats("beliefs", beliefs):
            own = self.forms[i] if exact else self.forms[i].astype(float)
            if own[i, i] <= 0:
                raise ValueError(f"who must be a member with a stake in its report; {i} has the reward {own[i, i]}")
            others = [j for j in range(len(m)) if j != i]
            return -product(own[i, others], m[others]) / own[i, i]

    def joint_form(self, coalition: Sequence[int]) -> Row:
        """The quadratic form by which a coalition's joint payment grows with a shift of its reports, shape (coalition,
        coalition).

        Raises:
            ValueError: the coalition is empty, or names somebody twice or nobody.
        """
        who = [as_index("coalition", i, len(self.forms)) for i in as_list("coalition", coalition, least=1)]
        if len(set(who)) != len(who):
            raise ValueError(f"coalition must name each member once, got {shown(coalition)}")
        return answer(self.forms[who].sum(axis=0)[np.ix_(who, who)])

    def joint_lie(self, coalition: Sequence[int]) -> Row | None:
        """A shift of a coalition's reports that lowers its joint payment, one number a member; None if no shift does.

        A joint lie of any kind pays if and only if such a shift does, for members who share money and no data: without
        one the joint payment is convex in their reports, truth is best for each of them given the others, and then it
        is best for all of them together (Radner 1962). Floats count as zero up to rounding.

        Raises:
            ValueError: as `joint_form`.

        >>> Stakes([[[1, -1], [-1, 1]], [[-1, 1], [1, -1]]]).joint_lie([1])
        (1,)
        """
        form = self.joint_form(coalition)
        form = form if isinstance(form, np.ndarray) else as_array("coalition", form, exact=True)
        if form.sum() < -self._least():
            return (1,) * len(form)
        found = _falling(form, self._least())
        return None if found is None else tuple(found)

    def _least(self) -> Any:
        return 0 if self.forms.dtype == object else ROUNDING * abs(self.forms).max()


def _falling(form: np.ndarray, least: Any) -> list[Any] | None:
    """A vector x with x' form x < 0, or None where the form is never negative: elimination of one entry at a time."""
    size = len(form)
    if size == 0:
        return None
    head, rest = form[0, 0], form[0, 1:]
    if head < -least:
        return [1, *[0] * (size - 1)]
    if abs(head) <= least:
        for k, entry in enumerate(rest, start=1):
            if abs(entry) > least:  # (t, 1) has the value head t^2 + 2 t entry + corner, without bound below
                return [-(form[k, k] + 1) / (2 * entry), *[int(j == k) for j in range(1, size)]]
        found = _falling(form[1:, 1:], least)
        return None if found is None else [0, *found]
    found = _falling(form[1:, 1:] - np.outer(rest, rest) / head, least)
    return None if found is None else [-(rest @ np.array(found, dtype=form.dtype)) / head, *found]
