"""Lets the search and the index find pages by words of the field that their authors did not use; words.toml has
them. Lets the search find a statement by its title, too.
"""

import json
import re
import tomllib
from pathlib import Path

from course import core
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

WORDS = Path(__file__).with_name("words.toml")


def words_of(docname: str) -> list[str]:
    """The words for one page; none for a page without any."""
    part, _, page = docname.removeprefix("notebooks/").partition("/")
    return tomllib.loads(WORDS.read_text(encoding="utf-8")).get(part, {}).get(page, [])


class AddWords(SphinxTransform):
    """Before the domains look at the document, since one of them collects the entries of the index."""

    default_priority = 400

    def apply(self, **options):
        words = words_of(self.env.docname)
        section = next(self.document.findall(nodes.section), None)
        if not words or section is None:
            return
        # The search knows single words: each counts once.
        single = dict.fromkeys(piece for word in words for piece in word.replace("-", " ").split())
        section.insert(1, nodes.meta(name="keywords", content=", ".join([*words, *single])))
        section.insert(1, addnodes.index(entries=[("single", word, "", "main", None) for word in words], inline=False))


def plain_title(title: str) -> str:
    """The title of a statement without the brackets, the paper's label and the badge that the page sets around it.

    >>> plain_title(' (A bound) <span class="paper-label">Lemma 1</span> <a class="verdict" href="x.html">holds</a>')
    'A bound'
    """
    return re.sub(r"^\((.*)\)$", r"\1", re.sub(r"<(a|span)\b.*?</\1>", "", title).strip())


def clean_titles(app):
    """The index of the search is written after this event; Sphinx took the titles from what the page shows."""
    titles = app.builder.indexer._all_titles if app.builder.search else {}
    for docname, found in titles.items():
        titles[docname] = [(plain_title(title) if "<" in title else title, target) for title, target in found]
    return ()


def scorer() -> str:
    """The script that orders the results of the search, with the core lectures filled in.

    >>> "new Set([])" in scorer()
    False
    """
    text = Path(__file__).with_name("scorer.js").read_text(encoding="utf-8")
    return text.replace("new Set([])", f"new Set({json.dumps([page.docname for page in core()])})")


def use_scorer(app, config):
    made = Path(app.doctreedir, "scorer.js")
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_text(scorer(), encoding="utf-8")
    config.html_search_scorer = str(made)


def setup(app):
    app.add_transform(AddWords)
    app.connect("config-inited", use_scorer)
    app.connect("html-collect-pages", clean_titles)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
