"""The values that a witness may be made of: exact numbers only, and only values that its symbols allow."""

import dataclasses
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import sympy as sp


def refuse_floats(value: object, name: str) -> None:
    """Look through numbers, containers and frozen values for anything inexact.

    Raises:
        ValueError: there is a float somewhere, or something that cannot be looked through.

    >>> refuse_floats((1, Fraction(1, 3)), "witness")
    """
    if value is None or isinstance(value, (bool, int, Fraction, str, np.integer, np.bool_)):
        return
    if isinstance(value, sp.Basic):
        if value.atoms(sp.Float):
            raise ValueError(f"{name} must be exact, not a float; got {value!r}")
    elif isinstance(value, np.ndarray) and value.dtype.kind in "iub":
        return
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            refuse_floats(key, name)
            refuse_floats(inner, f"{name}[{key}]")
    elif isinstance(value, (list, tuple, set, frozenset, range)) or (
        isinstance(value, np.ndarray) and value.dtype == object
    ):
        for inner in value:
            refuse_floats(inner, name)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for part in dataclasses.fields(value):
            refuse_floats(getattr(value, part.name), f"{name}.{part.name}")
    else:
        raise ValueError(f"{name} must be made of ints, Fractions and SymPy numbers; got {value!r}")


def admissible(printed: sp.Basic, witness: Mapping[str | sp.Symbol, object]) -> dict[sp.Symbol, sp.Expr]:
    """The witness as a substitution for the symbols of `printed`.

    Raises:
        ValueError: a symbol has no value, a value no symbol, or a value breaks an assumption of its symbol.

    >>> n = sp.Symbol("n", positive=True)
    >>> admissible(n < 3, {"n": 5})
    {n: 5}
    """
    by_name = {symbol.name: symbol for symbol in printed.free_symbols}
    if len(by_name) < len(printed.free_symbols):
        raise ValueError(
            f"printed has two different symbols of one name among {sorted(map(str, printed.free_symbols))}"
        )
    given = {str(name): sp.sympify(value, strict=True) for name, value in witness.items()}
    if not by_name:  # SymPy saw at once that it never holds
        return {}
    if set(given) != set(by_name):
        raise ValueError(f"witness must give a value to exactly the symbols {sorted(by_name)}; got {sorted(given)}")
    for name, value in given.items():
        for fact, asked in by_name[name].assumptions0.items():
            if asked is not None and getattr(value, f"is_{fact}", None) not in (asked, None):
                raise ValueError(f"witness[{name}] = {value} is not admissible: the symbol is declared {fact}={asked}")
    return {by_name[name]: value for name, value in given.items()}
