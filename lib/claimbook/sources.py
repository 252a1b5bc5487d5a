"""The text of a check as its author wrote it, and what gives away a check that could not fail."""

import ast
import dis
import hashlib
import inspect
import linecache
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, FunctionType, ModuleType

import sympy as sp


def call_text(frame: FrameType) -> str:
    """The call that `frame` is making, in one layout however it was wrapped; empty where there is no source."""
    code = frame.f_code
    first, last, start, end = list(code.co_positions())[frame.f_lasti // 2]
    lines = [linecache.getline(code.co_filename, n).encode() for n in range(first, last + 1)]
    lines[-1] = lines[-1][:end]
    lines[0] = lines[0][start:]
    try:
        return ast.unparse(ast.parse(b"".join(lines).decode(), mode="eval"))
    except SyntaxError:
        return ""


def _shape(node: ast.AST) -> str:
    """An expression without the order of its sums and products."""
    inner = [_shape(child) for child in ast.iter_child_nodes(node)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        inner.sort()
    own = getattr(node, "id", getattr(node, "attr", getattr(node, "value", "")))
    return f"{type(node).__name__}({'' if isinstance(own, ast.AST) else own!r} {' '.join(inner)})"


def same_text(call: str) -> bool:
    """True if the first two arguments of a call are written the same, but for the order of sums and products.

    >>> same_text("claim('a/b').identity(x + 1, 1 + x)"), same_text("c.identity(x + x, 2 * x)")
    (True, False)
    """
    arguments = ast.parse(call, mode="eval").body.args if call else []
    return len(arguments) > 1 and _shape(arguments[0]) == _shape(arguments[1])


def definition(call: str, function: Callable[..., object]) -> str:
    """A call, and below it the definition of the function it hands over, where that is the page's own."""
    if function.__module__ != "__main__" or "lambda" in call:
        return call
    try:
        return f"{call}\n{textwrap.dedent(inspect.getsource(function)).strip()}"
    except (OSError, TypeError):
        return call


def ignores_its_arguments(function: Callable[..., object]) -> bool:
    """True if a Python function has parameters and reads none of them, so that its answer is one constant.

    >>> ignores_its_arguments(lambda n: True), ignores_its_arguments(lambda n: n > 0)
    (True, False)
    >>> ignores_its_arguments(lambda m: [[v for v in m] for i in range(2)])
    False
    """
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    taken = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 12)])
    read: set[object] = set()
    for step in dis.get_instructions(code):
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        if step.opname.startswith("STORE"):  # Python 3.13 and newer store one name and load another in one instruction
            names = names[1:] if "LOAD" in step.opname else ()
        read.update(name for name in names if isinstance(name, str))
    return not taken & read


def calls_a_constant(function: Callable[..., object]) -> str:
    """The name of a function that another one calls and that reads none of its arguments; empty where there is none.

    >>> def settled(case):
    ...     return True
    >>> calls_a_constant(lambda case: settled(case)), calls_a_constant(lambda case: case > 0)
    ('settled', '')
    """
    code, around = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    if code is None:
        return ""
    named = [(name, around[name]) for name in code.co_names if name in around]
    modules = [value for _, value in named if isinstance(value, ModuleType)]
    # Not by getattr: a package may warn of a name that it no longer has.
    named += [(name, vars(module)[name]) for module in modules for name in code.co_names if name in vars(module)]
    functions = [(name, value) for name, value in named if isinstance(value, FunctionType)]
    return next((name for name, value in functions if ignores_its_arguments(value) and value.__code__.co_argcount), "")


def domains(expressions: Iterable[sp.Basic]) -> tuple[str, ...]:
    """The symbols of some expressions, each with what it is declared to be.

    >>> domains([sp.Symbol("n", positive=True, integer=True) + sp.Symbol("x", real=True)])
    ('n positive integer', 'x real')
    """
    words = ("positive", "nonnegative", "negative", "nonpositive", "real")
    symbols = sorted(set().union(*(e.free_symbols for e in expressions)), key=str)
    declared = [next((w for w in words if getattr(s, f"is_{w}")), "complex") for s in symbols]
    return tuple(f"{s} {w}{' integer' * bool(s.is_integer)}" for s, w in zip(symbols, declared, strict=True))


EXTREMES = frozenset(
    {"max", "min", "any", "argmax", "argmin", "nanmax", "nanmin", "amax", "amin", "nlargest", "nsmallest"}
)


def extremes(call: str, frame: FrameType) -> str:
    """The first function in a call that takes an extreme of several things, or "" if there is none.

    The call itself is read, and the page's own functions and lambdas that it names, with those that they name in turn.
    What a library function does inside, and values that were computed before, are not seen.
    """
    names = {**frame.f_globals, **frame.f_locals}
    open_, known = [node.id for node in ast.walk(ast.parse(call or "0")) if isinstance(node, ast.Name)], set()
    open_ += [node.attr for node in ast.walk(ast.parse(call or "0")) if isinstance(node, ast.Attribute)]
    while open_:
        name = open_.pop()
        if name in EXTREMES:
            return name
        function = names.get(name)
        if name in known or getattr(function, "__module__", "") != frame.f_globals.get("__name__"):
            continue
        known.add(name)
        codes = [code] if (code := getattr(function, "__code__", None)) else []
        while codes:
            code = codes.pop()
            open_ += [*code.co_names, *code.co_freevars]
            codes += [part for part in code.co_consts if hasattr(part, "co_names")]
    return ""


class Digest:
    """A running digest of the cases that a check sees; addresses and the last digits of floats do not count."""

    def __init__(self) -> None:
        self._total = hashlib.sha256()
        self._first, self.different = "", 0  # 0, 1 or 2: how many different cases there were, two standing for more
        self.exact = True  # no case held a rounded number

    def of(self, cases: Iterable[object]) -> Iterator[object]:
        """The same cases, each taken into account as it passes."""
        for case in cases:
            text = repr(case)
            if " at 0x" in text:
                text = re.sub(r" at 0x[0-9a-f]+", "", text)
            # Most cases are whole numbers, and the expression is slow: it looks only where a mark of a float occurs.
            if self.exact and any(mark in text for mark in (".", "e-", "e+", "nan", "inf")):
                self.exact = not re.search(r"\d\.\d|\d\.(?!\w)|\de[-+]\d|\b(?:nan|inf)\b", text)
            if not self.different:
                self._first, self.different = text, 1
            elif text != self._first:
                self.different = 2
            if "." in text:
                text = re.sub(r"(\.\d{6})\d+", r"\1", text)
            self._total.update(text.encode())
            yield case

    def __str__(self) -> str:
        return self._total.hexdigest()[:16]
