"""Equivalents of one input, over every public name: the same value, or a refusal that names the argument.

`bad_calls` spoils an argument and asks whether an exception came. Here the argument stays the same numbers and comes as
another kind of object (a NumPy type or layout, a tensor, a Series, a frame, Python's other numbers and containers), or
as something that only looks like them (masked, complex, texts, dates, fields). What came of it:

- same: the value of the call that works, up to the rounding of the type that came;
- refused: an error of ours that names the argument;
- worded: an error of ours that names something else;
- unclear: an error that Python, NumPy or PyTorch raised on the way;
- different: an answer that is another one, any answer where the numbers are hidden or are no numbers, or one that is
  not finite where the usual one is.

`python tests/same_values.py` prints how often each came of each kind, with the total over all parts, and
`python tests/same_values.py rewards` the same for one part.
"""

from __future__ import annotations

import warnings
from array import array
from collections import ChainMap, Counter, UserDict, UserList, deque
from collections.abc import Callable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from math import isfinite, log
from numbers import Rational, Real
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import torch
from bad_calls import PARTS, at_most, blamed
from calls_of_instances import beside
from scipy import sparse

TABLES = PARTS | {"beside": beside}  # names outside the faces come last
KINDS = ("same", "refused", "worded", "unclear", "different")
WORSE = ("unclear", "different")
EXACT, SINGLE, HALF = 1e-9, 2e-5, 3e-2  # how far answers may be off
OPEN = ("seconds", "shift")  # parts of answers that may differ: time, and a number that is any one of an interval
# Arguments whose entries are names as well: texts and truth values are other points, or classes with a name.
NAMES = {
    ("FiniteOracle", "reports"),
    ("FiniteSet", "points"),
    ("Relative", "candidates"),
    ("TableLoss", "values"),
    ("TableLoss.value", "point"),
    ("in FiniteSet", "point"),
    ("FederatedData.of", "labels"),
    ("LeaveOneClientOut", "clients"),
}
# Arguments in which None means something (mostly that there is no limit), and answers in which an infinity does.
NOTHING = {
    ("ClientSplit.counts", "classes"),
    ("FiniteOracle", "size"),
    ("FlipLabels", "classes"),
    ("Interval", "high"),
    ("Interval", "low"),
    ("LeaveOneClientOut", "random_state"),
    ("LeaveOneOut.choose", "candidates"),
    ("LocalWork", "batch_size"),
    ("Preferences.replace", "size"),
    ("Training", "micro"),
    ("allocate", "cap"),
    ("allocate", "floor"),
    ("allocate_continuous", "floor"),
    ("charge", "cap"),
    ("in FiniteSet", "point"),
    ("pareto_frontier", "cap"),
    ("pareto_frontier", "floor"),
}
INFINITE = {"HierarchicalUtility()"}
NAMED = (
    "NumPy complex",
    "NumPy texts",
    "NumPy bytes",
    "NumPy dates",
    "NumPy time spans",
    "NumPy real complex",
    "tensor complex",
    "NumPy bool",
    "bool",
    "complex",
    "texts",
    "Series of texts",
    "nothing in a list",
    "rows of bool in a list",
    "tensor of bool in a list",
)
# Only a refusal will do; any finite answer will do, but no unclear error; what the same call says of 0, or of numbers
# that are as near to 0 on the scale of logarithms.
REFUSE, ANY, NEXT_TO_ZERO = "refuse", "any", "next to zero"
SUBNORMAL = 5e-324


class DoesNotApplyError(Exception):
    """A kind that says nothing about this value."""


def is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_, np.timedelta64))


def plain(value: Any) -> Any:
    """Nested lists of Python's numbers, or None where an argument is something else."""
    if isinstance(value, (list, tuple, range)):
        inner = [plain(entry) for entry in value]
        return inner if inner and not any(entry is None for entry in inner) else None
    if isinstance(value, (np.ndarray, torch.Tensor)):
        return value.tolist() if value.dtype not in (object, bool, torch.bool) and value.ndim else None
    return value if is_number(value) else None


def _map(value: Any, change: Callable[[Any], Any]) -> Any:
    return [_map(entry, change) for entry in value] if isinstance(value, list) else change(value)


def _first(value: Any, change: Callable[[Any], Any]) -> Any:
    """The value with its first number changed."""
    return [_first(value[0], change), *value[1:]] if isinstance(value, list) else change(value)


