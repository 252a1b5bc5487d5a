"""Where the evidence lies: records in executed notebooks, markers in tests, labels in notebook sources."""

import ast
import json
import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, partial
from pathlib import Path

from claimbook.book import Book
from claimbook.cells import cells
from claimbook.closures import Page
from claimbook.formulas import plain
from claimbook.receipts import Record, mime
from claimbook.seal import unsealed
from claimbook.statements import Statement, settings, statements

# Where evidence does not count: cells that the site leaves out or folds away, solutions of exercises.
HIDDEN = {"remove-cell", "remove-output", "hide-cell", "hide-output"}
SOLUTION = re.compile(r"\{solution-(start|end)\}")


@dataclass(frozen=True)
class Found:
    """A record and the page (`<part>/<file>` without ending) whose execution left it."""

    page: str
    record: Record
    hidden: bool = False  # in a cell that no reader sees, or in the solution of an exercise
    below: Callable[[], Mapping[str, str]] = field(default=dict, compare=False)  # finds `code`, which takes a while

    @property
    def code(self) -> Mapping[str, str]:
        """The definitions that the check rests on, each with a digest of its text."""
        return self.below()


@dataclass
class Evidence:
    """All that is known about the claims, by id; and the labels of statements by `<part>/<label>`."""

    records: dict[str, list[Found]] = field(default_factory=lambda: defaultdict(list))
    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # path::name
    labels: dict[str, str] = field(default_factory=dict)  # page on which the statement stands
    statements: dict[str, Statement] = field(default_factory=dict)  # the statement itself
    settings: dict[str, dict[str, str]] = field(default_factory=dict)  # by page and name
    malformed: list[str] = field(default_factory=list)  # problems met while reading
    texts: dict[str, str] = field(default_factory=dict)  # the source of each page, as `plain` leaves it

    def visible(self, id: str) -> list[Record]:
        """The records of a claim that a reader sees."""
        return [found.record for found in self.records.get(id, ()) if not found.hidden]

    def pages(self, id: str) -> set[str]:
        """The pages that state or check a claim."""
        return {found.page for found in self.records.get(id, ())} | {page for page in [self.labels.get(id)] if page}


def read_record(content: object) -> Record:
    """The record in the JSON that a check left.

    Raises:
        ValueError: fields are missing, or there are others.
    """
    names = {f.name for f in fields(Record)}
    if not isinstance(content, dict) or set(content) - {"grade"} != names:
        raise ValueError(f"a record must have exactly the fields {sorted(names)}; got {content!r}")
    values = {name: content[name] for name in names}
    return Record(**values | {"symbols": tuple(content["symbols"])})


def notebook_records(path: Path) -> Iterator[Record]:
    """The records in the outputs of one executed notebook, in order."""
    return (record for _cell, record, _hidden in cell_records(json.loads(path.read_text(encoding="utf-8"))["cells"]))


def cell_records(cells: Iterable[Mapping]) -> Iterator[tuple[int, Record, bool]]:
    """For each record in some cells: number of the code cell, the record, and whether no reader looks there."""
    solution, number = False, -1
    for cell in cells:
        number += cell.get("cell_type") == "code"
        if cell.get("cell_type") == "markdown":
            for end in SOLUTION.findall("".join(cell["source"])):
                solution = end == "start"
        hidden = solution or bool(HIDDEN & set(cell.get("metadata", {}).get("tags", [])))
        for output in cell.get("outputs", []):
            content = output.get("data", {}).get(mime())
            if content is not None:
                yield number, read_record(json.loads(content) if isinstance(content, str) else content), hidden


def code(cells: Iterable[Mapping]) -> list[str]:
    """The sources of the code cells."""
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def _checking(notebook: Mapping) -> list[str]:
    """The code of a notebook without the cell that brings the package, which only the pair of a page has."""
    return [
        text
        for text in code(notebook["cells"])
        if not text.startswith(("# Needs: ", "# Brings the package of the book"))
    ]


def notebook_problems(notebook: Mapping, source: Path) -> Iterator[str]:
    """The reasons why an executed notebook is no evidence: other code than the page has, records that no check left."""
    pair, page = source.with_suffix(".ipynb"), source.with_suffix(".md")
    if pair.is_file():
        now = _checking(json.loads(pair.read_text(encoding="utf-8")))
    else:
        now = _checking({"cells": cells(page.read_text(encoding="utf-8"))}) if page.is_file() else _checking(notebook)
    if now != _checking(notebook):
        yield "it ran with other code than the page has now; execute it again"
    if any(mime() in text or "claimbook.receipts" in text for text in code(notebook["cells"])):
        yield "a cell writes records by hand; only checks leave records"


