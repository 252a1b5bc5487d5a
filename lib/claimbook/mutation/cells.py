"""Small errors in the code of the pages: a cell that checks a claim should stop when its formula is wrong.

The cells of an executed notebook run one after the other in this process; for each mutant of a checking cell a child is
forked, which has everything the earlier cells made and runs the mutant instead. A mutant that raises is killed.
Survivors are for people to look at: a changed constant may only have made the world of an exhaustive check larger.

A cell that hands a claim ready functions has few places of its own for an error. So errors also go into the functions
that it names, from earlier cells of the page, from its companion or from the library that the page judges.
"""

import ast
import contextlib
import copy
import inspect
import io
import json
import os
import random
import signal
import sys
import textwrap
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType, ModuleType

from claimbook import recording
from claimbook.book import current
from claimbook.evidence import cell_records

METHODS = ("identity", "sign", "every", "counterexample", "agrees", "experiment")
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
COMPARISONS = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
RELATIONS = {">0": "<0", "<0": ">0", ">=0": "<0", "<=0": ">0"}
# Not part of what is claimed: where draws start, what a failure may cost, names and texts.
SETTINGS = {"seed", "level", "step"}


@dataclass
class CellReport:
    """The fate of the mutants of one cell."""

    page: str
    cell: int
    claims: tuple[str, ...]
    methods: tuple[str, ...]
    killed: int = 0
    survivors: list[str] = field(default_factory=list)


def checks_in(tree: ast.AST) -> tuple[str, ...]:
    """The methods of the checks that a cell calls."""
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    methods = [call.attr for call in calls if isinstance(call, ast.Attribute) and call.attr in METHODS]
    return tuple(dict.fromkeys(methods))


def _settings(tree: ast.AST) -> set[int]:
    """The nodes below keyword arguments that are no part of the claim."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {id(inner) for call in calls for word in call.keywords if word.arg in SETTINGS for inner in ast.walk(word)}


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """The wrong versions of one node, each with a word for the error."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        wrong = copy.copy(node)
        wrong.op = OPERATORS[type(node.op)]()
        yield f"{ast.unparse(wrong)} for {ast.unparse(node)}", wrong
    elif (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, (ast.USub, ast.Not))
        and not isinstance(node.operand, ast.Constant)
    ):
        yield f"{ast.unparse(node.operand)} for {ast.unparse(node)}", node.operand
    elif isinstance(node, ast.BoolOp):
        exchanged = ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield f"{ast.unparse(exchanged)} for {ast.unparse(node)}", exchanged
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        for other in COMPARISONS[type(node.ops[0])]:
            turned = ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
            yield f"{ast.unparse(turned)} for {ast.unparse(node)}", turned
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for value in (node.value + 1, node.value - 1):
            yield f"{value} for {node.value}", ast.Constant(value)
    elif isinstance(node, ast.Constant) and node.value in RELATIONS:
        yield f"{RELATIONS[node.value]} for {node.value}", ast.Constant(RELATIONS[node.value])


def cell_mutants(source: str) -> Iterator[tuple[str, ast.Module]]:
    """Every version of a cell with one small error: operator, comparison, constant or index (an index is a constant).

    >>> for word, mutant in cell_mutants("a[0] < b"):
    ...     print(word, "|", ast.unparse(mutant))
    line 1: a[0] <= b for a[0] < b | a[0] <= b
    line 1: a[0] > b for a[0] < b | a[0] > b
    line 1: 1 for 0 | a[1] < b
    line 1: -1 for 0 | a[-1] < b
    """
    tree = ast.parse(source)
    spared = _settings(tree)
    for node in ast.walk(tree):
        for word, wrong in _changes(node) if id(node) not in spared else ():
            # A copy in which what stands for this node is the wrong one.
            mutant = copy.deepcopy(tree, {id(node): wrong})
            yield f"line {getattr(node, 'lineno', '?')}: {word}", ast.fix_missing_locations(mutant)


def _run(tree: ast.Module, namespace: dict[str, object]) -> None:
    exec(compile(tree, "<cell>", "exec"), namespace)


def lent_functions(tree: ast.AST, namespace: dict[str, object]) -> list[FunctionType]:
    """The functions that a cell names and that an earlier cell, a companion of the book or the library defines."""
    found: dict[int, FunctionType] = {}
    for node in ast.walk(tree):
        value: object = namespace.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = namespace.get(node.value.id)
            value = getattr(owner, node.attr, None) if isinstance(owner, ModuleType) else None
        plain = inspect.unwrap(value) if callable(value) else None
        if isinstance(plain, FunctionType) and plain.__name__ == plain.__qualname__:
            home, book = plain.__module__, current()
            judged = home.partition(".")[0] in book.packages and not f"{home}.".startswith(
                tuple(f"{m}." for m in book.unjudged)
            )
            if judged or home == "__main__":
                found[id(plain)] = plain
    return list(found.values())


