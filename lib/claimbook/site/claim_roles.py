"""The roles that pages from the register are written with: verdicts, links to badges and tests, the numbers as bars."""

from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util.docutils import SphinxDirective

from claimbook.book import current
from claimbook.opened import open_book
from claimbook.register import VERDICTS, Part, parts
from claimbook.site.claim_graph import page_title


def verdict_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{verdict}`holds-if``: the verdict in words and colour."""
    if text not in VERDICTS:
        problem = inliner.reporter.error(f"verdict must be one of {', '.join(VERDICTS)}; got {text!r}", line=lineno)
        return [], [problem]
    return [nodes.inline(rawtext, text.replace("-", " "), classes=["verdict", f"verdict-{text}"])], []


def id_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{claim-id}`payments/figure-1``: the id as code."""
    return [nodes.literal(rawtext, text, classes=["claim-id"])], []


def checked_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{checked}`payments/why-payments#anchor``: a link to the first badge of a claim on a page."""
    page, _, anchor = text.partition("#")
    title = nodes.inline(rawtext, page_title(page, current().root), classes=["to-badge"], badge=f"check-{anchor}")
    link = pending_xref(
        rawtext,
        title,
        reftype="doc",
        refdomain="std",
        reftarget=f"/{current().pages}/{page}",
        refexplicit=True,
        refwarn=True,
    )
    return [link], []


def lead_to_badges(app, doctree, docname):
    """Sends the links of `checked` on to the badge, which only the pages of the site have."""
    if app.builder.format == "html":
        for title in doctree.findall(lambda node: isinstance(node, nodes.inline) and "badge" in node):
            if isinstance(title.parent, nodes.reference):
                title.parent["refuri"] += f"#{title['badge']}"


def in_repository(inliner, path: str) -> str:
    """The address of a file of the project where it is published."""
    settings = inliner.document.settings.env.config.html_theme_options
    return f"{settings['repository_url'].rstrip('/')}/blob/{settings.get('repository_branch') or 'main'}/{path}"


def span_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{span}`row: lib/rows/part/page.toml:3-9``: the kind of a source span and its lines, a link to them."""
    what, _, told = text.partition(": ")
    path, _, lines = told.rpartition(":")
    place = f"{in_repository(inliner, path)}#L{lines.replace('-', '-L')}"
    return [nodes.reference(rawtext, f"{what} {lines}", refuri=place, reftitle=told, classes=["span"])], []


def backing_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{backing}`tests/part/test_game.py::test_ties``: the name of a test, a link to its file."""
    path, _, function = text.partition("::")
    place = in_repository(inliner, path)
    told = function.rpartition("::")[2].removeprefix("test_").replace("_", " ") or path
    return [nodes.reference(rawtext, told, refuri=place, reftitle=text, classes=["test"])], []


# What a reader wants to know first, in the order of the bars.
GROUPS = {
    "hold as printed": ("holds", "reproduced", "well-posed", "satisfiable", "implemented"),
    "need an assumption that is not printed": ("holds-if",),
    "are misprinted": ("misprint",),
    "are false as printed": ("false",),
    "depend on a formula that we have not seen": ("depends",),
    "are numbers that we do not find again": ("differs",),
    "cannot be tested": ("not-testable",),
    "are new": ("new", "conjecture"),
    "are added and known from elsewhere": ("known",),
}


# What a sentence about the register may count: the statements in print, those with a verdict, those
# that cannot be tested, and those judged under our reading of a formula that is lost.
COUNTS = {
    "printed": lambda words: words not in ("are new", "are added and known from elsewhere"),
    "judged": lambda words: COUNTS["printed"](words) and words != "cannot be tested",
    "untested": lambda words: words == "cannot be tested",
    "unseen": lambda words: words == "depend on a formula that we have not seen",
}


def row_files(part: str = "*") -> list[str]:
    """The files in which the rows of the register stand, of one part or of all."""
    return [str(path) for path in sorted(current().folder("rows").glob(f"{part}/*.toml"))]


def count(what: str) -> int:
    """One of `COUNTS` over all parts."""
    verdicts = {verdict for words, group in GROUPS.items() if COUNTS[what](words) for verdict in group}
    return sum(entry.verdict in verdicts for part in parts() for entry in part.entries)


def count_role(name, rawtext, text, lineno, inliner, options=None, content=None):
    """`{claim-count}`judged``: a number of the register, so that no sentence about it grows old."""
    if text not in COUNTS:
        problem = inliner.reporter.error(f"claim-count must be one of {', '.join(COUNTS)}; got {text!r}", line=lineno)
        return [], [problem]
    for path in row_files():
        inliner.document.settings.env.note_dependency(path)
    return [nodes.Text(str(count(text)))], []


def numbers_html(register: tuple[Part, ...]) -> str:
    """One bar for each part, split by verdict; every piece leads to its rows. One part alone has numbers in the key."""
    lines, counts = [], {}
    for part in register:
        pieces = []
        for words, verdicts in GROUPS.items():
            counts[words] = number = sum(entry.verdict in verdicts for entry in part.entries)
            if number:
                link = f"claims-{part.name}.html?verdict={verdicts[0]}"
                pieces.append(
                    f'<a class="bar verdict-{verdicts[0]}" style="flex-grow:{number}" href="{link}" '
                    f'aria-label="{part.name}: {number} {words}" title="{number} {words}">{number}</a>'
                )
        lines.append(
            f'<div class="bar-row"><a class="bar-name" href="claims-{part.name}.html">{part.name}</a>'
            f'<div class="bar-pieces">{"".join(pieces)}</div></div>'
        )
    if len(register) == 1:
        keys = {words: f"{number} {words}" for words, number in counts.items() if number}
        keys |= {words: text.replace("1 are ", "1 is ") for words, text in keys.items() if counts[words] == 1}
    else:
        keys = {words: words for words in GROUPS}
    marks = "".join(f'<span class="bar-key verdict-{GROUPS[words][0]}">{text}</span>' for words, text in keys.items())
    return f'<div class="claim-numbers">{"".join(lines)}<p class="bar-keys">{marks}</p></div>'


def totals(register: tuple[Part, ...]) -> str:
    """The sum of all bars in a sentence."""
    numbers = {
        words: sum(e.verdict in verdicts for part in register for e in part.entries)
        for words, verdicts in GROUPS.items()
    }
    new, known = numbers.pop("are new"), numbers.pop("are added and known from elsewhere")
    told = ", ".join(f"{number} {words}" for words, number in numbers.items() if number)
    were = "was known and is" if known == 1 else "were known and are"
    return f"Of {sum(numbers.values())} claims in print {told}. {new} statements are new, {known} {were} added."


class ClaimNumbers(SphinxDirective):
    """Directive `{claim-numbers}`: how many claims each part has, by verdict."""

    def run(self):
        for path in row_files():
            self.env.note_dependency(path)
        text = totals(parts())
        return [
            nodes.raw("", numbers_html(parts()), format="html"),
            nodes.paragraph(text, text, classes=["claim-totals"]),
        ]


def setup(app):
    open_book(Path(app.srcdir))
    for name, role in (
        ("verdict", verdict_role),
        ("claim-id", id_role),
        ("checked", checked_role),
        ("backing", backing_role),
        ("span", span_role),
        ("claim-count", count_role),
    ):
        app.add_role(name, role)
    app.add_directive("claim-numbers", ClaimNumbers)
    app.connect("doctree-resolved", lead_to_badges)
    app.add_css_file("claims.css")
    app.add_js_file("claims.js", loading_method="defer", priority=450)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
