"""The checks: each decides one claim or one step of its proof, by one grade of evidence."""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from incentives_book.claims import wording
from incentives_book.claims.certificates import Unproved, prove_identity
from incentives_book.claims.exactness import admissible, refuse_floats
from incentives_book.claims.inequalities import prove_sign
from incentives_book.claims.receipts import Record, leave
from incentives_book.claims.register import Entry, find_entry


class ClaimFails(AssertionError):
    """A check did not come out as the page says."""


def _is_true(answer: object, what: str) -> bool:
    """A truth value that is one; anything else (a number, an array, an undecided relation) is refused."""
    if isinstance(answer, (bool, np.bool_, sp.logic.boolalg.BooleanAtom)):
        return bool(answer)
    raise ValueError(f"{what} must answer True or False; got {answer!r}")


@dataclass(frozen=True)
class Claim:
    """One entry of the register and the checks that can decide it.

    Every check leaves a receipt in the cell's output and returns None, or raises `ClaimFails`. `step` names a step of the
    proof when the check covers only that step.
    """

    entry: Entry

    def __str__(self) -> str:
        return f"{self.entry.id}: {self.entry.title}"

    def _leave(self, record: Record, details: str = "", how: str = "") -> None:
        leave(record, self.entry, details, how)

    def _fail(self, step: str, reason: str) -> ClaimFails:
        return ClaimFails(f"{self.entry.id}{f' ({step})' if step else ''}: {reason}")

    def identity(self, left: object, right: object, *, step: str = "") -> None:
        """Proof: two expressions, or matrices or lists of them, are equal as expressions.

        Args:
            left: SymPy expression (or matrix, list, tuple of them) without floats.
            right: same shape as `left`.
            step: the proof step, if this is not the whole claim.

        Raises:
            ClaimFails: the difference is not zero, or no exact step decides whether it is.
            ValueError: shapes differ, or something is not an exact expression.
        """
        try:
            proof = prove_identity(left, right)
        except Unproved as error:
            raise self._fail(step, str(error)) from None
        pairs = zip(proof.left, proof.right, strict=True)
        statement = wording.short("; ".join(f"{a} = {b}" for a, b in pairs))
        subject = {"left": [sp.srepr(e) for e in proof.left], "right": [sp.srepr(e) for e in proof.right]}
        how = wording.identity_words(proof)
        record = Record(
            self.entry.id, "proof", "identity", step, statement, how, cases=len(proof.left), subject=subject
        )
        self._leave(record, wording.identity_details(proof))

    def sign(self, expression: object, relation: str, *, given: object = (), step: str = "") -> None:
        """Proof: a rational function has one sign wherever the assumptions hold, by a certificate shown on the page.

        Args:
            expression: quotient of polynomials; its symbols declared positive, nonnegative or real.
            relation: ">0", ">=0", "<0" or "<=0".
            given: relations such as `[n_s < n_l, n_l <= mu / s2]`, or substitutions such as `{n_l: n_s + d}`.
            step: the proof step, if this is not the whole claim.

        Raises:
            ClaimFails: it fails at a point (which is named), or no certificate was found.
            ValueError: bad input.
        """
        try:
            certificate = prove_sign(expression, relation, given)
        except Unproved as error:
            raise self._fail(step, str(error)) from None
        assumptions = [str(g) for g in certificate.givens] or [f"{s} = {v}" for s, v in certificate.stated]
        under = f" given {', '.join(assumptions)}" if assumptions else ""
        statement = wording.short(f"{certificate.expression} {relation}{under}")
        subject = {
            "expression": sp.srepr(certificate.expression),
            "relation": relation,
            "givens": [sp.srepr(g) for g in certificate.givens],
            "stated": [[sp.srepr(s), sp.srepr(v)] for s, v in certificate.stated],
        }
        count = sum(wording.terms(leaf.expression) for leaf in certificate.reason.leaves())
        how = wording.sign_words(certificate)
        record = Record(self.entry.id, "proof", "sign", step, statement, how, cases=count, subject=subject)
        typeset = wording.sign_words(certificate, wording.typeset)
        self._leave(record, wording.sign_details(certificate), typeset)

    def every(self, cases: Iterable[object], predicate: Callable[..., object], *, step: str = "") -> None:
        """Exhaustive: `predicate(case)` is True for every case of a finite world; give it exact numbers.

        Raises:
            ClaimFails: it is False for a case (which is shown), or there are no cases.
            ValueError: the predicate answers something other than True or False.
        """
        count = 0
        for case in cases:
            count += 1
            if not _is_true(predicate(case), "predicate"):
                raise self._fail(step, f"fails for case {count}: {wording.short(str(case))}")
        if count == 0:
            raise self._fail(step, "there are no cases, so nothing was checked")
        how = "the one case checked" if count == 1 else f"all {count} cases checked"
        self._leave(Record(self.entry.id, "exhaustive", "every", step, self.entry.title, how, cases=count))

    def counterexample(
        self, printed: object, witness: Mapping[str | sp.Symbol, object], *, step: str = ""
    ) -> None:
        """Refutation: the printed statement is exactly False for the witness.

        Args:
            printed: a SymPy relation or Boolean (write conditions as `sp.Implies(conditions, conclusion)`), or a
                function that takes the witness as keywords and answers True or False.
            witness: exact numbers by symbol or name; each must satisfy the assumptions of its symbol.
            step: the proof step, if what fails is not the claim itself.

        Raises:
            ClaimFails: the statement is true for the witness, or cannot be decided.
            ValueError: the witness holds a float, misses a symbol or names one that does not occur.
        """
        if not isinstance(witness, Mapping) or not witness:
            raise ValueError(f"witness must be a dict of exact numbers; got {witness!r}")
        for name, value in witness.items():
            refuse_floats(value, f"witness[{name}]")
        if callable(printed) and not isinstance(printed, sp.Basic):
            answer = printed(**{str(name): value for name, value in witness.items()})
        elif isinstance(printed, sp.logic.boolalg.Boolean):
            answer = printed.subs(admissible(printed, witness), simultaneous=True).doit()
            if not isinstance(answer, sp.logic.boolalg.BooleanAtom):
                answer = sp.simplify(answer)
        else:
            raise ValueError(
                f"printed must be a SymPy relation or a function of the witness; got {printed!r}"
            )
        at = ", ".join(f"{name} = {value}" for name, value in witness.items())
        if not isinstance(answer, (bool, np.bool_, sp.logic.boolalg.BooleanAtom)):
            raise self._fail(step, f"undecided: at {at} the printed statement reads {answer}")
        if answer:
            raise self._fail(step, f"no counterexample: at {at} the printed statement is true")
        stated = (
            "" if callable(printed) and not isinstance(printed, sp.Basic) else wording.short(str(printed))
        )
        details = wording.display(sp.latex(printed)) if stated else ""
        subject = {"witness": {str(name): str(value) for name, value in witness.items()}, "printed": stated}
        statement = f"fails at {at}"
        how = f"as printed, false at {wording.short(at)}"
        self._leave(
            Record(self.entry.id, "refutation", "counterexample", step, statement, how, subject=subject),
            details,
        )

    def agrees(
        self,
        simulated: ArrayLike,
        exact: ArrayLike,
        error: ArrayLike,
        *,
        level: float = 1e-6,
        seed: int | str,
        step: str = "",
    ) -> None:
        """Statistical: simulated means lie within their standard errors of the exact values.

        Every one of the k differences must satisfy ``abs(simulated - exact) <= z * error``, with z the normal quantile at
        1 - level / (2 k): if the exact values are right, some difference fails with probability at most `level`.

        Args:
            simulated: averages, any shape; k is their number.
            exact: values they estimate, same shape or a scalar.
            error: standard errors of the averages, same shape or a scalar, positive.
            level: bound on the probability that a true statement fails.
            seed: what the draws were made from.

        Raises:
            ClaimFails: some difference is too large.
            ValueError: empty or non-finite numbers, errors that are not positive, level outside (0, 1).
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie between 0 and 1; got {level!r}")
        if isinstance(seed, bool) or not isinstance(seed, (int, str, np.integer)):
            raise ValueError(f"seed must be the integer or name that the draws were made from; got {seed!r}")
        arrays = [np.asarray(values, dtype=float) for values in (simulated, exact, error)]
        got, expected, spread = np.broadcast_arrays(*arrays)
        if (
            got.shape != arrays[0].shape
            or got.size == 0
            or not all(np.isfinite(a).all() for a in arrays)
            or (spread <= 0).any()
        ):
            raise ValueError(
                "simulated must be non-empty, exact and error of its shape, all finite, error positive"
            )
        distances = np.abs(got - expected) / spread
        bound = NormalDist().inv_cdf(1 - level / (2 * got.size))
        if distances.max() > bound:
            worst = int(distances.argmax())
            told = f"simulated {got.flat[worst]:.6g}, exact {expected.flat[worst]:.6g}"
            raise self._fail(
                step, f"{told}: {distances.max():.1f} standard errors apart, {bound:.2f} allowed"
            )
        how = f"{got.size} averages, at most {distances.max():.2f} standard errors away ({bound:.2f} allowed at level {level:g}), seed {seed}"
        seed = seed if isinstance(seed, str) else int(seed)
        record = Record(
            self.entry.id,
            "statistical",
            "agrees",
            step,
            self.entry.title,
            how,
            cases=int(got.size),
            seed=seed,
            level=float(level),
        )
        self._leave(record)

    def reproduces(
        self, ours: ArrayLike, theirs: ArrayLike, tolerance: float, *, what: str = "", step: str = ""
    ) -> None:
        """Experiment: our number is the published one within a tolerance fixed beforehand.

        Args:
            ours: our number(s).
            theirs: the published number(s), same shape.
            tolerance: largest allowed absolute difference, not negative.
            what: the quantity, for the receipt.

        Raises:
            ClaimFails: a difference exceeds the tolerance.
            ValueError: shapes differ, numbers are not finite, or the tolerance is negative.
        """
        mine, printed = (
            np.atleast_1d(np.asarray(ours, dtype=float)),
            np.atleast_1d(np.asarray(theirs, dtype=float)),
        )
        if (
            mine.shape != printed.shape
            or mine.size == 0
            or not (np.isfinite(mine).all() and np.isfinite(printed).all())
        ):
            raise ValueError(f"ours and theirs must be finite and of one shape; got {ours!r} and {theirs!r}")
        if not (math.isfinite(float(tolerance)) and tolerance >= 0):
            raise ValueError(f"tolerance must be a number of at least 0; got {tolerance!r}")
        apart = np.abs(mine - printed)
        worst = int(apart.argmax())
        told = (
            f"{what + ': ' if what else ''}ours {mine.flat[worst]:.6g}, published {printed.flat[worst]:.6g}"
        )
        # Decimal digits as printed are not binary: allow for the rounding of the comparison itself.
        if apart.max() > float(tolerance) * (1 + 1e-12):
            raise self._fail(step, f"{told}, apart by more than {tolerance}")
        number = f"{mine.size} numbers, the furthest {told}" if mine.size > 1 else told
        how = f"{number}, tolerance {tolerance}"
        record = Record(
            self.entry.id,
            "experiment",
            "reproduces",
            step,
            what or self.entry.title,
            how,
            int(mine.size),
            tolerance=str(tolerance),
        )
        self._leave(record)


def claim(id: str) -> Claim:
    """The claim called `id`, ready to be checked.

    Raises:
        ValueError: the register has no such id (close ones are suggested).
    """
    return Claim(find_entry(id))
