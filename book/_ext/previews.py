"""The preview that a link to a statement, an equation or a claim shows before anybody follows it.

Each page leaves a small script beside the site, `_static/previews/<page>.js`, with its statements as HTML: a page
opened from
a folder may load a script and nothing else. book/_static/previews.js loads it when somebody points at such a link.
(`sphinx-hoverxref` asks a server and is given up; `sphinx-tippy` loads a library from another host that is archived.)
"""

import json
import re
from pathlib import Path

# Where a preview begins, its id, and up to where it goes: a statement or an equation to the end of its box, a row of
# the claims to its evidence.
BOXES = re.compile(r'<div class="(?:proof [a-z]+ admonition|math[^"]*)" id="([^"]+)">')
CLAIMS = re.compile(
    r'<p id="([^"]+)"><span class="verdict .*?(?=<div class="claim-evidence|<p><em>(?:Searched|Known from|Steps)</em>)',
    re.DOTALL,
)


def box(text: str, start: int) -> str:
    """The `div` that begins at `start`, with all that it holds.

    >>> box("<p><div><div>a</div>b</div>c", 3)
    '<div><div>a</div>b</div>'
    """
    depth = 0
    for tag in re.compile(r"<(/?)div\b").finditer(text, start):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return text[start : tag.end()] + ">"
    raise ValueError(f"start must be where a closed div begins; got {start}, {text[start : start + 40]!r}")


def plain(text: str) -> str:
    """HTML without links and ids: a preview is read, nothing in it is pressed, and ids belong to the page.

    >>> plain('<p id="a">see <a class="verdict" href="#b">b</a><a class="headerlink" href="#a">#</a></p>')
    '<p>see <span class="verdict">b</span></p>'
    """
    text = re.sub(r'<a class="headerlink".*?</a>', "", text, flags=re.DOTALL)
    text = re.sub(r"<(/?)a\b", r"<\1span", text)
    return re.sub(r' (?:id|href|title)="[^"]*"', "", text)  # in what is read a quotation mark is written &quot;


def previews(body: str) -> dict[str, str]:
    """The previews of a page by the id that a link names."""
    found = {start[1]: box(body, start.start()) for start in BOXES.finditer(body)}
    found |= {row[1]: row[0] for row in CLAIMS.finditer(body)}
    return {id: plain(text) for id, text in found.items()}


def write_previews(app, pagename, templatename, context, doctree):
    if doctree is None or app.builder.format != "html":
        return
    path = Path(app.outdir, "_static", "previews", f"{pagename}.js")
    path.parent.mkdir(parents=True, exist_ok=True)
    found = json.dumps(previews(context.get("body", "")), ensure_ascii=False)
    path.write_text(f"(window.previews ??= {{}})[{json.dumps(pagename)}] = {found};\n", encoding="utf-8")


def setup(app):
    app.set_html_assets_policy("always")  # a preview can hold formulas where the page has none
    app.connect("html-page-context", write_previews)
    app.add_css_file("previews.css")
    app.add_js_file("previews.js", loading_method="defer", priority=460)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
