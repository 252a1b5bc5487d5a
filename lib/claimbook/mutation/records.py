"""Small errors in the formulas that the executed pages have proved: the same check must refuse each."""

import gc
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import sympy as sp

from claimbook.certificates import Unproved, at_point, is_rational_function, prove_identity, random_point
from claimbook.formulas import read_back
from claimbook.inequalities import prove_sign, violation
from claimbook.mutation.expressions import sites
from claimbook.receipts import Record

SECONDS = 10  # for one wrong identity; the proofs on the pages take far less
POINTS = 200  # sampled exactly before a mutant counts as no error at all


@dataclass
class Tally:
    """The fate of the mutants of one claim or of all."""

    killed: int = 0  # the check refused them
    equivalent: int = 0  # the check accepted them, and sampling agrees that they state nothing false
    survivors: list[str] = field(default_factory=list)  # the check accepted them, and they may be wrong

    @property
    def rate(self) -> float:
        """Share of the real errors that were noticed (1 where there were none)."""
        real = self.killed + len(self.survivors)
        return self.killed / real if real else 1.0

    def add(self, other: "Tally") -> None:
        """Count the mutants of `other` too."""
        self.killed += other.killed
        self.equivalent += other.equivalent
        self.survivors += other.survivors


def same_values(left: sp.Expr, right: sp.Expr, points: int = POINTS) -> bool:
    """True if two expressions have equal values at random exact points, wherever both have one.

    This shares nothing with the proof: no expansion, no common denominator, only arithmetic with fractions.
    """
    chance = random.Random(11)
    symbols = left.free_symbols | right.free_symbols
    plain = is_rational_function(left) and is_rational_function(right)
    compared = 0
    for _ in range(points if plain else 12):
        point = random_point(symbols, chance, 40 if plain else 6)
        if plain:
            try:
                values = (at_point(left, point), at_point(right, point))
            except ZeroDivisionError:
                continue
        else:
            values = tuple(sp.simplify(side.subs(point, simultaneous=True).doit()) for side in (left, right))
        if values[0] != values[1]:
            return False
        compared += 1
    return compared > 0


def choose(everything: list, most: int | None, seed: int) -> list:
    """All of them, or a sample that the seed decides."""
    return everything if most is None or len(everything) <= most else random.Random(seed).sample(everything, most)


class _OutOfTime(BaseException):
    """Raised in the middle of SymPy, which catches ordinary exceptions."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Run a block for so long at the most; longer raises `_OutOfTime`."""

    def stop(*_: object) -> None:
        raise _OutOfTime

    before, collects = signal.signal(signal.SIGALRM, stop), gc.isenabled()
    # What is raised in a callback of the garbage collector is lost.
    gc.disable()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if collects:
            gc.enable()


def mutate_identity(subject: dict, most: int | None = None, seed: int = 0) -> Tally:
    """The fate of wrong versions of a proved identity: an error on either side of any entry."""
    tally = Tally()
    entries = [(read_back(a), read_back(b)) for a, b in zip(subject["left"], subject["right"], strict=True)]
    pairs = [pair for a, b in entries for pair in ((a, b), (b, a))]
    errors = [(site, one, other) for one, other in pairs for site in sites(one)]
    for site, one, other in choose(errors, most, seed):
        mutant = site.apply(one)
        if mutant is None:
            continue
        try:
            # A wrong formula can keep SymPy's simplifiers busy for ever; what is not proved in time is refused.
            with _at_most(SECONDS):
                prove_identity(mutant, other)
        except (Unproved, ValueError, _OutOfTime):
            tally.killed += 1
        else:
            if same_values(mutant, one):
                tally.equivalent += 1
            else:
                tally.survivors.append(f"{site.word}: {mutant} = {other}")
    return tally


def sign_errors(subject: dict) -> list[tuple[str, Callable[[], tuple[sp.Expr | None, str, object]]]]:
    """Errors in the function, its relation and its assumptions: a word, and how to make the wrong statement."""
    function, relation = read_back(subject["expression"]), subject["relation"]
    givens = [read_back(given) for given in subject["givens"]]
    stated = {read_back(symbol): read_back(value) for symbol, value in subject["stated"]}
    given = stated or givens
    opposite = {">0": "<0", ">=0": "<=0", "<0": ">0", "<=0": ">=0"}[relation]
    errors = [("the opposite", lambda: (function, opposite, given))]
    errors += [(site.word, lambda site=site: (site.apply(function), relation, given)) for site in sites(function)]
    for place, told in enumerate(givens):
        rest = givens[:place] + givens[place + 1 :]
        turned = [*rest, told.func(told.rhs, told.lhs)]
        errors.append((f"without {told}", lambda rest=rest: (function, relation, rest)))
        errors.append((f"{told} reversed", lambda turned=turned: (function, relation, turned)))
    for symbol, value in stated.items():
        for site in sites(value):
            wrong = {**stated, symbol: site.apply(value)}
            if wrong[symbol] is not None:
                errors.append((f"{symbol}: {site.word}", lambda wrong=wrong: (function, relation, wrong)))
    return errors


def mutate_sign(subject: dict, most: int | None = None, seed: int = 0) -> Tally:
    """The fate of wrong versions of a certified inequality."""
    tally = Tally()
    for word, make in choose(sign_errors(subject), most, seed):
        function, relation, given = make()
        if function is None:
            continue
        try:
            certificate = prove_sign(function, relation, given, search=6)
        except (Unproved, ValueError):
            tally.killed += 1
            continue
        stated = dict(certificate.stated)
        broken = violation(certificate.expression, relation, certificate.givens, stated, points=POINTS, seed=seed + 1)
        if broken is None:
            tally.equivalent += 1
        else:
            tally.survivors.append(f"{word}: {function} {relation}, although it is {broken[1]} at {broken[0]}")
    return tally


def mutate_record(record: Record, most: int | None = None, seed: int = 0) -> Tally:
    """The fate of wrong versions of one recorded proof: of `most`, sampled by `seed`, or of all.

    Raises:
        ValueError: the record holds no proof.

    >>> x = sp.Symbol("x", positive=True)
    >>> subject = {"left": [sp.srepr((x + 1) ** 2)], "right": [sp.srepr(x**2 + 2 * x + 1)]}
    >>> mutate_record(Record("a/b", "identity", "", "", "", subject=subject)).rate
    1.0
    """
    how = {"identity": mutate_identity, "sign": mutate_sign}.get(record.method)
    if how is None or not record.subject:
        raise ValueError(f"record must be of an identity or a sign; got one of {record.method}")
    return how(record.subject, most, seed)
