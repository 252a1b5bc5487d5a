"""Directive `{course-map} PART`: every page of a part with what it needs, its minutes, its run, its exercises by
difficulty.
"""

import re
from collections import Counter

from course import EXERCISE, Page, kind_words, minutes, pages, run_time, source_of
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

LEVELS = ("easy", "medium", "hard")


def difficulties(text: str) -> Counter[str]:
    """The numbers of easy, medium and hard exercises of a page, as they say themselves.

    >>> difficulties(":::{exercise} A\\n:label: a\\n\\n(*harder, 10 minutes*) Do it.\\n:::\\n")
    Counter({'hard': 1})
    """
    found: Counter[str] = Counter()
    for match in EXERCISE.finditer(text):
        level = re.search(r"\(\*?(easy|medium|hard)", match.group())
        if level:
            found[level[1]] += 1
    return found


def row(page: Page) -> str:
    """One page as a row of the table."""
    text = source_of(page).read_text(encoding="utf-8")
    read, work = minutes(page)
    levels = difficulties(text)
    asked = ", ".join(f"{levels[level]} {level}" for level in LEVELS if levels[level]) or "none"
    needs = ", ".join(f"{{doc}}`/notebooks/{need}`" for need in page.needs) or "nothing"
    return (
        f"| {{doc}}`/{page.docname}` | {kind_words(page)} | {needs} | {read} | "
        f"{run_time(page).removeprefix('runs in ')} | {asked}{f' ({work} min)' if work else ''} |"
    )


class CourseMap(SphinxDirective):
    required_arguments = 1

    def run(self):
        shown = [
            page for page in pages().values() if page.part == self.arguments[0] and page.docname in self.env.found_docs
        ]
        if not shown:
            raise self.error(f"course-map must name a part with pages; got {self.arguments[0]!r}")
        for page in shown:
            self.env.note_dependency(str(source_of(page)))
        rows = [
            "| page | what it is | needs | read, min | run | exercises |",
            "|---|---|---|---:|---:|---|",
            *map(row, shown),
        ]
        node = nodes.Element()
        self.state.nested_parse(StringList(rows, source=self.get_source_info()[0]), self.content_offset, node)
        return node.children


def setup(app):
    app.add_directive("course-map", CourseMap)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