def _array(value: Any) -> np.ndarray:
    found = np.array(_map(value, lambda v: int(v) if isinstance(v, Rational) and v.denominator == 1 else float(v)))
    if found.dtype == object:
        raise DoesNotApplyError
    return found


def _whole(value: Any, dtype: str) -> np.ndarray:
    found = _array(value)
    if not np.array_equal(found, found.astype(dtype)):
        raise DoesNotApplyError
    return found.astype(dtype)


def _row(value: Any, axes: int = 1) -> np.ndarray:
    found = _array(value)
    if found.ndim != axes:
        raise DoesNotApplyError
    return found


def _masked(value: Any, hidden: int) -> np.ndarray:
    found = np.ma.array(_array(value), mask=False)
    found.mask.flat[hidden] = True
    return found


def _read_only(value: Any) -> np.ndarray:
    found = _array(value).astype(float)
    found.flags.writeable = False
    return found


def _fields(value: Any) -> np.ndarray:
    return np.array([(float(v), 0.0) for v in _row(value)], dtype=[("value", float), ("other", float)])


def _tensor(value: Any, dtype: Any, **how: Any) -> torch.Tensor:
    return torch.tensor(np.asarray(_array(value), dtype=float), **how).to(dtype)


def _series(value: Any, **how: Any) -> Any:
    row = _row(value)
    return pd.Series(row, index=range(7, 7 + len(row)), **how)


def _frame(value: Any) -> Any:
    table = _row(value, 2)
    return pd.DataFrame(table, index=range(7, 7 + len(table)), columns=[f"c{k}" for k in range(table.shape[1])])


