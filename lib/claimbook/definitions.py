"""The definitions that a piece of code reaches, told from its text: docstrings and comments count for nothing.

They are followed from a first one through the names that it mentions, within some packages, so that an edit of a
definition that is never mentioned changes nothing. Names are read, not run: a definition that is looked up by a
computed name is not found. Types may count for nothing too, since they change no number; only the classes that they
name are followed, because methods of an argument may run.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, NamedTuple

Place = tuple[str, str | None]  # a module and a name in it; None is the whole module


class Module(NamedTuple):
    """Top-level definitions by name ("" for statements that define nothing), and where imported names come from.

    The annotations of a definition stand apart where types count for nothing.
    """

    definitions: dict[str, list[ast.stmt]]
    annotations: dict[str, list[ast.expr]]
    imports: dict[str, Place]
    leads: dict[str, list[Place]]


@dataclass(frozen=True)
class Definitions:
    """The definitions of some packages.

    Args:
        packages: names of the top-level packages that are followed.
        apart: modules, or definitions as "module:name", that are not followed.
        types: whether annotations count; if not, a definition still reaches the classes that its annotations name.
    """

    packages: tuple[str, ...]
    apart: tuple[str, ...] = ()
    types: bool = True

    def reached(self, *start: str) -> list[tuple[str, str]]:
        """The definitions that some definitions reach, themselves included, as sorted pairs (module, name).

        Args:
            start: definitions as "module:name", or whole modules as "module".

        Raises:
            ValueError: there is no such module or definition in the packages.
        """
        waiting: list[Place] = []
        for text in start:
            module, _, name = text.partition(":")
            known = self.read(module)
            if known is None or (name and name not in known.definitions.keys() | known.imports.keys()):
                told = ", ".join(self.packages)
                raise ValueError(f"start must name definitions of {told} as 'module:name', got {text!r}")
            waiting.append((module, name or None))
        found: set[tuple[str, str]] = set()
        while waiting:
            module, name = waiting.pop()
            known = self.read(module)
            if known is None or module in self.apart or f"{module}:{name}" in self.apart:
                continue
            if name in known.imports:
                waiting.append(self._source(*known.imports[name], None))
            # What defines nothing, such as a call that enters something in a table, is run with the module.
            wanted = known.definitions if name is None else {name, ""} & known.definitions.keys()
            for one in {(module, each) for each in wanted} - found:
                found.add(one)
                waiting += self._next(module, one[1])
        return sorted(found)

    def text_of(self, module: str, name: str) -> str:
        """A definition that `reached` found, in words: its syntax without docstrings, comments and imports.

        What it imports is among the definitions that it reaches.
        """
        return in_words(self.read(module).definitions[name])

    def leads(
        self, statements: list[ast.stmt], module: str, definitions: Container[str], imports: Mapping[str, Place]
    ) -> list[Place]:
        """The definitions that some statements of a module mention."""
        found: list[Place] = []
        for mentioned, attribute in _mentioned(statements):
            if mentioned in imports:
                found.append(self._source(*imports[mentioned], attribute))
            elif mentioned in definitions:
                found.append((module, mentioned))
        return found + [self._source(*imported, None) for imported in imported_names(statements, module).values()]

    @cache  # noqa: B019  (equal values share it, and there are few)
    def read(self, name: str) -> Module | None:
        """A module of the packages; None where the name is none, such as an attribute of one or another package."""
        if name.split(".")[0] not in self.packages:
            return None
        try:
            spec = find_spec(name)
        except ModuleNotFoundError:
            return None
        if spec is None or spec.origin is None:
            return None
        path = Path(spec.origin)
        # What a package offers lazily is named in the stub beside it.
        files = [file for file in (path, path.with_suffix(".pyi")) if file.is_file()]
        return _module(name, [file.read_text(encoding="utf-8") for file in files], types=self.types)

    def _next(self, module: str, name: str) -> list[Place]:
        """Definitions that one leads to at once; told once a module, since many starts pass the same definitions."""
        known = self.read(module)
        if name not in known.leads:
            known.leads[name] = self.leads(known.definitions[name], module, known.definitions, known.imports)
            named = self.leads(known.annotations.get(name, []), module, known.definitions, known.imports)
            known.leads[name] += [place for place in named if self._is_class(place)]
        return known.leads[name]

    def _is_class(self, place: Place) -> bool:
        module, name = place
        known = self.read(module)
        return known is not None and any(isinstance(each, ast.ClassDef) for each in known.definitions.get(name, []))

    def _source(self, module: str, name: str | None, attribute: str | None) -> Place:
        """Module and definition that an imported name, or its attribute where it is a module, stands for."""
        inner = f"{module}.{name}" if name else module
        return (inner, attribute) if self.read(inner) else (module, name)


# The annotations that `dataclass` reads; of all others only that they are there counts for it.
_READ = {"ClassVar", "InitVar", "KW_ONLY"}


def _is_read(annotation: ast.expr) -> bool:
    return any(word in ast.unparse(annotation) for word in _READ)


class _Untyped(ast.NodeTransformer):
    """Takes the annotations out of a statement and keeps them, and leaves out what only a type checker imports."""

    def __init__(self) -> None:
        self.annotations: list[ast.expr] = []

    def visit_arg(self, node: ast.arg) -> ast.arg:
        self.annotations += [node.annotation] if node.annotation else []
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: Any) -> Any:
        self.annotations += [node.returns] if node.returns else []
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        # A dataclass has a field for each annotated name, so the names stay.
        for field in node.body:
            if isinstance(field, ast.AnnAssign) and not _is_read(field.annotation):
                self.annotations.append(field.annotation)
                field.annotation = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: Any) -> Any:
        if node.annotation is None or _is_read(node.annotation):
            return self.generic_visit(node)
        self.annotations.append(node.annotation)
        plain = ast.Assign([node.target], node.value) if node.value else ast.Pass()
        return self.generic_visit(plain)

    def visit_If(self, node: ast.If) -> Any:
        checked_only = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return [self.visit(other) for other in node.orelse] if checked_only else self.generic_visit(node)


def _module(name: str, texts: list[str], *, types: bool) -> Module:
    """The module called `name` whose code, and perhaps its stub, read so."""
    statements = [statement for text in texts for statement in _bare(ast.parse(text)).body]
    module = Module({}, {}, imported_names(statements, name), {})
    for statement in statements:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        names = {getattr(statement, "name", None), *(getattr(target, "id", None) for target in targets)} - {None}
        untyped = _Untyped()
        bare = statement if types else untyped.visit(statement)
        if bare == []:  # for a type checker alone
            continue
        for defined in names or {""}:
            module.definitions.setdefault(defined, []).extend(bare if isinstance(bare, list) else [bare])
            module.annotations.setdefault(defined, []).extend(untyped.annotations)
    return module


def _bare(tree: ast.Module) -> ast.Module:
    """The tree without its docstrings."""
    for node in ast.walk(tree):
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        if documented and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:]
    return tree


def imported_names(statements: list[ast.stmt], module: str) -> dict[str, Place]:
    """Imported names, each with the module it comes from and its name there (None for the module itself)."""
    found: dict[str, Place] = {}
    package = module if (spec := find_spec(module)) and spec.submodule_search_locations else module.rpartition(".")[0]
    for node in (node for statement in statements for node in ast.walk(statement)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.split(".")[0]] = (alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            found.update({alias.asname or alias.name: (base, alias.name) for alias in node.names})
    return found


def _mentioned(node: Any) -> Iterator[Place]:
    """Names in a tree, with the attribute that is asked of them."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        yield node.value.id, node.attr
    elif isinstance(node, ast.Name):
        yield node.id, None
    else:
        for child in node if isinstance(node, list) else ast.iter_child_nodes(node):
            yield from _mentioned(child)


def in_words(node: Any) -> str:
    """A tree in words, without what is empty, so that versions of Python agree about it."""
    if isinstance(node, list):
        kept = (each for each in node if not isinstance(each, (ast.Import, ast.ImportFrom)))
        return "[" + ", ".join(map(in_words, kept)) + "]"
    if isinstance(node, ast.AST):
        parts = (f"{name}={in_words(value)}" for name, value in ast.iter_fields(node) if value not in (None, []))
        return f"{type(node).__name__}({', '.join(parts)})"
    return repr(node)
