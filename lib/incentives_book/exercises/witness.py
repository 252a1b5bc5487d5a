"""A witness as a reader types it: names and exact values, such as `sizes=(10, 10), noise=1/2`.

The text is read, never run, so that a quotient and a decimal number are exact, and nothing else than numbers, text and
collections of them comes out.
"""

import ast
from collections.abc import Callable
from fractions import Fraction
from typing import Any

LONGEST = 600  # characters
BIGGEST = 10**9  # of a number that is raised to a power or repeats a list
MOST = 64  # as a power, or as the length of a list

FORM = "name=value, name=value, with numbers such as 3, 1/2 or 0.5, lists (1, 2) and sets {1, 2}"


def read_witness(text: str) -> dict[str, Any]:
    """The names and values in a text.

    Args:
        text: keyword arguments as Python writes them; `1/2` and `0.5` are the fraction, `[...]` is a tuple, `{}` the
            empty set.

    Raises:
        ValueError: the text is something else, or holds a number too large to work with.

    >>> read_witness("sizes=(10, 10), noise=1/2, said={0, 1}")
    {'sizes': (10, 10), 'noise': Fraction(1, 2), 'said': frozenset({0, 1})}
    """
    if len(text) > LONGEST:
        raise ValueError(f"a witness must have at most {LONGEST} characters; this one has {len(text)}")
    try:
        call = ast.parse(f"dict({text}\n)", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"a witness is written as {FORM}; got {text.strip()!r}") from None
    if not isinstance(call, ast.Call) or call.args or not isinstance(call.func, ast.Name) or call.func.id != "dict":
        raise ValueError(f"a witness is written as {FORM}; got {text.strip()!r}")
    if any(pair.arg is None for pair in call.keywords):
        raise ValueError(f"every value of a witness must have a name: {FORM}")
    return {str(pair.arg): _value(pair.value) for pair in call.keywords}


def _number(value: Any) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise ValueError(f"sums, products and quotients must be of numbers; got {value!r}")
    return Fraction(value)


def _plain(value: Fraction) -> int | Fraction:
    return int(value) if value.denominator == 1 else value


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1 or abs(exponent) > MOST or abs(base) > BIGGEST or (base == 0 and exponent < 0):
        raise ValueError(f"a power must have a whole exponent of at most {MOST} and a base of at most {BIGGEST}")
    return base ** int(exponent)


def _divide(left: Fraction, right: Fraction) -> Fraction:
    if right == 0:
        raise ValueError("a quotient must not divide by zero")
    return left / right


OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: _divide,
    ast.Pow: _power,
}


def _repeated(items: tuple[Any, ...], times: Any) -> tuple[Any, ...]:
    if not isinstance(times, int) or not 0 <= times * len(items) <= MOST:
        raise ValueError(f"a list can be repeated up to {MOST} entries; got {times!r} times")
    return items * times


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | str() | None as value):
            return value
        case ast.Constant(value=float() as value) if abs(value) <= BIGGEST:
            return _plain(Fraction(str(value)))
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return tuple(map(_value, items))
        case ast.Set(elts=items):
            return _set(items)
        case ast.Dict(keys=[]):
            return frozenset()
        case ast.Call(func=ast.Name(id="set" | "frozenset"), args=[], keywords=[]):
            return frozenset()
        case ast.Call(func=ast.Name(id="F" | "Fraction"), args=[one, other], keywords=[]):
            return _plain(_divide(_number(_value(one)), _number(_value(other))))
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _plain(-_number(_value(inner)))
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
            one, other = _value(left), _value(right)
            if isinstance(operation, ast.Mult) and isinstance(one, tuple):
                return _repeated(one, other)
            return _plain(OPERATIONS[type(operation)](_number(one), _number(other)))
    raise ValueError(f"a value must be a number, a text, a list or a set; got {ast.unparse(node)}")


def _set(items: list[ast.expr]) -> frozenset[Any]:
    return frozenset(map(_value, items))
