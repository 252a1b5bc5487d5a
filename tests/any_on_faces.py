"""Which parameters, results and fields of the library's public functions and classes are annotated `Any`.

Public is what a package's `__init__.pyi` names, and the methods of the classes among it. Where a function is overloaded
a type checker reads the overloads alone, so its own line does not count. `python tests/any_on_faces.py` prints them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import incentives

LIBRARY = Path(incentives.__file__).parent
SPOKEN = {"__init__", "__call__", "__contains__", "__iter__", "__len__", "__getitem__"}  # public under another spelling


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def exported() -> Iterator[tuple[Path, str]]:
    """The file in which each public name is defined, and the name."""
    for stub in sorted(LIBRARY.rglob("__init__.pyi")):
        for statement in tree(stub).body:
            if isinstance(statement, ast.ImportFrom) and statement.level == 1 and statement.module:
                path = stub.parent / f"{statement.module.replace('.', '/')}.py"
                yield from ((path, alias.name) for alias in statement.names)


def functions(body: list[ast.stmt], kept: set[str] | None) -> Iterator[ast.FunctionDef]:
    """Functions of some names (all that are public, if None), as a type checker reads them."""
    found = [statement for statement in body if isinstance(statement, ast.FunctionDef)]
    overloaded = {f.name for f in found if any(ast.unparse(d) == "overload" for d in f.decorator_list)}
    for function in found:
        public = function.name in kept if kept else not function.name.startswith("_") or function.name in SPOKEN
        is_overload = any(ast.unparse(d) == "overload" for d in function.decorator_list)
        if public and (is_overload or function.name not in overloaded):
            yield function


def faces() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every public function and method by name."""
    for path, name in sorted(set(exported())):
        where = f"{path.relative_to(LIBRARY).with_suffix('')}".replace("/", ".")
        for function in functions(tree(path).body, {name}):
            yield f"{where}.{name}", function
        for statement in tree(path).body:
            if isinstance(statement, ast.ClassDef) and statement.name == name:
                # What a constructor takes may be told apart from its fields, for type checkers alone.
                told = [s for part in statement.body if isinstance(part, ast.If) for s in part.body]
                for function in functions([*statement.body, *told], None):
                    yield f"{where}.{name}.{function.name}", function


def fields() -> Iterator[tuple[str, ast.AnnAssign]]:
    """The fields of public classes that are also what their constructors take."""
    for path, name in sorted(set(exported())):
        for statement in tree(path).body:
            if not isinstance(statement, ast.ClassDef) or statement.name != name:
                continue
            if not any(isinstance(part, ast.If) for part in statement.body):
                for part in statement.body:
                    if isinstance(part, ast.AnnAssign):
                        yield f"{path.stem}.{name}", part


def annotations(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """The parameters and the result of a function that have a type."""
    given = function.args
    for one in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if one is not None and one.annotation is not None:
            yield one.arg, one.annotation
    if function.returns is not None:
        yield "return", function.returns


def typed() -> list[tuple[str, ast.expr]]:
    """Every parameter, result and field with its type."""
    told = [(f"{name} {what}", kind) for name, function in faces() for what, kind in annotations(function)]
    return told + [(f"{name} {ast.unparse(field.target)}", field.annotation) for name, field in fields()]


def found() -> list[str]:
    """Those with an `Any` in their type."""
    return [
        f"{name}: {ast.unparse(kind)}"
        for name, kind in typed()
        if any(isinstance(part, ast.Name) and part.id == "Any" for part in ast.walk(kind))
    ]


if __name__ == "__main__":
    print(*found(), sep="\n")
    print(len(found()), "of", len(typed()))
