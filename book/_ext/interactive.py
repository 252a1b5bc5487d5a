"""Directive `{interactive} NAME`: a figure that answers when the reader moves something in it.

    :::{interactive} noise
    :twin: fig-blocking-move

    How many of them leave?

    - one: Two of them leave, as soon as the noise is above 5.
    - two: Yes, as soon as the noise is above 5.

    Move the noise.
    :::

What the figure says stands in `book/explorables/NAME.md`, as for the explorables, never in its script. The text is the
caption, and links the claim that the figure shows. A list in it, with the question before it, is a bet: the figure
opens when the reader has chosen, and answers with what stands after the colon. `twin` names the figure on the same page
that shows the same thing standing still: for print, and for browsers without scripts, where the box stays hidden. The
scripts are plain files in `book/_static/interactive`, and only pages with such a figure load them, after the kit of the
explorables.
"""

from collections.abc import Iterable
from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from explorables import WORDS, explorable, said, sections
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

# The scripts of each figure, in the order in which they are needed.
FIGURES = {
    "noise": ["clinics", "noise"],
    "contribution": ["contribution"],
    "third": ["third"],
    "towers": ["clinics", "towers"],
}
log = logging.getLogger(__name__)


class interactive(nodes.General, nodes.Element):
    """The box of one figure; its children are the caption."""


def unreadable(lines: Iterable[str]) -> list[str]:
    """The entries of a bet that the script could not read.

    >>> unreadable(["How many?", "- one: No.", "- two", "- three: $x$ leave."])
    ['- two', '- three: $x$ leave.']
    """
    return [line for line in lines if line.startswith("- ") and (": " not in line or "$" in line)]


class Interactive(SphinxDirective):
    """See the module."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"twin": directives.unchanged_required}

    def run(self):
        (name,) = self.arguments
        if name not in FIGURES:
            raise self.error(f"no interactive figure is called {name!r}; there are {', '.join(FIGURES)}")
        if "twin" not in self.options:
            raise self.error("an interactive figure needs a twin: the figure on this page that shows it standing still")
        self.env.note_dependency(str(WORDS / f"{name}.md"))
        box = interactive(figure=name, twin=self.options["twin"])
        if wrong := unreadable(self.content):
            raise self.error(f"a bet must be a choice, a colon and words without formulas; got {wrong[0]!r}")
        self.state.nested_parse(self.content, self.content_offset, box)
        self.set_source_info(box)
        return [box]


def check_twins(app, doctree):
    """Warns of a figure whose twin is not on its page."""
    here = doctree.nameids.keys() | doctree.ids.keys()
    for box in doctree.findall(interactive):
        if box["twin"] not in here and nodes.make_id(box["twin"]) not in here:
            log.warning(f"no figure on this page is called {box['twin']!r}", location=box)


def add_scripts(app, name, template, context, doctree):
    """The scripts of the figures on this page, for this page alone."""
    shown = [box["figure"] for box in doctree.findall(interactive)] if doctree else []
    if not shown:
        return
    app.add_css_file("interactive/interactive.css")
    if not any(doctree.findall(explorable)):  # whose page has the kit already
        app.add_js_file("explorables/kit.js", loading_method="defer")
    for script in dict.fromkeys(["start", *(script for figure in shown for script in FIGURES[figure])]):
        app.add_js_file(f"interactive/{script}.js", loading_method="defer")


def opening(name: str) -> str:
    """A figure as HTML up to its caption: its box, and the template with all that it says."""
    words = sections((WORDS / f"{name}.md").read_text(encoding="utf-8"))
    panel, label = (escape(words.pop(key)[1]) for key in ("as-python", "as-python-now"))
    script = "".join(said(key, *each) for key, each in words.items())
    return (
        f'<figure class="interactive" data-figure="{name}" hidden><template>{script}'
        f'<details data-say="as-python" class="scene-python"><summary>{panel}</summary>'
        f'<pre tabindex="0" aria-label="{label}"></pre></details></template>'
    )


def visit_html(self, node):
    self.body.append(f"{opening(node['figure'])}<figcaption>\n")


def depart_html(self, node):
    self.body.append("</figcaption>\n</figure>\n")


def skip(self, node):
    raise nodes.SkipNode


def setup(app):
    app.add_node(interactive, html=(visit_html, depart_html), latex=(skip, None), text=(skip, None))
    app.add_directive("interactive", Interactive)
    app.connect("doctree-read", check_twins)
    app.connect("html-page-context", add_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
