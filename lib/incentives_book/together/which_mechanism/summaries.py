"""Summaries of what each mechanism must know, stops, opens and costs, for the page which-mechanism."""

from __future__ import annotations

from typing import Any, NamedTuple

from incentives_book.together.which_mechanism.best_deviations import SIZES, TEMPTATIONS, extra_cost, gain
from incentives_book.together.which_mechanism.tried_deviations import reads

FACTS = ("sizes", "costs", "noise", "spread")  # in the order of the page's table; every mechanism reads reports as well


def must_know(mechanism: str) -> tuple[str, str]:
    """The facts that the server reads while all are honest, and those that members read besides; reports are not named.

    >>> must_know("choose your coalition"), must_know("equal gains")
    (('sizes', 'noise, spread'), ('sizes, noise, spread', ''))
    """
    read = reads(mechanism)
    told = (read.server, read.members - read.server)
    server, members = (", ".join(name for name in FACTS if name in names) for names in told)
    return server, members


class Summary(NamedTuple):
    """A mechanism in one line.

    Args:
        must_know: what the server must know, and what members must know besides.
        stops: the temptations that it leaves to nobody.
        opens: those that it leaves to somebody.
        wider: those of `opens` that tempt somebody more than under plain averaging.
        costs: as `extra_cost`.
    """

    must_know: tuple[str, str]
    stops: tuple[str, ...]
    opens: tuple[str, ...]
    wider: tuple[str, ...]
    costs: Any


def summary(mechanism: str) -> Summary:
    """A summary of what a mechanism must know, stops, opens and costs, from the exact gains of all members.

    >>> found = summary("mix at home")
    >>> found.stops, found.opens, found.costs
    (('leave', 'lie about the mean', 'claim a size'), ('bring fewer',), Fraction(320, 6351))
    """
    everybody = range(len(SIZES))
    gains = {t: [gain(mechanism, t, who) for who in everybody] for t in TEMPTATIONS}
    opens = tuple(t for t in TEMPTATIONS if any(gains[t]))
    return Summary(
        must_know(mechanism),
        tuple(t for t in TEMPTATIONS if t not in opens),
        opens,
        tuple(t for t in opens if any(gains[t][who] > gain("plain averaging", t, who) for who in everybody)),
        extra_cost(mechanism),
    )
