"""The leave-one-out mechanism: one consensus run without each client, one of whose results passes the server's test.

It takes any consensus oracle (a function from reported sets to a point or None) and any test of
`verification`, and it says what it saw: which candidates passed, and who is therefore suspect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

from incentives.consensus.half_spaces import AT_ONCE, HalfSpaces, RunsWithout
from incentives.consensus.points import Point
from incentives.consensus.sets import Box, ClientSet, Interval, as_sets, common_point, of_one_kind
from incentives.consensus.verification import Verify, check_test, failing_at
from incentives.floats import shown
from incentives.lists import as_list
from incentives.numbers import as_count
from incentives.reading import as_function

MOST_GROUPS = 10**7  # runs that anybody could wait for

Consensus = Callable[[Sequence[ClientSet]], Any]


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run of the mechanism, and what it reveals.

    Args:
        point: the output; None if no candidate passed.
        left_out: the groups of clients that were left out, in the order of the runs.
        candidates: their results; None where the reports had no common point.
        failing: for each candidate the clients at whom it fails; None where there is no candidate.
        calls: consensus runs that the mechanism stands for; fewer problems may be solved, see `LeaveOneOut.candidates`.
    """

    point: Any
    left_out: tuple[frozenset[int], ...]
    candidates: tuple[Any, ...]
    failing: tuple[frozenset[int] | None, ...]
    calls: int

    @property
    def passed(self) -> tuple[frozenset[int], ...]:
        """The groups whose removal made a candidate that passes everywhere."""
        return tuple(group for group, where in zip(self.left_out, self.failing, strict=True) if where == frozenset())

    @property
    def suspects(self) -> frozenset[int]:
        """Clients whose removal restores agreement, if it was ever lost; nobody if every candidate passed.

        With a trusted exact test the liar is among them. Who is not among them is cleared.
        """
        if len(self.passed) == len(self.left_out):
            return frozenset()
        return frozenset().union(*self.passed)

    def __str__(self) -> str:
        lines = []
        for group, point, where in zip(self.left_out, self.candidates, self.failing, strict=True):
            name = ",".join(map(str, sorted(group)))
            if where is None:
                lines.append(f"without {name}: no common point")
            elif where:
                lines.append(f"without {name}: {point_in_words(point)} fails at {', '.join(map(str, sorted(where)))}")
            else:
                lines.append(f"without {name}: {point_in_words(point)} passes")
        return "\n".join([*lines, f"output: {'none' if self.point is None else point_in_words(self.point)}"])


def point_in_words(point: Any) -> str:
    """A point in print: Fractions inside a tuple as fractions, not as calls.

    >>> from fractions import Fraction
    >>> point_in_words((Fraction(1, 2), 3)), point_in_words(Fraction(7, 2))
    ('(1/2, 3)', '7/2')
    """
    return f"({', '.join(map(str, point))})" if isinstance(point, tuple) else str(point)


