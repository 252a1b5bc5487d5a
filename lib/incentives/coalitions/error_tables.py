"""A table of trained errors, one for each member of each coalition, read and checked for a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.floats import shown
from incentives.numbers import HasArray, Numbers, Real, as_decimal, as_exact

MOST_PLAYERS = 14  # 16,383 coalitions, 114,688 errors


# By coalition: a list in the order of the tuple, or by member. Or a data frame.
Costs = Mapping[tuple[int, ...], Numbers | Mapping[int, Real]] | Mapping[frozenset[int], Mapping[int, Real]] | HasArray


def as_error(name: str, value: Any, *, decimal: bool) -> Fraction:
    """A cost as a Fraction; a float is one only where it may stand for the decimal number that it prints as.

    Raises:
        ValueError: it is no number, or not finite, or a float that was not asked for.

    >>> as_error("cost", 0.1, decimal=True)
    Fraction(1, 10)
    """
    if decimal:
        return as_decimal(name, value)
    if isinstance(value, (float, np.floating)):
        raise ValueError(
            f"{name} must be exact, an int or a Fraction, or decimal=True must say that floats stand for the decimals "
            f"that they print as; got {shown(value)}"
        )
    return as_exact(name, value)


def read_table(table: Costs, *, decimal: bool) -> dict[frozenset[int], dict[int, Fraction]]:
    """The exact error of each member of each coalition, from a table or a data frame.

    Args:
        table: {coalition: errors}. The errors of a coalition are a mapping from its members, or a list in the order of
            the tuple that names them. Or a data frame with a column for each player and a row for each coalition, where
            the cells of players outside it are missing (None or NaN).
        decimal: whether a float stands for the decimal number that it prints as; otherwise floats are refused.

    Raises:
        ValueError: a coalition is missing, or named twice, or has errors of others; an error is not a number.

    >>> table = {(0,): [2], (1,): [3], (0, 1): {0: 1, 1: 4}}
    >>> read_table(table, decimal=False)[frozenset({0, 1})][1]
    Fraction(4, 1)
    """
    found: dict[frozenset[int], dict[int, Fraction]] = {}
    for members, errors in _rows(table):
        if frozenset(members) in found:
            raise ValueError(f"table must name each coalition once; got {members!r} again")
        found[frozenset(members)] = {
            player: as_error(f"error of {player} in {members!r}", errors[player], decimal=decimal) for player in members
        }
    players = 1 + max((player for members in found for player in members), default=-1)
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(f"table must be of 1 to {MOST_PLAYERS} players, numbered from 0; got {players}")
    if len(found) < 2**players - 1:
        masks = range(1, 2**players)
        coalitions = ([k for k in range(players) if mask >> k & 1] for mask in masks)
        missing = next(members for members in coalitions if frozenset(members) not in found)
        raise ValueError(f"table must have all {2**players - 1} coalitions of {players} players; {missing} is missing")
    return found


def _rows(table: Any) -> Iterator[tuple[tuple[int, ...], Mapping[int, Any]]]:
    """Each coalition as a tuple, with the errors of its members."""
    if hasattr(table, "columns") and hasattr(table, "to_numpy"):
        for row in table.to_numpy(dtype=object):
            there = {player: error for player, error in enumerate(row.tolist()) if error is not None and error == error}
            if not there:
                raise ValueError("table must have a coalition in each row; got a row without errors")
            yield tuple(there), there
        return
    if not isinstance(table, Mapping):
        raise ValueError(f"table must be {{coalition: errors}} or a data frame; got {table!r}")
    for coalition, errors in table.items():
        given = tuple(coalition) if isinstance(coalition, (tuple, frozenset)) else ()
        whole = all(isinstance(player, (int, np.integer)) and not isinstance(player, bool) for player in given)
        if not given or not whole or min(given) < 0 or len(set(given)) < len(given):
            raise ValueError(f"coalition must be a tuple or frozenset of different players, from 0; got {coalition!r}")
        members = tuple(int(player) for player in given)
        if isinstance(errors, Mapping):
            if set(errors) != set(members):
                raise ValueError(f"errors of {coalition!r} must be of its members; got {errors!r}")
            yield tuple(sorted(members)), errors
            continue
        if isinstance(coalition, frozenset):
            raise ValueError(f"errors of {coalition!r}, a set, must be a mapping from its members; got {errors!r}")
        if (
            not isinstance(errors, (Sequence, np.ndarray))
            or isinstance(errors, (str, bytes))
            or len(errors) != len(members)
        ):
            raise ValueError(f"errors of {coalition!r} must be a list with one for each member; got {errors!r}")
        yield members, dict(zip(members, list(errors), strict=True))
