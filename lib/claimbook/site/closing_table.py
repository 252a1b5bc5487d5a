"""The closing table of a page: every claim that its cells check, with verdict, evidence and a single formula.

It stands folded under "What we found", made from the register and the records of the run, so it cannot say anything
else than they do. A formula is that of the object which SymPy compared, not one that somebody typed.
"""

import re
from collections.abc import Callable, Collection, Iterable
from html import escape

from docutils import nodes

from claimbook.site.badges import Receipt, evidence_words

SECTION = "What we found"
FORMULA = re.compile(r'<div class="receipt-formula">(\\\[.*?\\\])</div>', re.DOTALL)
LONGEST = 160  # of a formula in TeX that still reads in a table


def one_formula(receipts: Iterable[Receipt]) -> str:
    """The formula of a claim that is a single proved identity or inequality; nothing where it is long."""
    shown = [
        found[1]
        for each in receipts
        if (found := FORMULA.search(each.details)) and each.grade in ("proof", "inspection")
    ]
    if len(shown) != 1 or len(shown[0]) > LONGEST:
        return ""
    return shown[0].replace("\\[", "\\(").replace("\\]", "\\)")


def table(found: dict[str, list[Receipt]], badged: Collection[str], entry_of: Callable, row_of: Callable) -> str:
    """The folded table, in HTML.

    The titles of claims that are `badged` lead to their badges; `row_of` tells the address of a row.
    """
    rows = []
    for claim, receipts in found.items():
        entry = entry_of(claim)
        source = f' <span class="paper-label">{escape(re.sub("[$]", "", entry.source))}</span>' if entry.source else ""
        title = escape(entry.title)
        if claim in badged:
            title = f'<a href="#check-{escape(entry.anchor)}">{title}</a>'
        rows.append(
            f"<tr><td>{title}{source}</td>"
            f'<td><a class="verdict verdict-{entry.verdict}" '
            f'href="{escape(row_of(entry))}">{escape(entry.told)}</a></td>'
            f"<td>{escape(evidence_words(receipts))}</td><td>{one_formula(receipts)}</td></tr>"
        )
    return (
        f'<details class="verdict-table"><summary>All {len(rows)} claims that '
        "this page checks</summary>"
        '<div class="verdict-table-room"><table><thead><tr><th scope="col">claim</th><th scope="col">verdict</th>'
        '<th scope="col">evidence on this page</th><th scope="col">what SymPy compared</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div></details>"
    )


def close(
    doctree: nodes.document,
    found: dict[str, list[Receipt]],
    badged: Collection[str],
    entry_of: Callable,
    row_of: Callable,
) -> None:
    """Puts the table at the end of the page's closing section, if there are claims and such a section."""
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title)  # what stands in a definition or a proof is a section without one
        if found and title is not None and title.astext() == SECTION:
            own = [n for n, child in enumerate(section.children) if isinstance(child, nodes.section)]
            section.insert(
                own[0] if own else len(section), nodes.raw("", table(found, badged, entry_of, row_of), format="html")
            )
            return
