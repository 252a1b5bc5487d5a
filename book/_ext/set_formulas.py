r"""Sets every formula when the site is made, so that a reader's browser has nothing left to do.

What is read becomes KaTeX, which draws it in HTML and brings MathML for those who listen. What is folded into receipts
and badges, and what stands on the pages of claims and errata, becomes MathML alone, by Temml: three fifths of KaTeX's
weight would be there, and hardly anybody opens all of it. Both programs run in the V8 of the Python package
mini-racer. book/assets/formulas.toml says where they come from.

Until the build ends a formula stands in its page between the delimiters \( \) or \[ \], wherever it came from: the
text of a page, a receipt, the register, a table. A formula that TeX does not understand fails the build.
"""

import html
import json
import re
from collections.abc import Callable
from pathlib import Path

from docutils import nodes
from sphinx.util.math import get_node_equation_number

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / "book" / "assets"
SETTER = Path(__file__).with_name("set_formulas.js")

# Tags whole, so that a text between them can be looked at; what is code keeps its backslashes.
TOKEN = re.compile(r"<(script|style|pre|code|textarea|title|template)\b.*?</\1\s*>|<!--.*?-->|<[^>]+>|[^<]+", re.DOTALL)
TEX = re.compile(r"\\\((.*?)\\\)|\\\[(.*?)\\\]", re.DOTALL)
BOX = re.compile(r"<(/?)(?:div|details)\b")
FOLDED = re.compile(r'class="(?:receipt|badge-claim)[ "]')
# A formula of a sentence that is not set yet, and the mark after it.
MARK = re.compile(r'(<span class="math [^>]*>\\\((?:(?!\\\)).)*\\\)</span>)([.,;:?!)]{1,2})(?=[\s<])', re.DOTALL)
LISTS = re.compile(r"(?:claims|errata)-\w+\.html")  # pages with hundreds of formulas
PREVIEWS = re.compile(r"(\(window\.previews \?\?= \{\}\)\[.*?\] = )(\{.*\})(;\s*)$", re.DOTALL)

Formula = tuple[str, bool, bool]  # TeX, whether it is displayed, whether it is MathML alone


class Engine:
    """KaTeX and Temml, asked for many formulas at once; what was set before is remembered.

    Args:
        assets: the folder that holds katex/katex.min.js and temml/temml.min.js.

    >>> engine = Engine(ASSETS)
    >>> engine.learn({("x^2", False, True)})
    >>> "<msup>" in engine.known["x^2", False, True]
    True
    """

    def __init__(self, assets: Path) -> None:
        self.programs = [assets / "katex" / "katex.min.js", assets / "temml" / "temml.min.js", SETTER]
        self.machine = None
        self.known: dict[Formula, str] = {}

    def learn(self, formulas: set[Formula]) -> None:
        """Sets those that are new.

        Raises:
            ValueError: TeX does not understand a formula.
        """
        fresh = sorted(formulas - self.known.keys())
        if not fresh:
            return
        if self.machine is None:
            from py_mini_racer import MiniRacer

            self.machine = MiniRacer()
            self.machine.eval("\n".join(path.read_text(encoding="utf-8") for path in self.programs))
        made = json.loads(self.machine.call("many", fresh))
        wrong = [f"{tex!r}: {told['wrong']}" for (tex, *_), told in zip(fresh, made, strict=True) if "wrong" in told]
        if wrong:
            raise ValueError(f"formulas must be TeX that KaTeX and Temml understand; got {'; '.join(wrong[:5])}")
        self.known |= zip(fresh, (told["set"] for told in made), strict=True)


def each_formula(page: str, made: Callable[[str, bool, bool], str], light: bool = False) -> str:
    r"""The HTML with `made(tex, display, light)` in place of each formula and its delimiters; what is folded is light.

    >>> each_formula(r"<p>\(a &lt; b\), <code>\(c\)</code></p>", lambda tex, display, light: f"[{tex}]")
    '<p>[a < b], <code>\\(c\\)</code></p>'
    """
    shown, boxes = [], []
    for token in TOKEN.finditer(page):
        text = token[0]
        if text.startswith("<"):
            if box := BOX.match(text):
                if not box[1]:
                    boxes.append(bool(FOLDED.search(text)))
                elif boxes:
                    boxes.pop()
        elif "\\" in text:
            lean = light or any(boxes)

            def put(found: re.Match, lean: bool = lean) -> str:
                tex = found[1] if found[1] is not None else found[2]
                return made(html.unescape(tex).strip(), found[1] is None, lean)

            text = TEX.sub(put, text)
        shown.append(text)
    return "".join(shown)


def with_formulas(page: str, engine: Engine, light: bool = False) -> str:
    """The HTML with its formulas set; what holds none is returned as it is.

    Raises:
        ValueError: TeX does not understand a formula.
    """
    found: set[Formula] = set()
    each_formula(page, lambda *formula: found.add(formula) or "", light)
    if not found:
        return page
    engine.learn(found)
    page = MARK.sub(r'<span class="glued">\1\2</span>', page)  # formulas.css lets no line begin with a full stop
    return each_formula(page, lambda *formula: engine.known[formula], light)


def with_previews(script: str, engine: Engine) -> str:
    """A script of previews with its formulas as MathML.

    Raises:
        ValueError: it is no script of previews, or TeX does not understand a formula.
    """
    parts = PREVIEWS.fullmatch(script)
    if parts is None:
        raise ValueError(f"script must be one that previews.py writes; got {script[:80]!r}")
    told = {id: with_formulas(text, engine, light=True) for id, text in json.loads(parts[2]).items()}
    return f"{parts[1]}{json.dumps(told, ensure_ascii=False)}{parts[3]}"


def set_site(site: Path, assets: Path = ASSETS) -> int:
    """Sets what is not set yet in the pages and previews of `site`; returns how many files changed."""
    engine, changed = Engine(assets), 0
    pages = [path for path in site.rglob("*.html") if "_static" not in path.relative_to(site).parts]
    for path in sorted([*pages, *site.glob("_static/previews/**/*.js")]):
        text = path.read_text(encoding="utf-8")
        if "\\(" not in text and "\\[" not in text:
            continue
        light = bool(LISTS.fullmatch(path.name))
        made = with_previews(text, engine) if path.suffix == ".js" else with_formulas(text, engine, light)
        if made != text:
            path.write_text(made, encoding="utf-8")
            changed += 1
    return changed


def visit_inline(self, node):
    self.body.append(self.starttag(node, "span", "", CLASS="math notranslate nohighlight"))
    self.body.append(f"\\({self.encode(node.astext())}\\)</span>")
    raise nodes.SkipNode


def visit_display(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        self.body.append(f'<span class="eqno">({get_node_equation_number(self, node)})')
        self.add_permalink_ref(node, "Link to this equation")
        self.body.append("</span>")
    tex = node.astext().strip()
    if "\\\\" in tex and not tex.startswith("\\begin"):
        tex = f"\\begin{{split}}{tex}\\end{{split}}"
    self.body.append(f"\\[{self.encode(tex)}\\]</div>\n")
    raise nodes.SkipNode


def finish(app, exception):
    if exception is None and app.builder.format == "html":
        set_site(Path(app.outdir))


def setup(app):
    app.add_html_math_renderer("set", (visit_inline, None), (visit_display, None))
    app.connect("build-finished", finish, priority=850)  # before the decks, which are made from the pages
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