def function_mutants(
    function: FunctionType, written: dict[str, ast.AST]
) -> Iterator[tuple[str, FunctionType, ast.Module]]:
    """Every version of a function with one small error; `written` holds what the cells of the page define, by name."""
    try:
        own = function.__module__ == "__main__"
        source = ast.unparse(written[function.__name__]) if own else inspect.getsource(function)
    except (KeyError, OSError):
        return
    for word, mutant in cell_mutants(textwrap.dedent(source)):
        yield f"{function.__name__}, {word}", function, mutant


def _exchange(function: FunctionType, mutant: ast.Module, namespace: dict[str, object]) -> None:
    """Put a wrong version in the place of a function, where it is defined and where the page names it."""
    scope = function.__globals__
    names = [name for name, value in namespace.items() if callable(value) and inspect.unwrap(value) is function]
    _run(mutant, scope)
    namespace.update(dict.fromkeys(names, scope[function.__name__]))


def raises_in_child(
    tree: ast.Module,
    namespace: dict[str, object],
    seconds: int,
    exchanged: tuple[FunctionType, ast.Module] | None = None,
) -> bool:
    """True if running `tree` in a forked copy of this process raises (or takes longer than `seconds`).

    `exchanged` is a function of the page and the wrong version that stands in its place.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.alarm(seconds)  # the default action ends the child
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            if exchanged:
                _exchange(*exchanged, namespace)
            _run(tree, namespace)
            status = 0
        finally:
            os._exit(status)  # whatever was raised, nothing of the parent's may run twice
    return os.waitpid(child, 0)[1] != 0


def mutate_notebook(
    path: Path, most: int | None = None, seed: int = 0, claims: Collection[str] | None = None
) -> list[CellReport]:
    """Run an executed notebook again with one error at a time in the cells that check claims.

    Args:
        path: an executed `.ipynb`; its code cells run from its sources' folder, with their outputs swallowed.
        most: how many mutants a cell at most, sampled by `seed`; all of them if None. Up to half of them, or more where
            the cell has few places of its own, are in the functions that it names.
        seed: decides the sample.
        claims: only cells that check one of these; None: all.
    """
    text, folder = path.read_text(encoding="utf-8"), current().folder("pages") / path.parent.name
    with contextlib.chdir(folder if folder.is_dir() else Path()):
        return _mutate_cells(f"{path.parent.name}/{path.stem}", json.loads(text)["cells"], most, seed, claims)


def _mutate_cells(
    page: str, cells: list[dict], most: int | None, seed: int, claims: Collection[str] | None
) -> list[CellReport]:
    """The same for the cells of a page, in the folder that they expect."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    written: dict[str, ast.AST] = {}
    reports = []
    for number, cell in enumerate(cells):
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        tree = ast.parse(source)
        methods = checks_in(tree)
        report = CellReport(page, number, (), methods)
        asked = claims is None or any(record.claim in claims for _, record, _ in cell_records([cell]))
        if methods and asked:
            chance = random.Random(f"{seed} {source}")  # what is sampled here depends on no other cell
            own = list(cell_mutants(source))
            lent = [m for f in lent_functions(tree, namespace) for m in function_mutants(f, written)]
            if most is not None:
                # A constant of the cell is mostly the size of a world; what is claimed stands in the functions.
                theirs = min(len(lent), max(most // 2, most - len(own)))
                own = chance.sample(own, min(len(own), most - theirs))
                lent = chance.sample(lent, theirs)
            # The cell itself, first in a child: how long it takes, and that it passes.
            start = time.perf_counter()
            if raises_in_child(tree, namespace, 60):
                raise ValueError(f"{page}: cell {number} does not run as it stands")
            limit = 2 + int(5 * (time.perf_counter() - start))
            ran = [(word, raises_in_child(mutant, namespace, limit)) for word, mutant in own]
            ran += [
                (word, raises_in_child(tree, namespace, limit, (function, mutant))) for word, function, mutant in lent
            ]
            report.killed = sum(raised for _, raised in ran)
            report.survivors = [word for word, raised in ran if not raised]
            reports.append(report)
        silent = contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO())
        with silent[0], silent[1], recording() as records:
            _run(tree, namespace)
        # The claims that the cell really checks, also those opened earlier or in a loop.
        report.claims = tuple(dict.fromkeys(record.claim for record in records))
        written |= {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return reports
