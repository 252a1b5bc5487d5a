"""Makes pages lighter, and says in words what the theme only draws.

The template beside this file leaves out what the theme loads without need; the arrows that unfold the contents get a
name for those who cannot see them; and the ink of figures follows the page into the dark.
"""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
# The house style draws what is no data in one grey that can be read on both grounds. As its own file a picture knows
# whether it stands in the dark: by the `color-scheme` of the element that shows it (book/_static/looks.css).
GREY = "#767676"
# Words in the colour of their curve are thinner than the curve: on a light ground they are darker than it and on a dark
# one lighter, so that both have a contrast of at least 4.5:1.
WORDS = {
    "#0072b2": ("#0068a3", "#5cb8ee"),
    "#d55e00": ("#ad4c00", "#f28c4e"),
    "#009e73": ("#007353", "#35c79c"),
    "#cc79a7": ("#a3477b", "#e3a3c8"),
    "#e69f00": ("#8a5f00", "#f0b43c"),
    "#56b4e9": ("#1a6d9e", "#7cc8f2"),
}


def word(colour: str) -> str:
    """The name of the colour in which words of this colour are set."""
    return f"--word-{colour[1:]}"


INK = (
    f"<style>svg{{--ink:{GREY};--ink:#39424e;{';'.join(f'{word(k)}:{light}' for k, (light, _) in WORDS.items())}}}"
    "@media (prefers-color-scheme:dark){svg{--ink:#c3cad3;"
    f"{';'.join(f'{word(k)}:{dark}' for k, (_, dark) in WORDS.items())}}}}}</style>"
)


def with_ink(picture: str) -> str:
    """A figure as SVG whose grey lines and letters have the ink of the page; of what is drawn in colours only words
    change.

    >>> with_ink('<svg width="9"><g style="fill: #767676; stroke: #0072b2"/></svg>').count("fill: var(--ink, #767676)")
    1
    >>> with_ink('<svg><g style="fill: #767676"/><g style="fill: #0072b2" transform="scale(1)"/></svg>').split("<g")[-1]
    ' style="fill: var(--word-0072b2, #0072b2)" transform="scale(1)"/></svg>'
    """
    if GREY not in picture or INK in picture:
        return picture
    inked = re.sub(rf"(fill|stroke): {GREY}", rf"\1: var(--ink, {GREY})", picture)
    # Matplotlib writes a word as a group of glyphs with a fill and a place; bars and markers carry theirs on the shape.
    for colour in WORDS:
        inked = inked.replace(
            f'<g style="fill: {colour}" transform=', f'<g style="fill: var({word(colour)}, {colour})" transform='
        )
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
    """Docutils calls the bibliography a list, yet its entries no items of one; they are named as entries, which is
    enough.
    """
    if "body" in context:
        context["body"] = context["body"].replace(
            '<div role="list" class="citation-list">', '<div class="citation-list">'
        )


def add_templates(app, config):
    config.templates_path.append(str(TEMPLATES))


def setup(app):
    app.connect("config-inited", add_templates)
    app.connect("html-page-context", wrap_contents, priority=890)
    app.connect("html-page-context", mend_citations)
    app.connect("build-finished", ink_figures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
