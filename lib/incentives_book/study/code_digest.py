"""The code that a result depends on, as one hash: the definitions that a run reaches, without docstrings and comments.

The definitions are followed from a first one through the names that they mention, within the two packages, so that an
edit of a definition that a run never mentions leaves the hash alone. Names are read, not run: a definition that is
looked up by a computed name is not found.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, NamedTuple

PACKAGES = ("incentives", "incentives_book")
# How the bytes of a data set are found changes no number: they have a checksum; nor does what a missing package is told.
# Which of the methods a run is about, its study says.
APART = ("incentives.extras", "incentives.learning.files", "incentives_book.study.rewards.methods:METHODS")


class _Module(NamedTuple):
    """Top-level definitions by name ("" for statements that define nothing), and where imported names come from."""

    definitions: dict[str, list[ast.stmt]]
    imports: dict[str, tuple[str, str | None]]


@cache
def code_digest(*start: str) -> str:
    """A short hash of everything that some definitions reach.

    Args:
        start: definitions as "module:name", or whole modules as "module".

    Raises:
        ValueError: there is no such module or definition in the two packages.

    >>> code_digest("incentives.randomness:stream") == code_digest("incentives.randomness:stream")
    True
    """
    told = [f"{module}:{name} {_text(_read(module).definitions[name])}" for module, name in reached(*start)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def reached(*start: str) -> list[tuple[str, str]]:
    """The definitions that some definitions reach, themselves included, as sorted pairs (module, name)."""
    waiting: list[tuple[str, str | None]] = []
    for text in start:
        module, _, name = text.partition(":")
        known = _read(module)
        if known is None or (name and name not in known.definitions.keys() | known.imports.keys()):
            raise ValueError(f"start must name definitions of {', '.join(PACKAGES)} as 'module:name', got {text!r}")
        waiting.append((module, name or None))
    found: set[tuple[str, str]] = set()
    while waiting:
        module, name = waiting.pop()
        known = _read(module)
        if known is None or module in APART or f"{module}:{name}" in APART:
            continue
        if name in known.imports:
            waiting.append(_source(*known.imports[name], None))
        # What defines nothing, such as a call that enters something in a table, is run with the module.
        wanted = known.definitions if name is None else {name, ""} & known.definitions.keys()
        for one in {(module, each) for each in wanted} - found:
            found.add(one)
            for mentioned, attribute in _mentioned(known.definitions[one[1]]):
                if mentioned in known.imports:
                    waiting.append(_source(*known.imports[mentioned], attribute))
                elif mentioned in known.definitions:
                    waiting.append((module, mentioned))
            for imported in _imports(known.definitions[one[1]], module).values():
                waiting.append(_source(*imported, None))
    return sorted(found)


@cache
def _read(name: str) -> _Module | None:
    """A module of the two packages; None where the name is none, such as an attribute of one or another package."""
    if name.split(".")[0] not in PACKAGES:
        return None
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:
        return None
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin)
    # What a part offers lazily is named in the stub beside it.
    texts = [file.read_text(encoding="utf-8") for file in (path, path.with_suffix(".pyi")) if file.is_file()]
    statements = [statement for text in texts for statement in _bare(ast.parse(text)).body]
    module = _Module({}, _imports(statements, name))
    for statement in statements:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        names = {getattr(statement, "name", None), *(getattr(target, "id", None) for target in targets)} - {None}
        for defined in names or {""}:
            module.definitions.setdefault(defined, []).append(statement)
    return module


def _bare(tree: ast.Module) -> ast.Module:
    """The tree without its docstrings."""
    for node in ast.walk(tree):
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if documented and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return tree


def _imports(statements: list[ast.stmt], module: str) -> dict[str, tuple[str, str | None]]:
    """Imported names, each with the module it comes from and its name there (None for the module itself)."""
    found: dict[str, tuple[str, str | None]] = {}
    package = module if (spec := find_spec(module)) and spec.submodule_search_locations else module.rpartition(".")[0]
    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = (alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            found.update({alias.asname or alias.name: (base, alias.name) for alias in node.names})
    return found


def _source(module: str, name: str | None, attribute: str | None) -> tuple[str, str | None]:
    """Module and definition that an imported name, or its attribute where it is a module, stands for."""
    inner = f"{module}.{name}" if name else module
    return (inner, attribute) if _read(inner) else (module, name)


def _mentioned(node: Any) -> Iterator[tuple[str, str | None]]:
    """Names in a tree, with the attribute that is asked of them."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield node.value.id, node.attr
    elif isinstance(node, ast.Name):
        yield node.id, None
    else:
        for child in node if isinstance(node, list) else ast.iter_child_nodes(node):
            yield from _mentioned(child)


def _text(node: Any) -> str:
    """A tree in words, without what is empty, so that versions of Python agree about it."""
    if isinstance(node, list):
        return "[" + ", ".join(map(_text, node)) + "]"
    if isinstance(node, ast.AST):
        parts = (f"{name}={_text(value)}" for name, value in ast.iter_fields(node) if value not in (None, []))
        return f"{type(node).__name__}({', '.join(parts)})"
    return repr(node)
