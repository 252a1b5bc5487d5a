"""Takes out of the theme's styles and icons what no page of this book uses.

The theme brings Bootstrap, the names of two thousand icons and three fonts of them; a page uses some thirty icons and a
third of the rules. After a build a rule stays if every class and name in its selector occurs in a page or in a script
that a page loads, and a font keeps the signs that a remaining rule draws. The book's own styles stay as they are. Every
build begins with the theme's own files, so a page that begins to use a class gets its rule.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

# Styles that come with the theme and its extensions, under `_static`.
BROUGHT = ("styles/pydata-sphinx-theme.css", "styles/sphinx-book-theme.css", "sphinx-design.min.css", "mystnb.*.css")
FONTS = "vendor/fontawesome/webfonts"
LIVE = Path(__file__).resolve().parents[1] / "_live"  # its scripts come into the pages later (book/live.py)

TOKEN = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\((?:\\.|[^)"'\\])*\)|\\.|[{};]""", re.DOTALL)
NAME = re.compile(r"[.#]((?:\\[^0-9a-f]|[\w-]|[^\x00-\x7f])+)")
HOLDS_RULES = ("@media", "@supports", "@layer", "@container")


def blocks(css: str) -> list[tuple[str, str | None]]:
    """The statements of a style sheet in order: what stands before the braces, and what stands in them or None.

    >>> blocks('@charset "a;b";p{color:red}@media print{p{margin:0}}')
    [('@charset "a;b"', None), ('p', 'color:red'), ('@media print', 'p{margin:0}')]
    """
    found, depth, start, opened, head = [], 0, 0, 0, ""
    for token in TOKEN.finditer(css):
        if token[0] == "{":
            if depth == 0:
                head, opened = css[start : token.start()], token.end()
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if depth == 0:
                found.append((head, css[opened : token.start()]))
                start = token.end()
        elif token[0] == ";" and depth == 0:
            found.append((css[start : token.start()], None))
            start = token.end()
    return [(re.sub(r"/\*.*?\*/", "", head, flags=re.DOTALL).strip(), body) for head, body in found]


def apart(selectors: str) -> list[str]:
    """A list of selectors, at the commas that stand in no brackets.

    >>> apart("a:is(.b,.c), .d")
    ['a:is(.b,.c)', '.d']
    """
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(selectors):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            parts.append(selectors[start:at])
            start = at + 1
    return [part.strip() for part in (*parts, selectors[start:])]


def names(selector: str) -> set[str]:
    r"""The classes and names that an element needs for `selector`; what stands in brackets is no condition here.

    >>> sorted(names("ul.menu>li:not(.open) #top .sm\\:wide"))
    ['menu', 'sm:wide', 'top']
    """
    bare = re.sub(r"\[[^]]*\]", "", selector)
    while (simpler := re.sub(r"\([^()]*\)", "", bare)) != bare:
        bare = simpler
    return {re.sub(r"\\(.)", r"\1", name) for name in NAME.findall(bare)}


def thinned(css: str, used: set[str], begun: tuple[str, ...] = ()) -> str:
    """The style sheet without the rules for classes and names that are not `used`.

    Args:
        css: a style sheet without nested rules.
        used: the classes and names that occur.
        begun: beginnings of names that a script completes.

    >>> thinned(".a{x:1}.b,p{y:2}@media print{.b{z:3}}.tip-top{w:4}", {"a"}, ("tip-",))
    '.a{x:1}p{y:2}.tip-top{w:4}'
    """

    def needed(selector):
        return all(name in used or name.startswith(begun) for name in names(selector))

    kept = []
    for head, body in blocks(css):
        if body is None:
            kept.append(f"{head};")
        elif head.startswith(HOLDS_RULES):
            if rules := thinned(body, used, begun):
                kept.append(f"{head}{{{rules}}}")
        elif head.startswith("@"):
            kept.append(f"{head}{{{body}}}")
        elif selectors := ",".join(filter(needed, apart(head))):
            kept.append(f"{selectors}{{{body}}}")
    return "".join(kept)