def _can_fail(function: ast.AST) -> bool:
    """True if a test holds an assertion that is no constant, or calls something that asserts."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if any(word in name for word in ("assert", "raises", "warns", "check")):
                return True
    return False


def passed_tests(report: Path) -> set[str]:
    """The tests that ran and passed by a JUnit file, as `path::name` and, for marks on modules and classes, what holds
    them.

    A parametrised test passes if one of its cases ran and none failed.
    """
    good, bad = set(), set()
    for case in ET.parse(report).iter("testcase"):
        dotted, name = case.get("classname", ""), case.get("name", "").partition("[")[0]
        parts = dotted.split(".")
        module = next((n for n, part in enumerate(parts) if part.startswith("test_")), len(parts) - 1) + 1
        path = "/".join(parts[:module]) + ".py"
        owner = "::".join([path, *parts[module:]])
        if case.find("failure") is not None or case.find("error") is not None:
            bad.add(f"{owner}::{name}")
        elif case.find("skipped") is None:
            good |= {path, owner, f"{owner}::{name}"}
    return good - bad


def marked_tests(path: Path, root: Path) -> Iterator[tuple[str, str]]:
    """The pairs (claim id, `path::test`) of the `backs` markers in one test file, read without running it.

    A test that asserts nothing backs nothing.

    Raises:
        ValueError: a marker names its ids by something other than literal strings.
    """
    where = path.relative_to(root).as_posix()

    def walk(node: ast.AST, owner: str) -> Iterator[tuple[str, str]]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            owner = f"{owner}::{node.name}"
            if not _can_fail(node):
                return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "backs":
            if not node.args or node.keywords:
                raise ValueError(f"{where}:{node.lineno}: a backs marker needs the ids of claims")
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise ValueError(f"{where}:{node.lineno}: a backs marker must name its ids as literal strings")
                yield argument.value, owner
            return
        for child in ast.iter_child_nodes(node):
            yield from walk(child, owner)

    yield from walk(ast.parse(path.read_text(encoding="utf-8")), where)


def stated(notebooks: Path, evidence: Evidence | None = None) -> Evidence:
    """The statements in the sources of the pages: their texts, statements and settings, added to `evidence`."""
    evidence = Evidence() if evidence is None else evidence
    for path in sorted(notebooks.glob("*/*.md")):
        text, page = path.read_text(encoding="utf-8"), f"{path.parent.name}/{path.stem}"
        evidence.texts[page], evidence.settings[page] = plain(text), settings(text)
        for statement in statements(text):
            # Labels are global over the book, so a label may carry the name of its part.
            id = f"{path.parent.name}/{statement.label.removeprefix(path.parent.name + '-')}"
            evidence.labels[id], evidence.statements[id] = page, statement
    return evidence


def _below(whole: Callable[[], Page], cell: int, source: str) -> Mapping[str, str]:
    return whole().closure(cell, source)


def evidence_of(book: Book) -> Evidence:
    """Everything that the folders of a book say about its claims.

    Raises:
        ValueError: no page has been executed.
    """
    return gather(book.folder("executed"), book.folder("pages"), book.folder("tests"))


def gather(executed: Path, notebooks: Path, tests: Path) -> Evidence:
    """Everything the executed notebooks, their sources and the tests say about claims.

    Args:
        executed: folder with `<part>/<page>.ipynb`, outputs included.
        notebooks: folder with the sources `<part>/<page>.md`.
        tests: folder of the tests.

    Raises:
        ValueError: `executed` holds no notebook.
    """
    evidence = Evidence(malformed=unsealed(executed))
    ran = sorted(executed.glob("*/*.ipynb"))
    if not ran:
        raise ValueError(
            f"executed must be a folder with executed notebooks <part>/<page>.ipynb; found none in {executed}"
        )
    for path in ran:
        page = f"{path.parent.name}/{path.stem}"
        try:
            notebook = json.loads(path.read_text(encoding="utf-8"))
            evidence.malformed += [
                f"{page}: {problem}" for problem in notebook_problems(notebook, notebooks / f"{page}.md")
            ]
            # Most who look at the evidence never ask for the code below it.
            whole = cache(partial(Page, code(notebook["cells"])))
            for cell, record, hidden in cell_records(notebook["cells"]):
                below = partial(_below, whole, cell, record.source)
                evidence.records[record.claim].append(Found(page, record, hidden, below))
        except ValueError as error:
            evidence.malformed.append(f"{page}: {error}")
    stated(notebooks, evidence)
    for path in sorted(tests.rglob("test_*.py")):
        try:
            for id, test in marked_tests(path, tests.parent):
                if test not in evidence.tests[id]:
                    evidence.tests[id].append(test)
        except ValueError as error:
            evidence.malformed.append(str(error))
    return evidence
