"""The common part of handouts, problem sheets and keys: a plain page to print under the title of its lecture, and when
it is made anew.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from course import Page, core
from offline import policy

SHEET = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
{policy}
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: {what}</title>
{links}
</head>
<body>
<main>
<p class="place">Lecture {lecture} of {lectures}{told}</p>
<h1>{title}</h1>
{body}
</main>
</body>
</html>
"""
LINKS = """<link rel="icon" href="../_static/favicon.svg">
<link rel="stylesheet" href="../_static/katex/katex.min.css">
<link rel="stylesheet" href="../_static/handouts.css">
<link rel="stylesheet" href="../_static/formulas.css">"""


def article_of(html: str) -> Tag:
    """The article of a built page, without the frame around it."""
    return BeautifulSoup(html, "html.parser").select_one("article")


def title_of(article: Tag) -> str:
    """The title of a page, without the mark of its link."""
    return article.find("h1").get_text().removesuffix("#").strip()


def printed(article: Tag, page: Page, what: str, body: str, *, told: str = "", links: str = LINKS) -> str:
    """A sheet as HTML.

    Args:
        article: of the page of the lecture, as built.
        page: the lecture.
        what: kind of sheet, for the title of the window.
        body: what stands below the title, HTML.
        told: what stands behind the number of the lecture, HTML.
        links: style sheets, HTML.
    """
    return SHEET.format(
        policy=policy(),
        title=escape(title_of(article)),
        what=what,
        links=links,
        lecture=page.lecture,
        lectures=len(core()),
        told=told,
        body=body,
    )


def is_current(target: Path, sources: Iterable[Path]) -> bool:
    """True if a file is there and none of what it is made from is newer."""
    return target.is_file() and all(source.stat().st_mtime <= target.stat().st_mtime for source in sources)
