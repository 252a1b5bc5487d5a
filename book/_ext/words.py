"""Lets the search and the index find pages by words of the field that their authors did not use; words.toml has them."""

import tomllib
from pathlib import Path

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


def use_scorer(app, config):
    config.html_search_scorer = str(Path(__file__).with_name("scorer.js"))


def setup(app):
    app.add_transform(AddWords)
    app.connect("config-inited", use_scorer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
