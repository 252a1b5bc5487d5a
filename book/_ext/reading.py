"""Folds what a reader need not see first: the code of checks, plots and settings, under one badge for each claim.

A cell stays open when somebody should read it: at most `LONGEST` lines, none over `WIDEST`, that check nothing, draw
nothing and set nothing up.
The tag `read` keeps a cell open whatever it does, `hide-input` folds it. What a fold holds is `<details>`, so it can be
reached without scripts; book.js adds the switch that opens all of it.

Neighbouring folded cells share one row of badges. A claim's badge unfolds its certificates, the other steps, and the
code where the cell serves no other claim; else the code has a fold of its own at the end of the row.
"""

import ast
import json
import re
from dataclasses import dataclass, field
from html import escape

from docutils import nodes
from results import executed_path, notebook_of

from claimbook.site.badges import Receipt, body, readable, receipt, rows, summary

LONGEST, WIDEST = (
    15,
    76,
)  # lines of a cell that stays open, and characters of its lines: 79 stand in the column at 1280 px
FITS, SMALL = 72, 93  # characters of a line that fit in the usual type and in a smaller one, within a solution too
MIME = "application/vnd.incentives.check+json"
PYTHONS_OWN = {
    "None",
    "True",
    "False",
    "Fraction",
    "array",
    "frozenset",
    "set",
    "float",
    "int",
    "dtype",
    "object",
    "inf",
    "nan",
}


@dataclass
class Cell:
    """A code cell of the page beside what its run left; without a page, `node` is None."""

    node: nodes.Element | None
    source: str
    tags: frozenset[str]
    receipts: list[Receipt] = field(default_factory=list)
    draws: bool = False


class fold(nodes.General, nodes.Element):
    """A part that unfolds: `summary` is HTML for the line that stays."""


def visit_fold(self, node):
    mark = f' id="{node["anchor"]}"' if node.get("anchor") else ""
    classes = " ".join(node["classes"])
    self.body.append(f'<details class="{classes}"{mark}><summary>{node["summary"]}</summary><div class="fold-body">')


def depart_fold(self, node):
    self.body.append("</div></details>\n")


def only_sets_up(source: str) -> bool:
    """True if a cell holds nothing but imports and settings of the style, or nothing but definitions."""
    try:
        lines = ast.parse(re.sub(r"(?m)^\s*[%!].*$", "", source)).body
    except SyntaxError:
        return False
    imports = [isinstance(line, (ast.Import, ast.ImportFrom)) for line in lines]
    defined = [isinstance(line, (ast.FunctionDef, ast.ClassDef)) for line in lines]
    return any(imports) or (bool(defined) and all(defined))


def sets_up(cell: Cell) -> bool:
    """True if a folded cell is nothing but settings of the page or imports: its code waits at the end of the page."""
    quiet = not cell.receipts and not cell.draws and outputs(cell) is None
    return quiet and ("parameters" in cell.tags or imports_only(cell.source))


def imports_only(source: str) -> bool:
    """True if a cell holds nothing but imports and calls such as `figures.use_style()`."""
    try:
        lines = ast.parse(re.sub(r"(?m)^\s*[%!].*$", "", source)).body
    except SyntaxError:
        return False
    kinds = [type(line) for line in lines]
    return (
        ast.Import in kinds or ast.ImportFrom in kinds
        if set(kinds) <= {ast.Import, ast.ImportFrom, ast.Expr}
        else False
    )


def stays_open(cell: Cell) -> bool:
    """True if a reader should read the code of this cell."""
    if "read" in cell.tags:
        return True
    folded = cell.tags & {"parameters", "hide-input", "hide-cell"}
    if folded or cell.receipts or cell.draws or "claim(" in cell.source or only_sets_up(cell.source):
        return False
    lines = cell.source.splitlines()
    return len(lines) <= LONGEST and max(map(len, lines), default=0) <= WIDEST


def speaks(text: str) -> bool:
    """True if an output says something without the code that made it: it has a word that is not Python's.

    >>> speaks("10560 misreports"), speaks("(1261, None)"), speaks("[Fraction(1, 3), True]")
    (True, False, False)
    """
    return any(word not in PYTHONS_OWN for word in re.findall(r"[A-Za-z]{3,}", text))


def holds_receipt(output: nodes.Node) -> bool:
    """True if an output is nothing but a receipt."""
    raws = list(output.findall(nodes.raw)) if isinstance(output, nodes.Element) else []
    return any(re.match(r'\s*<(?:details|div) class="receipt ', raw.astext()) for raw in raws)


