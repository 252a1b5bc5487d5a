"""The checks: each decides one claim or one step of its proof, by one kind of evidence."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import comb
from statistics import NormalDist

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from claimbook import wording
from claimbook.certificates import Unproved, prove_identity
from claimbook.exactness import admissible, refuse_floats
from claimbook.inequalities import prove_sign
from claimbook.receipts import Record, leave
from claimbook.register import Entry, find_entry
from claimbook.sources import (
    Digest,
    call_text,
    calls_a_constant,
    definition,
    domains,
    extremes,
    ignores_its_arguments,
    same_text,
)

Truth = (bool, np.bool_, sp.logic.boolalg.BooleanAtom)


class ClaimFails(AssertionError):
    """A check did not come out as the page says."""


def _is_true(answer: object, what: str) -> bool:
    """A truth value that is one; anything else (a number, an array, an undecided relation) is refused."""
    if isinstance(answer, Truth):
        return bool(answer)
    raise ValueError(f"{what} must answer True or False; got {answer!r}")


@dataclass(frozen=True)
class Claim:
    """One entry of the register and the checks that can decide it.

    Every check leaves a receipt in the cell's output and returns None, or raises `ClaimFails`. `step` names a step of
    the proof when the check covers only that step.
    """

    entry: Entry

    def __str__(self) -> str:
        return f"{self.entry.id}: {self.entry.title}"

    def _leave(self, step: str, statement: str, how: str, *, told: str = "", details: str = "", **more: object) -> None:
        caller = sys._getframe(1)
        record = Record(self.entry.id, caller.f_code.co_name, step, statement or self.entry.title, how, **more)
        leave(record, self.entry, details, told)

    def _fail(self, step: str, reason: str) -> ClaimFails:
        # The record stays on the page when somebody catches the error, and then the register complains.
        leave(Record(self.entry.id, "failed", step, reason, "FAILED", passed=False), self.entry)
        return ClaimFails(f"{self.entry.id}{f' ({step})' if step else ''}: {reason}")

    def identity(self, left: object, right: object, *, step: str = "") -> None:
        """Proof: two expressions, or matrices or lists of them, are equal as expressions.

        Args:
            left: SymPy expression (or matrix, list, tuple of them) without floats.
            right: same shape as `left`.
            step: the proof step, if this is not the whole claim.

        Raises:
            ClaimFails: the difference is not zero, or no exact step decides whether it is.
            ValueError: shapes differ, something is not an exact expression, or both sides are written the same.
        """
        source = call_text(sys._getframe(1))
        if same_text(source):
            raise ValueError("left and right must be written differently: an expression equals itself anyway")
        try:
            proof = prove_identity(left, right)
        except Unproved as error:
            raise self._fail(step, str(error)) from None
        pairs = list(zip(proof.left, proof.right, strict=True))
        self._leave(
            step,
            wording.short("; ".join(f"{a} = {b}" for a, b in pairs)),
            wording.identity_words(proof),
            details=wording.identity_details(proof),
            source=source,
            cases=len(pairs),
            symbols=domains(proof.left + proof.right),
            trivial=all(a == b for a, b in pairs),
            subject={"left": [sp.srepr(e) for e in proof.left], "right": [sp.srepr(e) for e in proof.right]},
        )

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
            proof = prove_sign(expression, relation, given)
        except Unproved as error:
            raise self._fail(step, str(error)) from None
        function, givens = proof.expression, proof.givens
        assumptions = [str(g) for g in givens] or [f"{s} = {v}" for s, v in proof.stated]
        under = f" given {', '.join(assumptions)}" if assumptions else ""
        # The declarations of the symbols alone may decide the sign; then there was nothing to certify.
        known = {">0": "positive", ">=0": "nonnegative", "<0": "negative", "<=0": "nonpositive"}[relation]
        self._leave(
            step,
            wording.short(f"{function} {relation}{under}"),
            wording.sign_words(proof),
            told=wording.sign_words(proof, wording.typeset),
            details=wording.sign_details(proof),
            source=call_text(sys._getframe(1)),
            cases=sum(wording.terms(leaf.expression) for leaf in proof.reason.leaves()),
            symbols=domains([function, *givens]),
            trivial=bool(getattr(function, f"is_{known}")),
            subject={
                "expression": sp.srepr(function),
                "relation": relation,
                "givens": [sp.srepr(g) for g in givens],
                "stated": [[sp.srepr(s), sp.srepr(v)] for s, v in proof.stated],
            },
        )

    def every(self, cases: Iterable[object], predicate: Callable[..., object], *, step: str = "") -> None:
        """Decided, or a sample: `predicate(case)` is True for every case; give it exact numbers.

        The register says which: all cases of a finite statement decide it, some cases of another one only illustrate
            it.

        Raises:
            ClaimFails: it is False for a case (which is shown), or there are no cases.
            ValueError: the predicate answers something other than True or False, or never looks at its case.
        """
        if ignores_its_arguments(predicate):
            raise ValueError("predicate must read its case: its answer is the same for all of them")
        if idle := calls_a_constant(predicate):
            raise ValueError(f"predicate must read its case: {idle} has the same answer for all of them")
        count, digest = 0, Digest()
        for count, case in enumerate(digest.of(cases), 1):
            if not _is_true(predicate(case), "predicate"):
                raise self._fail(step, f"fails for case {count}: {wording.short(str(case))}")
        if count == 0:
            raise self._fail(step, "there are no cases, so nothing was checked")
        # Values that were computed or measured before may all agree; a world that decides something holds no copies
        # only.
        decides = self.entry.finite or any(named.receipt == step for named in self.entry.steps if step)
        copies = count > 1 and digest.different == 1 and digest.exact
        if decides and copies and isinstance(case, (tuple, list, Mapping)):
            raise ValueError(f"cases must differ: all {count} of them are the same")
        how = "the one case checked" if count == 1 else f"all {count} cases checked"
        source = definition(call_text(sys._getframe(1)), predicate)
        self._leave(step, "", how, source=source, cases=count, exact=digest.exact, subject={"cases": str(digest)})

    def counterexample(
        self, printed: object, witness: Mapping[str | sp.Symbol, object], *, given: object = None, step: str = ""
    ) -> None:
        """Refutation: for the witness the hypotheses of the printed statement hold and its conclusion is exactly False.

        Args:
            printed: the conclusion, as a SymPy relation or Boolean, or as a function that takes the witness as keywords
                and answers True or False. `sp.Implies(hypotheses, conclusion)` states both.
            witness: exact numbers by symbol or name; each must satisfy the assumptions of its symbol.
            given: the hypotheses, one or a list of them, in the same two forms; `[]` if there are none.
            step: the proof step, if what fails is not the claim itself.

        Raises:
            ClaimFails: a hypothesis fails, the conclusion is true, or one of them cannot be decided.
            ValueError: the witness holds a float, misses a symbol or names one that does not occur; or a function reads
                nothing of the witness.
        """
        if not isinstance(witness, Mapping) or not witness:
            raise ValueError(f"witness must be a dict of exact numbers; got {witness!r}")
        for name, value in witness.items():
            refuse_floats(value, f"witness[{name}]")
        relation, source = isinstance(printed, sp.Basic), call_text(sys._getframe(1))
        if relation and given is None:
            given = [printed.args[0]] if isinstance(printed, sp.Implies) else []
        asked = list(given) if isinstance(given, (list, tuple)) else [] if given is None else [given]
        values = admissible(sp.Tuple(*asked, printed), witness) if relation else {}

        def decide(statement: object) -> bool:
            if callable(statement) and not isinstance(statement, sp.Basic):
                if ignores_its_arguments(statement):
                    raise ValueError("printed and given must read the witness: a constant answer says nothing")
                answer = statement(**{str(name): value for name, value in witness.items()})
            elif isinstance(statement, sp.logic.boolalg.Boolean):
                answer = statement.subs(values, simultaneous=True).doit()
                answer = answer if isinstance(answer, Truth) else sp.simplify(answer)
            else:
                raise ValueError(
                    f"printed and given must be SymPy relations or functions of the witness; got {statement!r}"
                )
            if not isinstance(answer, Truth):
                raise self._fail(step, f"undecided: at {at} it reads {answer}")
            return bool(answer)

        at = ", ".join(f"{name} = {value}" for name, value in witness.items())
        for number, hypothesis in enumerate(asked, 1):
            if not decide(hypothesis):
                raise self._fail(step, f"at {at} hypothesis {number} of the printed statement fails")
        if decide(printed):
            raise self._fail(step, f"no counterexample: at {at} the printed statement is true")
        stated = wording.short(str(printed)) if relation else ""
        met = f"; {len(asked)} hypothes{'is holds' if len(asked) == 1 else 'es hold'} there" if asked else ""
        subject = {
            "witness": {str(name): str(value) for name, value in witness.items()},
            "printed": stated,
            "hypotheses": None if given is None else len(asked),
        }
        how = f"as printed, false at {wording.short(at)}{met}"
        shown = wording.display(sp.latex(printed)) if stated else ""
        source = source if relation else definition(source, printed)
        self._leave(step, f"fails at {at}", how, details=shown, source=source, subject=subject)

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

        Every one of the k differences must satisfy ``abs(simulated - exact) <= z * error``, with z the normal quantile
        at 1 - level / (2 k): if the exact values are right, some difference fails with probability at most `level`.

        Args:
            simulated: averages, any shape; k is their number.
            exact: values they estimate, same shape or a scalar.
            error: standard errors of the averages, same shape or a scalar, positive.
            level: bound on the probability that a true statement fails.
            seed: what the draws were made from.

        Raises:
            ClaimFails: some difference is too large.
            ValueError: empty or non-finite numbers, errors that are not positive or so large that 0 would pass for
                every
                exact value, level outside (0, 1).
        """
        if not 0 < level < 1:
            raise ValueError(f"level must lie between 0 and 1; got {level!r}")
        if isinstance(seed, bool) or not isinstance(seed, (int, str, np.integer)):
            raise ValueError(f"seed must be the integer or name that the draws were made from; got {seed!r}")
        arrays = [np.asarray(values, dtype=float) for values in (simulated, exact, error)]
        got, expected, spread = np.broadcast_arrays(*arrays)
        finite = all(np.isfinite(a).all() for a in arrays)
        if got.shape != arrays[0].shape or got.size == 0 or not finite or (spread <= 0).any():
            raise ValueError("simulated must be non-empty, exact and error of its shape, all finite, error positive")
        distances = np.abs(got - expected) / spread
        bound = NormalDist().inv_cdf(1 - level / (2 * got.size))
        if (np.abs(expected) <= bound * spread).all():
            raise ValueError("error must be small enough to tell the exact values from 0, or nothing could fail")
        if distances.max() > bound:
            worst = int(distances.argmax())
            told = f"simulated {got.flat[worst]:.6g}, exact {expected.flat[worst]:.6g}"
            raise self._fail(step, f"{told}: {distances.max():.1f} standard errors apart, {bound:.2f} allowed")
        how = (
            f"{got.size} averages, at most {distances.max():.2f} standard errors away ({bound:.2f} allowed at "
            f"level {level:g}), seed {seed}"
        )
        seed, source = seed if isinstance(seed, str) else int(seed), call_text(sys._getframe(1))
        self._leave(step, "", how, source=source, cases=int(got.size), seed=seed, level=float(level))

    def experiment(
        self, signs: Iterable[bool], *, chance: float | None = None, level: float = 0.05, step: str = ""
    ) -> None:
        """Experiment: what is claimed was seen in so many independent runs that chance alone seldom gives as much.

        Args:
            signs: for each run (each seed), whether it came out as claimed; the yardstick was fixed before.
            chance: the largest probability with which one run comes out as claimed although the claim is false. One
                half if
                it is not given, which is right where a run compares two things that were named before.
            level: bound on the probability of as many, if each run came out as claimed with that chance.

        Raises:
            ClaimFails: chance alone gives as many more often than `level`.
            ValueError: there are no runs, a sign is no truth value, `chance` is not between 0 and 1, or it is not given
                although a sign is taken of the largest or smallest of several things, which is seldom 1/2 by chance.
        """
        source = call_text(sys._getframe(1))
        if chance is None and (found := extremes(source, sys._getframe(1))):
            raise ValueError(
                f"chance must be given where a sign is taken of an extreme of several things ({found}): "
                "the best of seven alike beats an eighth in seven runs of eight"
            )
        if chance is not None and not 0 < chance < 1:
            raise ValueError(f"chance must lie between 0 and 1; got {chance!r}")
        rate = 0.5 if chance is None else chance
        seen = [_is_true(sign, "signs") for sign in signs]
        if not seen:
            raise ValueError("signs must hold one truth value for each run; got none")
        runs = len(seen)
        alone = sum(comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(sum(seen), runs + 1))
        how = f"{sum(seen)} of {runs} runs, by chance alone with probability {alone:.2g}"
        if alone > level:
            raise self._fail(step, f"{how}, more than {level}")
        self._leave(step, "", how, source=source, cases=runs, level=float(level))


def claim(id: str) -> Claim:
    """The claim called `id`, ready to be checked.

    Raises:
        ValueError: the register has no such id (close ones are suggested).
    """
    return Claim(find_entry(id))
