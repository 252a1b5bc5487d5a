"""Makes pages lighter, and says in words what the theme only draws.

The template beside this file leaves out what the theme loads without need; the arrows that unfold the contents get a name
for those who cannot see them; and the ink of figures follows the page into the dark.
"""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
# The house style draws what is no data in one grey that can be read on both grounds. As its own file a picture knows
# whether it stands in the dark: by the `color-scheme` of the element that shows it (book/_static/looks.css).
GREY = "#767676"
INK = (
    f"<style>svg{{--ink:{GREY};--ink:#39424e}}"
    "@media (prefers-color-scheme:dark){svg{--ink:#c3cad3}}</style>"
)


def with_ink(picture: str) -> str:
    """A figure as SVG whose grey lines and letters have the ink of the page; what is drawn in colours stays.

    >>> with_ink('<svg width="9"><g style="fill: #767676; stroke: #0072b2"/></svg>').count("fill: var(--ink, #767676)")
    1
    """
    if GREY not in picture or INK in picture:
        return picture
    inked = re.sub(rf"(fill|stroke): {GREY}", rf"\1: var(--ink, {GREY})", picture)
    return re.sub(r"<svg\b[^>]*>", lambda opening: opening[0] + INK, inked, count=1)


def ink_figures(app, exception):
    """The figures that this build copied, in the ink of the page."""
    if exception or app.builder.format != "html":
        return
    for name in app.builder.images.values():
        path = Path(app.outdir, app.builder.imagedir, name)
        if path.suffix == ".svg" and path.is_file():
            picture = path.read_text(encoding="utf-8")
            if (inked := with_ink(picture)) != picture:
                path.write_text(inked, encoding="utf-8")


def name_arrows(soup):
    """Gives each arrow in the contents the name of what it unfolds."""
    for arrow in soup.select("summary"):
        link = arrow.find_parent("li").find("a")
        arrow["aria-label"] = f"Pages under {link.get_text(strip=True)}" if link else "More pages"
    return soup


def wrap_contents(app, pagename, templatename, context, doctree):
    made = context.get("generate_toctree_html")
    if made is None:
        return

    def named(kind, *arguments, **options):
        found = made(kind, *arguments, **options) if arguments else made(kind=kind, **options)
        return name_arrows(found) if hasattr(found, "select") else found

    context["generate_toctree_html"] = named


def mend_citations(app, pagename, templatename, context, doctree):
    """Docutils calls the bibliography a list, yet its entries no items of one; they are named as entries, which is enough."""
    if "body" in context:
        context["body"] = context["body"].replace('<div role="list" class="citation-list">', '<div class="citation-list">')


def add_templates(app, config):
    config.templates_path.append(str(TEMPLATES))


def setup(app):
    app.connect("config-inited", add_templates)
    app.connect("html-page-context", wrap_contents, priority=890)
    app.connect("html-page-context", mend_citations)
    app.connect("build-finished", ink_figures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
