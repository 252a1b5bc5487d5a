"""Says on each page, and in the table of contents, what kind of page it is: the line under the title, the mark behind a
link. A core lecture ends with links to the lectures before and after it.
"""

import re
from html import escape

from course import PARTS, Page, beside, kind_words, minutes, page_of, pages, run_time
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

MARKS = {"practice": "practice", "audit": "audit", "red pen": "red pen"}
TOLD = {
    "opening": "the two screens before a part",
    "core": "a lecture of the path through the book",
    "lecture": "a lecture beside the core path",
    "practice": "runs, algorithms, measurements",
    "audit": "line by line, for who wants to check a proof",
    "red pen": "what is wrong in print",
}


def mark(page: Page) -> str:
    """The mark behind a link to a page, in HTML; nothing for the kinds that need none."""
    shown = str(page.lecture) if page.lecture else MARKS.get(page.kind)
    if shown is None:
        return ""
    return (
        f' <span class="kind kind-{page.kind.replace(" ", "-")}" title="{escape(kind_words(page))}: '
        f'{TOLD[page.kind]}">{shown}</span>'
    )


def link(name: str) -> addnodes.pending_xref:
    """A link to a page, by its title."""
    text = nodes.inline("", "", classes=["doc"])
    return addnodes.pending_xref(
        "", text, reftype="doc", refdomain="std", reftarget=f"/notebooks/{name}", refexplicit=False, refwarn=True
    )


def needs_nodes(page: Page) -> list[nodes.Node]:
    """The pages that a page needs, linked, with words between them."""
    found: list[nodes.Node] = []
    for at, need in enumerate(page.needs):
        if at:
            found.append(nodes.Text(" and " if at == len(page.needs) - 1 else ", "))
        found.append(link(need))
    return found


def time_words(page: Page) -> str:
    """The time that a page takes, in words.

    Exercises whose minutes are not named count nothing.
    """
    read, work = minutes(page)
    return f"{read} min" + (f", exercises {work} min" if work else "")


def lecture_bar(page: Page) -> nodes.Element:
    """The links that lead along the core path, whatever stands between two lectures in the table of contents."""
    bar = nodes.container(classes=["lecture-bar"])
    for words, other in zip(("Previous lecture", "Next lecture"), beside(page), strict=True):
        step = nodes.paragraph(classes=[words.partition(" ")[0].lower()])
        if other:
            step += [nodes.inline("", f"{words}: {other.lecture}. "), link(other.name)]
        bar += step
    return bar


class AddLine(SphinxTransform):
    """Puts the line under the title, before links are resolved."""

    default_priority = 410

    def apply(self, **options):
        page = page_of(self.env.docname)
        section = next(self.document.findall(nodes.section), None)
        if page is None or section is None:
            return
        told = " · ".join(filter(None, [time_words(page), run_time(page)]))
        line = nodes.paragraph(classes=["page-kind"])
        line += nodes.inline("", kind_words(page), classes=["kind-words", f"kind-{page.kind.replace(' ', '-')}"])
        line += nodes.Text(f" · {told}")
        if page.needs:
            line += [nodes.Text(" · needs "), *needs_nodes(page)]
        at = next((n for n, child in enumerate(section) if isinstance(child, nodes.title)), 0)
        section.insert(at + 1, line)
        if page.lecture:
            self.env.note_dependency(str(PARTS))
            section += lecture_bar(page)


def mark_contents(app, pagename, templatename, context, doctree):
    """Adds the marks to the links in the table of contents."""
    drawn = context.get("generate_toctree_html")
    if drawn is None:
        return
    marks = {
        "#" if page.docname == pagename else context["pathto"](page.docname): mark(page) for page in pages().values()
    }

    def marked(*arguments, **options):
        html = str(drawn(*arguments, **options))
        return re.sub(
            r'(<li class="toctree-l\d[^>]*><a class="[^"]*reference internal" href="([^"]*)">.*?)</a>',
            lambda found: f"{found[1]}{marks.get(found[2], '')}</a>",
            html,
        )

    context["generate_toctree_html"] = marked


def setup(app):
    app.add_transform(AddLine)
    app.connect("html-page-context", mark_contents, priority=900)
    app.add_css_file("course.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