def is_bare(output: nodes.Node) -> bool:
    """True if an output is the value of the last line, in Python's words only."""
    plain = isinstance(output, nodes.Element) and "text_plain" in output.get("classes", [])
    return plain and not speaks(output.astext())


def inputs(cell: Cell) -> list[nodes.Node]:
    return [n for n in cell.node.findall(nodes.container) if n.get("nb_element") == "cell_code_source"]


def outputs(cell: Cell) -> nodes.Element | None:
    return next((n for n in cell.node.findall(nodes.container) if n.get("nb_element") == "cell_code_output"), None)


def cell_of(node: nodes.Element | None, ran: dict) -> Cell:
    """A code cell with what an executed notebook says of it."""
    made = Cell(node, "".join(ran["source"]), frozenset(ran["metadata"].get("tags", [])))
    for output in ran["outputs"]:
        data = output.get("data", {})
        if MIME in data:
            made.receipts.append(receipt(data[MIME], "".join(data["text/html"])))
        made.draws |= any(kind.startswith("image/") for kind in data)
    return made


def cells_of(doctree: nodes.document, notebook: dict) -> list[Cell]:
    """The code cells on a page, each with the receipts that the executed notebook holds for it."""
    ran = enumerate(cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    found = []
    for node in list(doctree.findall(nodes.container)):
        if node.get("nb_element") != "cell_code":
            continue
        shown = next((n for n in node.findall(nodes.literal_block)), None)
        if shown is None:
            continue
        # Cells that the page leaves out are passed over; both lists have the same order.
        for place, cell in ran:
            source = "".join(cell["source"])
            if source.strip() == shown.astext().strip():
                name = f"code-{place}"  # a page that runs in the browser finds its cells by it
                break
        else:
            raise ValueError(f"the page must show the cells of its executed notebook; it has {shown.astext()[:80]!r}")
        made = cell_of(node, cell)
        for part in filter(None, [*inputs(made), outputs(made)]):
            part["classes"].append(name)
        found.append(made)
    return found


def badges(group: list[Cell], row_of, seen: set[str], found: dict[str, list[Receipt]]) -> nodes.Element:
    """One row for neighbouring folded cells: a badge for each claim, and the code that serves several or none.

    A claim has one badge on a page, where it is checked first; the badge holds all its receipts. The code of what is
    checked later is folded where it stands.
    """
    from claimbook.register import find_entry

    claims = dict.fromkeys(each.claim for cell in group for each in cell.receipts if each.claim not in seen)
    seen.update(claims)
    row = nodes.container(classes=["checks"] if claims else ["checks", "quiet"])
    code: dict[str, list[nodes.Node]] = {claim: [] for claim in claims}
    rest: list[nodes.Node] = []
    for cell in group:
        served = {each.claim for each in cell.receipts}
        place = code.get(served.pop(), rest) if len(served) == 1 else rest
        place += inputs(cell)
        place += [o for o in (outputs(cell) or []) if is_bare(o)]
    for claim in claims:
        entry = find_entry(claim)
        badge = fold(summary=summary(entry, found[claim]), classes=["badge-claim", f"verdict-{entry.verdict}"])
        badge["anchor"] = f"check-{entry.anchor}"
        badge += nodes.raw("", body(entry, found[claim], row_of(entry)), format="html")
        badge += code[claim]
        row += badge
    if rest:
        row += fold("", *rest, summary="code", classes=["code-fold"])
    return row


def speak(doctree: nodes.document) -> None:
    """Values among the outputs are written as people write them: 4/3 and {0, 2}, not Fraction(4, 3) and frozenset({0,
    2}).
    """
    for block in doctree.findall(nodes.literal_block):
        text = block.astext()
        if "text_plain" in block.get("classes", []) and (told := readable(text)) != text:
            block.rawsource = told  # else it counts as parsed already, and is not set as an output
            block.children = []
            block += nodes.Text(told)


def fit_outputs(doctree: nodes.document) -> None:
    """Outputs with long lines get a smaller type, and with very long ones break, so that nothing is cut."""
    for block in doctree.findall(nodes.literal_block):
        longest = max(map(len, block.astext().splitlines()), default=0)
        if block.parent.get("nb_element") != "cell_code_source" and longest > FITS:
            block["classes"].append("small" if longest <= SMALL else "wraps")


def fold_page(doctree: nodes.document, notebook: dict, row_of) -> None:
    """Folds one page in place."""
    cells = cells_of(doctree, notebook)
    found: dict[str, list] = {}
    for cell in cells:
        for each in cell.receipts:
            found.setdefault(each.claim, []).append(each)
    known = {id(cell.node): cell for cell in cells}
    folded = {id(cell.node) for cell in cells if not stays_open(cell)}
    seen: set[str] = set()
    aside: list[nodes.Node] = []
    for parent in dict.fromkeys(cell.node.parent for cell in cells):
        children: list[nodes.Node] = []
        group: list[Cell] = []

        def emit(children=children, group=group):
            if group:
                children.append(badges(list(group), row_of, seen, found))
                group.clear()

        for child in list(parent.children):
            if id(child) not in folded:
                if not isinstance(child, nodes.comment):
                    emit()
                children.append(child)
                continue
            cell = known[id(child)]
            if sets_up(cell):
                aside += inputs(cell)
                continue
            group.append(cell)
            shown = [o for o in (outputs(cell) or []) if not holds_receipt(o) and not is_bare(o)]
            if not shown:
                continue
            # The evidence for what was said comes before the output; the code of a drawing comes after the drawing.
            last = [group.pop()] if cell.draws and not cell.receipts else []
            if any(each.receipts for each in group):
                emit()
            row = badges([*group, *last], row_of, seen, found) if group or last else None
            group.clear()
            output = outputs(cell)
            output.children = []
            output += shown
            child.children = []
            child += output
            children.append(child)
            if row is not None:
                children.append(row)
        emit()
        parent.children = []
        parent += children
    if aside:
        end = next((n for n in doctree.findall(nodes.section)), doctree)
        end += nodes.container(
            "",
            fold("", *aside, summary="settings and imports", classes=["code-fold"]),
            classes=["checks", "quiet", "set-up"],
        )


def title_verdicts(doctree: nodes.document, part: str, row_of) -> None:
    """The verdict of the claim that a statement states, as a chip in its title."""
    from claimbook.register import entries

    for node in doctree.findall(lambda n: isinstance(n, nodes.Admonition) and n.get("realtype")):
        entry = entries().get(f"{part}/{node['label'].removeprefix(part + '-')}")
        title = next(iter(node.findall(nodes.title)), None)
        if entry is None or title is None:
            continue
        said = f' title="{escape(entry.novelty)}"' if entry.novelty else ""
        chip = f'<a class="verdict verdict-{entry.verdict}" href="{row_of(entry)}"{said}>{escape(entry.told)}</a>'
        title += nodes.raw("", " " + paper_label(entry, title.astext()) + chip, format="html")


def paper_label(entry, title: str) -> str:
    """Where the paper has the statement, as HTML; nothing for a statement of ours, or whose title says it."""
    if (
        not entry.source
        or entry.source.partition(",")[0] in title
        or entry.verdict in ("new", "known", "conjecture")
        or entry.kind == "new"
    ):
        return ""
    return f'<span class="paper-label">{escape(re.sub(r"[$]", "", entry.source))} of the paper</span> '


def fold_resolved(app, doctree, docname):
    path = executed_path(docname)
    if app.builder.format != "html" or path is None or not path.is_file():
        return

    def row_of(entry):
        return f"{app.builder.get_relative_uri(docname, f'book/claims-{entry.part}')}#{entry.anchor}"

    notebook = json.loads(path.read_text(encoding="utf-8"))
    fold_page(doctree, notebook, row_of)
    speak(doctree)
    fit_outputs(doctree)
    if any(True for _ in doctree.findall(lambda n: isinstance(n, nodes.Admonition) and n.get("realtype"))):
        title_verdicts(doctree, docname.split("/")[1], row_of)


def shown_of(docname: str) -> str:
    """The facts that badges of a page take from elsewhere: verdicts and titles in the register, and the number of
    tests.
    """
    found = {record["claim"] for record in records(notebook_of(docname))}
    if not found:
        return ""
    from claimbook.register import entries

    return repr(
        [(each.id, each.told, each.title, rows().get(each.id)) for each in entries().values() if each.id in found]
    )


def records(notebook: dict) -> list[dict]:
    """The records in the outputs of an executed notebook."""
    return [
        o["data"][MIME]
        for cell in notebook.get("cells", [])
        for o in cell.get("outputs", [])
        if MIME in o.get("data", {})
    ]


def remember(app, env):
    for docname in env.found_docs:
        env.metadata[docname]["badges"] = shown_of(docname)


def outdated(app, env, added, changed, removed):
    """Pages whose badges would read differently now."""
    known = env.found_docs - added - changed
    return [docname for docname in known if env.metadata[docname].get("badges", "") != shown_of(docname)]


def setup(app):
    app.add_node(fold, html=(visit_fold, depart_fold))
    app.connect("doctree-resolved", fold_resolved)
    app.connect("env-updated", remember)
    app.connect("env-get-outdated", outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