@dataclass(frozen=True)
class LeaveOneOut:
    """Run consensus without each client (or each group of `removed` clients) and output a candidate that passes.

    Args:
        consensus: from the reports of the clients who stay to a point of all of them, or None.
        removed: how many clients each run leaves out; 1 in the paper, c against coalitions of c.

    >>> from incentives.consensus.verification import Trusted
    >>> from incentives.consensus.sets import FiniteSet
    >>> truth = [FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({0})]
    >>> lie = [*truth[:2], FiniteSet({1})]
    >>> print(LeaveOneOut()(lie, Trusted(truth)))
    without 0: no common point
    without 1: 1 fails at 1, 2
    without 2: 0 passes
    output: 0
    """

    consensus: Consensus = common_point
    removed: int = 1

    def __post_init__(self) -> None:
        as_function("consensus", self.consensus)
        if isinstance(self.removed, bool) or not isinstance(self.removed, int) or self.removed < 1:
            raise ValueError(f"removed must be a whole number >= 1, got {self.removed!r}")

    def groups(self, clients: int) -> tuple[frozenset[int], ...]:
        """Who is left out of each run, in order.

        Raises:
            ValueError: too few clients for anybody to stay.
        """
        clients = as_count("clients", clients)
        self._check_clients(clients)
        return tuple(map(frozenset, combinations(range(clients), self.removed)))

    def _check_clients(self, clients: int) -> None:
        if clients <= self.removed:
            raise ValueError(f"reports must come from more than {self.removed} clients, got {clients}")
        if (many := comb(clients, self.removed)) > MOST_GROUPS:
            raise ValueError(f"clients must make at most {MOST_GROUPS} groups of {self.removed}, got {shown(many)}")

    def candidates(self, reports: Sequence[ClientSet]) -> tuple[Point | None, ...]:
        """The result of every run, in the order of `groups`.

        Polyhedra, boxes and intervals are asked for a point of all of them first. If there is none, they name a few
        that have none, at most d + 1, and a run that leaves out none of these is empty, too: with `removed` = 1 at most
        d + 2 problems are solved. If polyhedra have a point in common, it is the result of every run, and one problem
        is solved. The runs of boxes and intervals are made one by one, which takes comparisons only, and each gives its
        middle, as `common_point` does.

        Runs of polyhedra that clash, with more than 60 rows in all, are started warm, see `RunsWithout`.

        For polyhedra, then, a run need not give the point that `common_point` gives of its reports alone, but it always
        gives some point of them, and None exactly if there is none. This is all that is asked of a consensus, and all
        that the promises of the mechanism rest on.
        """
        reports = as_sets("reports", reports)
        groups = self.groups(len(reports))
        joint, clash = self._joint(reports)
        if joint is not None:
            return (joint,) * len(groups)
        run = self._warm(reports, clash) or (lambda g: self.consensus([r for j, r in enumerate(reports) if j not in g]))
        return tuple(None if clash and not clash & group else run(group) for group in groups)

    def _joint(self, reports: Sequence[ClientSet]) -> tuple[Any | None, frozenset[int]]:
        """A point of all polyhedra, and clients whose polyhedra, boxes or intervals have no common point.

        Both are missing for other sets and other oracles, and where boxes or intervals meet.
        """
        if self.consensus is not common_point or not isinstance(reports[0], (Interval, Box, HalfSpaces)):
            return None, frozenset()
        first, *others = of_one_kind(reports)
        point, clash = first.point_or_clash(others)
        return (point if isinstance(first, HalfSpaces) else None), clash or frozenset()

    @staticmethod
    def _warm(reports: Sequence[ClientSet], clash: frozenset[int]) -> Callable[[frozenset[int]], Any] | None:
        """Runs of polyhedra that clash and have more rows than one tableau takes at once; None for all others."""
        if not clash:
            return None
        polyhedra = [r for r in of_one_kind(reports) if isinstance(r, HalfSpaces)]
        return RunsWithout(polyhedra, clash).point if sum(len(p.rows) for p in polyhedra) > AT_ONCE else None

    def choose(self, candidates: Sequence[Point | None], verify: Verify, *, clients: int) -> Outcome:
        """Test the candidates and output the first that passes."""
        clients = as_count("clients", clients)
        check_test(verify, clients)
        candidates, groups = as_list("candidates", candidates), self.groups(clients)
        if len(candidates) != len(groups):
            raise ValueError(f"candidates must be one for each of {len(groups)} groups, got {len(candidates)}")
        # One point may be the result of many runs; it is tested once.
        points = {id(point): point for point in candidates if point is not None}
        found = {key: failing_at(verify, point, clients) for key, point in points.items()}
        failing = tuple(None if point is None else found[id(point)] for point in candidates)
        output = next((p for p, where in zip(candidates, failing, strict=True) if where == frozenset()), None)
        return Outcome(output, groups, tuple(candidates), failing, len(candidates))

    def __call__(self, reports: Sequence[ClientSet], verify: Verify) -> Outcome:
        """Run, test, choose.

        Args:
            reports: one set per client, at least `removed` + 1.
            verify: a test of `verification`, or any function from a point to the clients at whom it fails.
        """
        given = as_sets("reports", reports)
        self._check_clients(len(given))
        check_test(verify, len(given))
        return self.choose(self.candidates(given), verify, clients=len(given))
