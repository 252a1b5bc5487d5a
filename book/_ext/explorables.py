"""Directive `{explorable} NAME`: a piece in which the reader bets, acts, sees and is told why.

    :::{explorable} waltz
    What is proved: {doc}`the claims </book/claims>`.
    :::

The text is the caption. What the piece says stands in `book/explorables/NAME.md`, never in its script: under each
heading are
the words of that name, with {slots} that the script fills; a list of `key: words` holds the answers of a question. A
heading may
end with looks in brackets, `(small)` or `(button main)`. Without scripts and on paper a still picture stands there with
its text.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from markdown_it import MarkdownIt
from sphinx.util.docutils import SphinxDirective
from still_auction import drawing as auction
from still_cut import drawing as cut
from still_liar import drawing as liar
from still_waltz import drawing as waltz
from still_week import drawing as week

WORDS = Path(__file__).resolve().parents[1] / "explorables"
# The still picture of each piece.
PIECES = {"auction": auction, "cut": cut, "liar": liar, "waltz": waltz, "week": week}
# What a piece computes with, in a file of its own.
DATA = {"cut": ["cut-data"]}
MARKDOWN = MarkdownIt("commonmark")
# What a piece draws beside its words: the marker at the end of the moves.
TIPS = {
    "waltz": '<svg data-say="tip"><defs><marker id="waltz-tip" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="4" '
    'markerHeight="4" orient="auto"><path d="M0,0L8,4L0,8z"/></marker></defs></svg>'
}


class explorable(nodes.General, nodes.Element):
    """The box of one piece; its children are the caption."""


def sections(text: str) -> dict[str, tuple[str, str]]:
    """The looks and the Markdown under each heading, by the heading's name.

    Raises:
        ValueError: two headings have one name.

    >>> sections("# Title\\n\\n## left (small)\\n\\n{left} left.\\n")
    {'left': ('small', '{left} left.')}
    """
    found = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        name, _, looks = heading.strip().partition(" ")
        if name in found:
            raise ValueError(f"words must stand under one heading each; got {name!r} twice")
        found[name] = (looks.strip("()"), body.strip())
    return found


def answers(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A question and its answers, each a key and its words.

    >>> answers("Who?\\n\\n- nobody: nobody at all")
    ('Who?', [('nobody', 'nobody at all')])
    """
    return re.sub(r"^- .*$", "", text, flags=re.MULTILINE).strip(), re.findall(
        r"^- ([\w-]+): (.*)$", text, re.MULTILINE
    )


def said(name: str, looks: str, text: str) -> str:
    """The words of one heading as the HTML that the script copies."""
    kinds = looks.split()
    mark = f'data-say="{name}"' + "".join(f' class="{each}"' for each in kinds if each != "button")
    if "button" in kinds:
        return f'<button {mark} type="button">{escape(text)}</button>'
    if text.startswith("```"):
        return f"<pre {mark}>{escape(text.strip('`').strip(), quote=False)}</pre>"
    question, choices = answers(text)
    if choices:
        buttons = "".join(f'<button type="button" data-key="{key}">{escape(told)}</button>' for key, told in choices)
        return f"<div {mark}>{MARKDOWN.render(question)}{buttons}</div>"
    html = MARKDOWN.render(text).strip()
    return html.replace("<p>", f"<p {mark}>", 1) if html.count("<p>") == 1 else f"<div {mark}>{html}</div>"


def room(name: str, words: dict[str, tuple[str, str]]) -> str:
    """The empty room of a piece: its steps, stage, slider, words, hand and foot."""
    told = {key: escape(text) for key, (_, text) in words.items()}
    title, steps = answers(words["steps"][1])
    tabs = "".join(f'<button type="button" data-go="{key}">{escape(step)}</button>' for key, step in steps)
    dial = f"{name}-dial"
    slider = (
        f'<div class="scene-dial scene-slider" hidden><label for="{dial}">{told["dial"]}</label><output '
        f'for="{dial}"></output><input id="{dial}" type="range" min="0"></div>'
        if "dial" in told
        else ""
    )
    where = f'<p class="small">{told["as-python-where"]}</p>' if "as-python-where" in told else ""
    return (
        f'<div class="scene-room"><nav class="scene-steps" aria-label="{escape(title)}">{tabs}</nav>'
        f'<div class="scene-stage" role="group" aria-label="{told["stage"]}"></div>{slider}'
        '<div class="scene-told" aria-live="polite"></div><div class="scene-hand" tabindex="-1"></div>'
        f'<div class="scene-foot"><button type="button" class="scene-again">{told["restart"]}</button>'
        f'<details class="scene-python"><summary>{told["as-python"]}</summary>'
        f'<pre tabindex="0" aria-label="{told["as-python-now"]}"></pre>{where}</details></div></div>'
    )


# Words that stand in the room itself, or in the still picture.
STANDING = ("still", "steps", "stage", "dial", "restart", "as-python", "as-python-now", "as-python-where")


def opening(name: str) -> str:
    """A piece as HTML up to its caption: the still picture, and the template with all that it says."""
    words = sections((WORDS / f"{name}.md").read_text(encoding="utf-8"))
    script = "".join(said(key, *each) for key, each in words.items() if key not in STANDING)
    return (
        f'<figure data-explorable="{name}"><div '
        f'class="scene-still">{PIECES[name]()}{MARKDOWN.render(words["still"][1])}</div>'
        f"<template>{room(name, words)}{TIPS.get(name, '')}{script}</template>"
    )


class Explorable(SphinxDirective):
    """See the module."""

    required_arguments = 1
    has_content = True

    def run(self):
        (name,) = self.arguments
        if name not in PIECES:
            raise self.error(f"no explorable is called {name!r}; there are {', '.join(PIECES)}")
        self.env.note_dependency(str(WORDS / f"{name}.md"))
        box = explorable(piece=name)
        self.state.nested_parse(self.content, self.content_offset, box)
        self.set_source_info(box)
        return [box]


def scripts(shown) -> list[str]:
    """The scripts that these pieces need, in order.

    >>> scripts(["waltz", "cut"])
    ['kit', 'waltz', 'cut-data', 'cut']
    """
    return ["kit", *(file for name in shown for file in (*DATA.get(name, []), name))]


def add_scripts(app, pagename, templatename, context, doctree):
    """The kit and the pieces of this page, for this page alone."""
    shown = dict.fromkeys(box["piece"] for box in doctree.findall(explorable)) if doctree else {}
    for file in scripts(shown) if shown else []:
        if file in ("kit", *shown):
            app.add_css_file(f"explorables/{file}.css")
        app.add_js_file(f"explorables/{file}.js", loading_method="defer")


def visit_html(self, node):
    self.body.append(f"{opening(node['piece'])}<figcaption>\n")


def depart_html(self, node):
    self.body.append("</figcaption>\n</figure>\n")


def skip(self, node):
    raise nodes.SkipNode


def setup(app):
    app.add_node(explorable, html=(visit_html, depart_html), latex=(skip, None), text=(skip, None))
    app.add_directive("explorable", Explorable)
    app.connect("html-page-context", add_scripts)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
