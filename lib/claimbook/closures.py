"""The code that a check rests on: what its call reaches on its page, in its companion and in the library.

The text of a check names its predicate and its cases; what those are stands elsewhere. They are followed from the names
in the call through the cells of the page and on through the packages of the book, definition by definition. The kit
is none of them: an edit of the checks themselves is no edit of what they compare.
"""

import ast
import builtins
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from claimbook.book import current
from claimbook.definitions import Definitions, imported_names, in_words

PAGE = "__page__"  # the name under which the cells of a page stand for a module
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def _here(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one, without what stands in functions and comprehensions, whose names are their own."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, SCOPES):
            yield child
        else:
            yield from _here(child)


def _bases(node: ast.AST) -> set[str]:
    return {base.id for base in ast.walk(node) if isinstance(base, ast.Name)}


def _replaces(statement: ast.stmt) -> set[str]:
    """The names to which a statement of a cell gives a value, or something in which it replaces."""
    names = set()
    for node in _here(statement):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            names |= _bases(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setattr" and node.args:
            names |= _bases(node.args[0])
    return names


def _settles(statement: ast.stmt) -> set[str]:
    """The names that a statement of a cell gives a value, or whose value it may change."""
    calls = (n.value.func for n in _here(statement) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Call))
    owners = (getattr(call, "value", None) for call in calls)  # rows.append(...)
    return _replaces(statement) | {owner.id for owner in owners if isinstance(owner, ast.Name)}


def _locals(tree: ast.AST) -> set[str]:
    """The names that functions and comprehensions in a tree bind for themselves."""
    names = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    inner = (node for scope in ast.walk(tree) if isinstance(scope, SCOPES) for node in ast.walk(scope))
    return names | {n.id for n in inner if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _code() -> Definitions:
    """The definitions of the packages that the book is about."""
    return Definitions(current().packages, current().apart)


@cache
def _below(module: str, name: str | None) -> tuple[tuple[str, str], ...]:
    """The definitions that one of the packages reaches, each as its name and a digest of its text."""
    try:
        found = _code().reached(f"{module}:{name}" if name else module)
    except ValueError:  # of another package, or an attribute of a value
        return ()
    return tuple((f"{m}:{n}", _hash(m, n)) for m, n in found)


@cache
def _hash(module: str, name: str) -> str:
    return _short(_code().text_of(module, name))


def text_size(module: str, name: str) -> int:
    """The length of the text of a definition, in signs of its syntax."""
    return len(_code().text_of(module, name))


class Page:
    """The code of a page, and what each of its checks rests on."""

    def __init__(self, cells: Iterable[str]) -> None:
        self.cells: list[list[ast.stmt]] = []
        for cell in cells:
            try:
                self.cells.append(ast.parse(cell).body)
            except SyntaxError:  # a magic or a shell line
                self.cells.append([])
        statements = [statement for cell in self.cells for statement in cell]
        self.imports = imported_names(statements, PAGE)
        self.definitions: dict[str, list[ast.stmt]] = {}
        for statement in statements:
            if not isinstance(statement, (ast.Import, ast.ImportFrom)):
                # What is imported is settled elsewhere, unless the page puts something else in its place.
                for name in _settles(statement) - (self.imports.keys() - _replaces(statement)):
                    self.definitions.setdefault(name, []).append(statement)
        self._settled: dict[str, tuple[str, list[tuple[str, str | None]]]] = {}
        self._known: dict[tuple[int, str], Mapping[str, str]] = {}

    def closure(self, cell: int, source: str) -> Mapping[str, str]:
        """The definitions that a check in a cell rests on: name of each definition, and a digest of its text."""
        if (cell, source) not in self._known:
            self._known[cell, source] = self._closure(cell, source)
        return self._known[cell, source]

    def _closure(self, cell: int, source: str) -> dict[str, str]:
        tree = ast.parse(source)
        told = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - _locals(tree)
        waiting, found = self._leads([tree]), {}
        if told - {*self.definitions, *self.imports, *dir(builtins)}:
            waiting += self._leads(self.cells[cell])  # the call stands in a function elsewhere, which the cell enters
        seen = set()
        while waiting:
            module, name = waiting.pop()
            if (module, name) in seen:
                continue
            seen.add((module, name))
            if module == PAGE:
                found[f"page:{name}"], further = self._definition(name)
                waiting += further
            else:
                found.update(_below(module, name))
        return found

    def _definition(self, name: str) -> tuple[str, list[tuple[str, str | None]]]:
        """A digest of what settles a name of the page, and what that leads to."""
        if name not in self._settled:
            statements = self.definitions[name]
            self._settled[name] = _short(in_words(statements)), self._leads(statements)
        return self._settled[name]

    def _leads(self, statements: list[ast.AST]) -> list[tuple[str, str | None]]:
        found = [(m, n) for m, n in _code().leads(statements, PAGE, self.definitions, self.imports) if m != PAGE or n]
        mentioned = {n.id for tree in statements for n in ast.walk(tree) if isinstance(n, ast.Name)}
        return found + [(PAGE, name) for name in sorted(mentioned & self.imports.keys() & self.definitions.keys())]