def _listed(value: Any) -> list[Any]:
    """The rows of a table."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise DoesNotApplyError
    return value


def _many(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise DoesNotApplyError
    return value


def _alone(value: Any) -> Any:
    """A bare number, such as a penalty."""
    if isinstance(value, list):
        raise DoesNotApplyError
    return value


def _quantised(value: Any) -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PyTorch, about another package to come
        return torch.quantize_per_tensor(_tensor(value, torch.float32), 1 / 128, 0, torch.qint32)


class WithKeys:
    """What has keys and is no mapping by its class."""

    def __init__(self, value: list[Any]) -> None:
        self.held = dict(enumerate(value))

    def keys(self) -> Any:
        return self.held.keys()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)

    def __getitem__(self, key: Any) -> Any:
        return self.held[key]


# For each kind: how to make it of nested lists of numbers (or a bare number), and what may come of it.
MADE: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "NumPy float64": (lambda v: _array(v).astype(float), EXACT),
    "NumPy float32": (lambda v: _array(v).astype(np.float32), SINGLE),
    "NumPy float16": (lambda v: _array(v).astype(np.float16), HALF),
    "NumPy longdouble": (lambda v: _array(v).astype(np.longdouble), EXACT),
    "NumPy big-endian": (lambda v: _array(v).astype(">f8"), EXACT),
    "NumPy int64": (lambda v: _whole(v, "int64"), EXACT),
    "NumPy uint8": (lambda v: _whole(v, "uint8"), EXACT),
    "NumPy big-endian int": (lambda v: _whole(v, ">i4"), EXACT),
    "NumPy objects": (lambda v: np.array(v, dtype=object), EXACT),
    "NumPy strided": (lambda v: np.repeat(np.atleast_1d(_array(v)), 2, axis=-1)[..., ::2].reshape(np.shape(v)), EXACT),
    "NumPy reversed": (lambda v: np.flip(np.flip(_array(v)).copy()), EXACT),
    "NumPy Fortran": (lambda v: np.array(_array(v), order="F"), EXACT),
    "NumPy read-only": (_read_only, EXACT),
    "NumPy unmasked": (lambda v: np.ma.array(_array(v)), EXACT),
    "NumPy masked first": (lambda v: _masked(v, 0), REFUSE),
    "NumPy masked last": (lambda v: _masked(v, -1), REFUSE),
    "NumPy complex": (lambda v: _array(v) + 1j, REFUSE),
    "NumPy real complex": (lambda v: _array(v) + 0j, EXACT),
    "NumPy texts": (lambda v: _array(v).astype(str), REFUSE),
    "NumPy bytes": (lambda v: _array(v).astype("S"), REFUSE),
    "NumPy dates": (lambda v: np.array(_map(v, lambda x: np.datetime64(int(x), "D"))), REFUSE),
    "NumPy time spans": (lambda v: np.array(_map(v, lambda x: np.timedelta64(int(x), "D"))), REFUSE),
    "NumPy fields": (_fields, REFUSE),
    "NumPy bool": (lambda v: _array(v).astype(bool), EXACT),
    "scalars float64": (lambda v: _map(v, np.float64), EXACT),
    "scalars float32": (lambda v: _map(v, np.float32), SINGLE),
    "scalars int64": (lambda v: _map(_whole(v, "int64").tolist(), np.int64), EXACT),
    "Fraction": (lambda v: _map(v, Fraction), EXACT),
    "float": (lambda v: _map(v, float), EXACT),
    "Decimal": (lambda v: _map(v, lambda x: Decimal(repr(float(x)))), EXACT),
    "bool": (lambda v: _map(v, bool), EXACT),
    "-0.0": (lambda v: _map(v, lambda x: -0.0 if x == 0 else x), EXACT),
    "complex": (lambda v: _map(v, lambda x: complex(x, 1)), REFUSE),
    "texts": (lambda v: _map(v, str), REFUSE),
    "10**400": (lambda v: _first(v, lambda x: 10**400), ANY),
    "subnormal": (lambda v: _first(v, lambda x: SUBNORMAL), NEXT_TO_ZERO),
    "nothing": (lambda v: _first(_alone(v), lambda x: None), REFUSE),
    "nothing in a list": (lambda v: _first(_many(v), lambda x: None), REFUSE),
    "a thousandth": (lambda v: _alone(v) / 1000, ANY),
    "1e-300": (lambda v: _alone(v) * 1e-300, ANY),
    "numbers times 1e150": (lambda v: _map(_many(v), lambda x: float(x) * 1e150), ANY),
    "numbers times 1e300": (lambda v: _map(_many(v), lambda x: float(x) * 1e300), ANY),
    "tensor float64": (lambda v: _tensor(v, torch.float64), EXACT),
    "tensor float32": (lambda v: _tensor(v, torch.float32), SINGLE),
    "tensor bfloat16": (lambda v: _tensor(v, torch.bfloat16), HALF),
    "tensor int64": (lambda v: torch.from_numpy(np.asarray(_whole(v, "int64"))), EXACT),
    "tensor with gradient": (lambda v: _tensor(v, torch.float64).requires_grad_(), EXACT),
    "tensor complex": (lambda v: _tensor(v, torch.complex128) + 1j, REFUSE),
    "tensors in lists": (lambda v: _map(v, lambda x: torch.tensor(float(x), dtype=torch.float64)), EXACT),
    "Series": (_series, EXACT),
    "Series Float64": (lambda v: _series(v, dtype="Float64"), EXACT),
    "Series missing": (lambda v: _series(v, dtype="Float64").mask(lambda s: s.index == 7), REFUSE),
    "DataFrame": (_frame, EXACT),
    "list": (lambda v: list(v), EXACT),
    "tuple": (lambda v: tuple(v), EXACT),
    "generator": (lambda v: (entry for entry in v), EXACT),
    "UserList": (lambda v: UserList(v), EXACT),
    "deque": (lambda v: deque(v), EXACT),
    "array of Python": (lambda v: array("d", _row(v).tolist()), EXACT),
    "memory view": (lambda v: memoryview(array("d", _row(v).tolist())), EXACT),
    "values of a dict": (lambda v: dict(enumerate(v)).values(), EXACT),
    "dict": (lambda v: dict(enumerate(v)), REFUSE),
    "dict of keys": (lambda v: dict.fromkeys(_row(v).tolist(), 5), REFUSE),
    "UserDict": (lambda v: UserDict(enumerate(v)), REFUSE),
    "UserDict of keys": (lambda v: UserDict.fromkeys(_row(v).tolist(), 5), REFUSE),
    "mapping proxy": (lambda v: MappingProxyType(dict(enumerate(v))), REFUSE),
    "chained dicts": (lambda v: ChainMap(dict(enumerate(v))), REFUSE),
    "object with keys": (lambda v: WithKeys(v), REFUSE),
    "dicts in a list": (lambda v: [dict(enumerate(row)) for row in _listed(v)], REFUSE),
    "set": (lambda v: set(_row(v).tolist()), EXACT),
    "frozenset": (lambda v: frozenset(_row(v).tolist()), EXACT),
    "keys of a dict": (lambda v: dict.fromkeys(_row(v).tolist()).keys(), EXACT),
    "sets in a list": (lambda v: [set(row) for row in _listed(v)], EXACT),
    "bytes": (lambda v: bytes(_whole(v, "uint8").reshape(len(v), -1)[:, 0].tolist()), REFUSE),
    "bytearray": (lambda v: bytearray(_whole(v, "uint8").reshape(len(v), -1)[:, 0].tolist()), REFUSE),
    "bytes in a list": (lambda v: [bytes(_whole(row, "uint8").tolist()) for row in _listed(v)], REFUSE),
    "masked rows in a list": (lambda v: [_masked(row, 0) for row in _listed(v)], REFUSE),
    "masked rows in a UserList": (lambda v: UserList(_masked(row, 0) for row in _listed(v)), REFUSE),
    "masked number in a list": (lambda v: _first(v, lambda x: np.ma.masked) if isinstance(v, list) else v[0], REFUSE),
    "rows of bool in a list": (lambda v: [_array(v[0]).astype(bool), *_listed(v)[1:]], REFUSE),
    "tensor of bool in a list": (lambda v: [torch.tensor(_array(v[0]).astype(bool)), *_listed(v)[1:]], REFUSE),
    "rows of NumPy uint8 in a list": (lambda v: [_whole(row, "uint8") for row in _listed(v)], EXACT),
    "Series in a list": (lambda v: [_series(row) for row in _listed(v)], EXACT),
    "scalars uint8": (lambda v: _map(_whole(v, "uint8").tolist(), np.uint8), EXACT),
    "scalars float16": (lambda v: _map(v, np.float16), HALF),
    "DataFrame of one column": (lambda v: _frame(_row(v)[:, None].tolist()), EXACT),
    "Series of objects": (lambda v: pd.Series([Fraction(x) for x in _row(v).tolist()], dtype=object), EXACT),
    "Series of texts": (lambda v: pd.Series([str(x) for x in _row(v).tolist()]), REFUSE),
    "tensor sparse": (lambda v: _tensor(v, torch.float64).to_sparse() if isinstance(v, list) else v[0], EXACT),
    "tensor meta": (lambda v: _tensor(v, torch.float64).to("meta"), REFUSE),
    "SciPy's sparse table": (lambda v: sparse.csr_array(_row(v, 2).astype(float)), EXACT),
    "tensor quantised": (lambda v: _quantised(v), HALF),
    "tensor negative view": (lambda v: torch._neg_view(-_tensor(v, torch.float64)), EXACT),
    "tensor expanded": (lambda v: _tensor(v, torch.float64)[..., None].expand(*np.shape(v), 2)[..., 1], EXACT),
}


def told(value: Any, depth: int = 0) -> Any:
    """What an answer says, as nested tuples of floats and texts that can be compared; code and chance say nothing."""
    if value is None or isinstance(value, (str, bytes, bool, np.bool_)):
        return value if not isinstance(value, np.bool_) else bool(value)
    if hasattr(value, "to_numpy"):
        return told(value.to_numpy(), depth)
    if isinstance(value, torch.Tensor):
        return told(value.detach().resolve_neg().to(torch.float64).cpu().numpy(), depth)
    if isinstance(value, np.ndarray):
        return told(value.tolist(), depth) if value.ndim else told(value.item(), depth)
    if is_number(value) or isinstance(value, Decimal) or type(value).__name__ == "Surd":
        try:
            return float(value)
        except OverflowError:
            return "too large for a float"
    if isinstance(value, torch.nn.Module):
        return told({"parameters": list(value.parameters()), "text": str(value)}, depth)
    if depth > 8 or (callable(value) and not is_dataclass(value)) or isinstance(value, (np.random.Generator, type)):
        return "?"
    if isinstance(value, (set, frozenset)):
        return tuple(sorted((told(entry, depth + 1) for entry in value), key=repr))
    if isinstance(value, Mapping):
        return tuple((told(k, depth + 1), told(v, depth + 1)) for k, v in value.items() if k not in OPEN)
    if isinstance(value, (Sequence, array, memoryview, deque, Iterator, ValuesView)):
        return tuple(told(entry, depth + 1) for entry in value)
    if is_dataclass(value):
        return tuple(told(getattr(value, f.name), depth + 1) for f in fields(value) if f.name not in OPEN)
    return told({k: v for k, v in vars(value).items()}, depth + 1) if hasattr(value, "__dict__") else str(value)


def alike(one: Any, other: Any, slack: float) -> bool:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(alike(a, b, slack) for a, b in zip(one, other, strict=True))
    if isinstance(one, (float, bool)) and isinstance(other, (float, bool)):
        return one == other or (one != one and other != other) or abs(one - other) <= slack * (1 + abs(one))
    return one == other


def is_finite(said: Any) -> bool:
    """Whether no number in an answer is infinite or none."""
    if isinstance(said, tuple):
        return all(is_finite(entry) for entry in said)
    return not isinstance(said, float) or isfinite(said)


def further(one: Any, other: Any) -> Any:
    """What follows at the least float if an answer goes as the logarithm of a number that was 1e-200, then 1e-300."""
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(further(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(other, str):
        return other.replace("1e-300", f"{SUBNORMAL:g}")
    if type(one) is float and type(other) is float and one != other:
        return other + (other - one) * (log(1e-300) - log(SUBNORMAL)) / log(1e100)
    return other


def next_to_zero(call: Callable[[Any], Any], value: Any, found: Any) -> bool:
    """Whether the answer to the least float is that to 0, or goes on as from 1e-200 to 1e-300."""

    def said(first: float) -> Any:
        try:
            return told(call(_first(value, lambda x: first)))
        except (ValueError, TypeError):
            return REFUSE

    zero, near = said(0.0), (said(1e-200), said(1e-300))
    return alike(zero, found, EXACT) or (REFUSE not in near and alike(further(*near), found, EXACT))


def judged(
    name: str, function: Callable[..., Any], make: Callable[[], dict[str, Any]]
) -> Iterator[tuple[str, str, str, str]]:
    """For every argument of numbers and every kind: the name, the argument, the kind, and what came of it."""
    torch.manual_seed(0)  # first weights are nobody's argument
    usual = told(function(**make()))
    for argument, given in make().items():
        value = plain(given)
        if value is None:
            continue
        for kind, (change, allowed) in MADE.items():
            try:
                changed = change(value)
            except (DoesNotApplyError, TypeError, ValueError, OverflowError, RuntimeError):
                continue
            try:
                found = told(_with(function, make, argument, changed))
            except Exception as error:
                yield name, argument, kind, blamed(error, argument)
                continue
            allowed = ANY if (name, argument) in NAMES and kind in NAMED else allowed
            allowed = ANY if (name, argument) in NOTHING and kind in ("nothing", "nothing in a list") else allowed
            if allowed == NEXT_TO_ZERO:
                same = next_to_zero(partial(_with, function, make, argument), value, found)
            else:
                same = allowed == ANY or (allowed != REFUSE and alike(usual, found, allowed))
            same = same and (is_finite(found) or not is_finite(usual) or name in INFINITE)
            yield name, argument, kind, "same" if same else "different"


def _with(function: Callable[..., Any], make: Callable[[], dict[str, Any]], argument: str, value: Any) -> Any:
    with at_most(10), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.manual_seed(0)
        return function(**{**make(), argument: value})


def table(calls: Mapping[str, Any]) -> tuple[dict[str, Counter[str]], list[tuple[str, str, str, str]]]:
    """How often what came of each kind, and every single call."""
    rows = [row for name, (function, make) in calls.items() for row in judged(name, function, make)]
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in MADE}
    for *_, kind, found in rows:
        counts[kind][found] += 1
    return counts, rows


def as_table(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Rows of counts, with a head."""
    rows = [f"{'':32s}" + "".join(f"{kind:>11s}" for kind in KINDS)]
    rows += [f"{name:32s}" + "".join(f"{found.get(kind, 0):>11}" for kind in KINDS) for name, found in counts.items()]
    return "\n".join(rows)


if __name__ == "__main__":
    import sys

    parts: dict[str, Counter[str]] = {}
    kinds: dict[str, Counter[str]] = {kind: Counter() for kind in MADE}
    for part in sys.argv[1:] or TABLES:
        counts, rows = table(TABLES[part]())
        parts[part] = sum(counts.values(), Counter())
        for kind, found in counts.items():
            kinds[kind].update(found)
        for row in rows:
            if row[3] in WORSE:
                print(*row)
    print(as_table(kinds | parts | {"all parts": sum(parts.values(), Counter())}))