def words(site: Path) -> tuple[set[str], tuple[str, ...]]:
    """The words in the pages of `site` and the scripts they load: names, and the beginnings that end in a dash."""
    found, scripts = set(), set()
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for value in {*re.findall(r'\b(?:class|id)="([^"]*)"', text)}:
            found.update(value.split())
        scripts.update((page.parent / src).resolve() for src in {*re.findall(r'<script[^>]*\ssrc="([^"?#]+)', text)})
        found.update(
            word
            for script in {*re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", text, re.DOTALL)}
            for word in re.findall(r"[A-Za-z][\w-]*", script)
        )
    for script in [*sorted(scripts), *sorted(LIVE.glob("*.js"))]:
        if script.is_file():
            found.update(re.findall(r"[A-Za-z][\w-]*", script.read_text(encoding="utf-8")))
    return found, tuple(word for word in found if word.endswith("-") and len(word) > 3)


def signs(styles: Iterable[str]) -> set[int]:
    r"""The signs of icon fonts, all in Unicode's private area, that styles draw, by their number or as they are.

    >>> signs([r'.a:before{content:"\f107"}', '.b:before{content:"' + chr(0xF0C1) + '"}']) == {0xF107, 0xF0C1}
    True
    """
    found = set()
    for css in styles:
        found.update(int(number, 16) for number in re.findall(r"""["']\\([ef][0-9a-f]{3})["']""", css))
        found.update(ord(letter) for letter in css if "\ue000" <= letter <= "\uf8ff")
    return found


def thin_font(path: Path, kept: set[int]) -> None:
    """Leaves of a font the signs in `kept`, as WOFF beside it, and takes the other files of this font away."""
    font = TTFont(path)
    subsetter = Subsetter(Options(layout_features=[], name_IDs=[], notdef_outline=True))
    subsetter.populate(unicodes=kept)
    subsetter.subset(font)
    font.flavor = "woff"
    font.save(path.with_suffix(".woff"))
    for file in (path, path.with_suffix(".woff2")):
        file.unlink(missing_ok=True)


LEFT_OUT = "[/* see book.js */]"


def without_search_for_scrolling(script: str) -> str:
    """The theme's script without its search for what scrolls, which works out the layout of every closed fold.

    A script that has lost it in an earlier build stays as it is. The search took two thirds of the time in which a page
    of many folds answers nobody. book.js looks for the same, and only at what is seen.

    Raises:
        ValueError: the theme's search is not in the script.

    >>> once = without_search_for_scrolling('document.querySelectorAll(["pre",".a"].join(", ")).forEach(f)')
    >>> once, without_search_for_scrolling(once) == once
    ('[/* see book.js */].forEach(f)', True)
    """
    if LEFT_OUT in script:
        return script
    changed, times = re.subn(r'document\.querySelectorAll\(\["pre",[^)]*\)\)', LEFT_OUT, script)
    if times != 1:
        raise ValueError(f"script must be the theme's, with one search for what scrolls; got {times} of them")
    return changed


def thin(app, exception):
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    theme = static / "scripts" / "pydata-sphinx-theme.js"
    theme.write_text(without_search_for_scrolling(theme.read_text(encoding="utf-8")), encoding="utf-8")
    used, begun = words(Path(app.outdir))
    paths = sorted(path for name in BROUGHT for path in static.glob(name))
    styles = {path: thinned(path.read_text(encoding="utf-8"), used, begun) for path in paths}
    others = (path.read_text(encoding="utf-8") for path in static.rglob("*.css") if path not in styles)
    drawn = signs([*styles.values(), *others])
    for font in sorted((static / FONTS).glob("*.ttf")):
        thin_font(font, drawn)
    for path, css in styles.items():
        # One source for each font: the file that is left.
        css = re.sub(r"src:url\(([^)]*webfonts/[\w-]+)\.woff2\)[^;}]*", r'src:url(\1.woff) format("woff")', css)
        path.write_text(css, encoding="utf-8")


def setup(app):
    app.connect("build-finished", thin, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
