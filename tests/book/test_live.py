"""Pages that run in the reader's browser: what is gathered, which pages can, and, where the engine is there, that they
do.

The engine is not part of a plain build. The last tests make one from PYODIDE_DIST (a folder or an archive with
Pyodide's compiled wheels) and PYODIDE_VERSION, and say why where they cannot.
"""

import base64
import contextlib
import functools
import hashlib
import http.server
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from importlib import import_module
from pathlib import Path

import classroom
import live
import pytest
from execute import executed_path
from measures import findings
from pairing import ROOT, sources
from test_bets import PAGES as PAGES_OF_FIGURES
from test_site import FLAGS, PHONE, SITE, chromium

from claimbook.register import parts
from claimbook.site import questions
from incentives_book.exercises import STATEMENTS

EXAMPLE = "coalitions/a-motivating-example"
# A page of every part, and whether it needs SciPy.
ONE_OF_EACH = (
    EXAMPLE,
    "consensus/what-a-client-wants",
    "payments/why-payments",
    "rewards/rewards-that-follow-contributions",
)
# A page of each piece in which the reader acts, and of each figure that answers.
PAGES_OF_PIECES = {
    "auction": "notebooks/payments/who-chooses-the-models",
    "cut": "notebooks/rewards/one-network-many-widths",
    "liar": "notebooks/consensus/one-shot-personalization",
    "waltz": "book/index",
    "week": "notebooks/together/which-mechanism",
} | {name: f"notebooks/{page}" for name, page in PAGES_OF_FIGURES.items()}
KERNEL = ROOT / "book" / "_live" / "kernel.py"
# Waits for words in what was put out below a form.
WAIT = (
    "([words]) => [...document.querySelectorAll('.witness-answer, .live-answer')].some(box => "
    "box.textContent.includes(words))"
)


def rows_asked(part):
    return questions.asked(next(each for each in parts() if each.name == part), questions.read_questions())


def notebook(page):
    return json.loads(executed_path(ROOT / "notebooks" / f"{page}.md", ROOT).read_text(encoding="utf-8"))


# The kernel, in plain Python.

RUN = """
import json, sys
sys.path.insert(0, {folder!r})
from kernel import Kernel
told = []
kernel = Kernel(told.append)
kernel.install()
{before}
ends = [kernel.run(source, number) for number, source in enumerate(json.loads({cells!r}))]
print(json.dumps([ends, told], default=str))
"""


def code_of(path):
    """The cells of a notebook that a live page runs."""
    cells = live.cells(json.loads(path.read_text(encoding="utf-8")))
    return ["".join(cell["source"]) for cell in cells if not live.first_cell(cell)]


def ran(*cells, before="", folder=None):
    """How each cell ended and what all of them put out, in a process of its own."""
    code = RUN.format(folder=str(KERNEL.parent), cells=json.dumps(cells), before=before)
    path = os.pathsep.join([str(ROOT / "lib"), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": path, "MPLBACKEND": "agg"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_the_kernel_shows_the_last_value_and_what_is_printed():
    ends, told = ran("x = 2\nprint('a', x)\nx + 1", "x;", "None")
    assert ends == ["", "", ""]
    assert "".join(each["text"] for each in told if each["output_type"] == "stream") == "a 2\n"
    assert [each["data"] for each in told if each["output_type"] == "execute_result"] == [{"text/plain": "3"}]


def test_the_kernel_shows_markdown_and_formulas_as_a_notebook_does():
    _, told = ran(
        "from IPython.display import Markdown, display\ndisplay(Markdown('*a*'))",
        "import sympy as sp\nsp.Symbol('x')**2",
    )
    assert told[0]["data"]["text/markdown"] == "*a*"
    assert "x^{2}" in told[1]["data"]["text/latex"]


def test_an_error_names_its_cell_and_line_and_the_next_cell_runs():
    ends, told = ran("a = 1\nb = a / 0", "a +", "a")
    assert ends == ["error", "error", ""]
    assert told[0]["ename"] == "ZeroDivisionError"
    assert told[0]["traceback"] == ["cell 0, line 2: b = a / 0"]
    assert told[1]["ename"] == "SyntaxError"
    assert told[2]["data"] == {"text/plain": "1"}


def test_receipts_in_the_kernel_are_those_of_the_notebook():
    """Everything but drawing, on the page that the edit is shown on: the same records as nbclient leaves."""
    cells = [cell for cell in live.cells(notebook(EXAMPLE)) if not live.first_cell(cell)]
    ends, told = ran(*("".join(cell["source"]) for cell in cells), before="kernel.without_matplotlib()")
    assert set(ends) == {""}
    found = [each["data"][live.MIME] for each in told if live.MIME in each.get("data", {})]
    book = [
        output["data"][live.MIME] for cell in cells for output in cell["outputs"] if live.MIME in output.get("data", {})
    ]
    keys = (*live.COMPARED, "source")
    assert len(book) > 20
    assert [[each[key] for key in keys] for each in found] == [[each[key] for key in keys] for each in book]


def test_a_changed_number_fails_its_claim_in_the_kernel():
    sources = ["".join(cell["source"]) for cell in live.cells(notebook(EXAMPLE)) if not live.first_cell(cell)]
    place = next(n for n, source in enumerate(sources) if '"0,1,2": "1.3 1.3 1.3"' in source)
    wrong = sources[place].replace('"1.3 1.3 1.3"', '"1.3 1.3 1.4"')
    ends, told = ran(*sources[:place], wrong, sources[place], before="kernel.without_matplotlib()")
    assert ends[-2:] == ["error", ""]
    error = next(each for each in told if each["output_type"] == "error")
    assert error["ename"] == "ClaimFails"
    assert "coalitions/table-1" in error["evalue"]
    assert "1.4" in error["evalue"]


def test_a_missing_package_is_named_so_that_it_can_be_loaded():
    gone = "sys.modules['scipy'] = None"
    ends, _ = ran("from scipy.optimize import linprog", "import no_such_module", before=gone)
    assert ends[1] == "error"
    assert ends[0] == "scipy"


def test_a_figure_is_shown_as_svg_and_without_matplotlib_nothing_is_drawn():
    drawing = (
        "import matplotlib.pyplot as plt\nfig, (a, b) = plt.subplots(1, 2)\nline, = a.plot([1, 2])\nb.set_title('t')"
    )
    _, told = ran(drawing)
    assert any("image/svg+xml" in each.get("data", {}) for each in told)
    more = (
        "fig, grid = plt.subplots(2, 3)\ngrid[1, 2].bar([0], [1])\nwith plt.style.context('x'): axes = "
        "fig.subplots(2)\naxes[1].text(0, 0, '')"
    )
    ends, told = ran(drawing, more, before="kernel.without_matplotlib()")
    assert ends == ["", ""]
    assert not any("image/svg+xml" in each.get("data", {}) for each in told)


def texts(told):
    return [each["text"] for each in told if each["output_type"] == "stream"]


def test_endless_printing_is_collected_and_cut():
    """A page that got each line by itself would be busy for as long as the loop runs."""
    began = time.monotonic()
    ends, told = ran("for line in range(400_000): print(line)", "print('next')")
    assert ends == ["", ""]
    (cut,) = [n for n, each in enumerate(told) if each["output_type"] == "note"]
    assert told[cut]["text"] == "Output cut: a cell shows 100,000 signs at most."
    first = texts(told[:cut])
    assert len("".join(first)) == 100_000
    assert len(first) <= 10 * (time.monotonic() - began) + 2
    assert "".join(first).startswith("0\n1\n2\n")
    assert "".join(texts(told[cut:])) == "next\n"  # a cell's room is its own


def test_endless_showing_and_an_endless_value_are_cut():
    ends, told = ran(
        "for _ in range(5_000): display(1)", "'x' * 10**7", "'y' * 50_000", "raise ValueError('z' * 10**7)"
    )
    assert ends == ["", "", "", "error"]
    shown = [each["data"]["text/plain"] for each in told if "data" in each]
    assert shown.count("1") == 1_000
    assert [len(each) for each in shown if len(each) > 1] == [50_002]
    assert sum(each["output_type"] == "note" for each in told) == 2
    assert sum(len(str(each)) for each in told) < 500_000


def test_text_and_what_is_shown_keep_their_order():
    _, told = ran("print('a')\nprint('b')\ndisplay(1)\nprint('c')\nprint('d')\n1 / 0")
    kinds = [each["output_type"] for each in told]
    assert "".join(texts(told)) == "a\nb\nc\nd\n"
    assert kinds.index("display_data") == max(n for n, each in enumerate(told) if "b" in each.get("text", "")) + 1
    assert kinds[-1] == "error"


# Checks change nothing that a drawing needs, and take most of the time of a page.
UNCHECKED = """
kernel.without_matplotlib()
from claimbook.checks import Claim
for each in ("identity", "sign", "counterexample", "agrees", "experiment"):
    setattr(Claim, each, lambda *arguments, **options: None)
Claim.every = lambda self, cases, predicate, *, step="": list(cases) and None
"""


@pytest.mark.browser
@pytest.mark.parametrize("source", sources(ROOT), ids=lambda source: f"{source.parent.name}/{source.stem}")
def test_a_page_runs_to_its_end_without_matplotlib(source):
    """As for a reader who does not load it, in plain Python."""
    code = code_of(source.with_suffix(".ipynb"))
    if missing := live.lacking(code, source.parent):
        pytest.skip(f"runs in no browser: it imports {', '.join(missing)}")
    ends, told = ran(*code, before=UNCHECKED, folder=source.parent)
    assert [each for each in told if each["output_type"] == "error"] == []
    assert set(ends) == {""}


# What is gathered.


def test_a_file_with_another_byte_is_refused():
    content = b"a wheel"
    sha256 = hashlib.sha256(content).hexdigest()
    assert live.checked(content, sha256, "a.whl") == content
    with pytest.raises(live.WrongFile, match=r"a\.whl is not the file"):
        live.checked(b"a Wheel", sha256, "a.whl")
    sha512 = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    assert live.checked(content, sha512, "a.tgz") == content
    with pytest.raises(live.WrongFile):
        live.checked(content + b"\n", sha512, "a.tgz")


@pytest.mark.parametrize("kind", ["folder", "zip", "tar"])
def test_a_wheel_is_found_in_a_folder_or_an_archive_and_refused_when_a_byte_changed(kind, tmp_path):
    inside = tmp_path / "dist" / "pyodide"
    inside.mkdir(parents=True)
    (inside / "a.whl").write_bytes(b"a wheel")
    place = inside.parent
    if kind != "folder":
        place = Path(shutil.make_archive(str(tmp_path / "held"), {"zip": "zip", "tar": "gztar"}[kind], inside.parent))
    dist = live.Folder(place)
    assert dist.read("b.whl") is None
    assert (
        live.compiled("a.whl", hashlib.sha256(b"a wheel").hexdigest(), dist, "https://nowhere.invalid/") == b"a wheel"
    )
    with pytest.raises(live.WrongFile):
        live.compiled("a.whl", hashlib.sha256(b"another").hexdigest(), dist, "https://nowhere.invalid/")


def test_a_version_that_is_not_pinned_is_refused():
    with pytest.raises(live.WrongFile, match=r"PYODIDE_VERSION must be one of 314\.0\.7.* got '0\.1'"):
        live.core("0.1")


def test_the_pinned_wheels_are_the_books_own_versions():
    locked = dict(
        line.lower().replace("-", "_").split("==")
        for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if "==" in line
    )
    for name, sha256 in live.pins().items():
        package, version = name.split("-")[:2]
        assert locked[package] == version
        assert re.fullmatch("[0-9a-f]{64}", sha256)


def test_a_page_runs_unless_it_imports_what_a_browser_lacks():
    folder = ROOT / "notebooks" / "coalitions"
    assert live.lacking(["import numpy as np\nfrom incentives import coalitions"], folder) == []
    assert live.lacking(["import torch"], folder) == ["torch"]
    assert live.lacking(["def f():\n    import pandas"], folder) == ["pandas"]
    page = "rewards/one-network-many-widths"
    assert "torch" in live.lacking(
        ["".join(cell["source"]) for cell in live.cells(notebook(page)) if not live.first_cell(cell)], folder
    )
    for page in ONE_OF_EACH:
        assert (
            live.lacking(
                ["".join(cell["source"]) for cell in live.cells(notebook(page)) if not live.first_cell(cell)], folder
            )
            == []
        )


def test_the_script_of_a_page_cannot_end_its_element():
    assert "</script>" not in live.script("f", "</script><b>")
    assert json.loads(re.search(r"f\((.*)\);", live.script("f", "</script>"))[1]) == "</script>"


def test_a_plain_build_has_no_button():
    """`make book` alone: the page names no script of the engine, so it cannot ask for it."""
    html = f"<html><head>{live.policy()}</head><body><h1>a</h1></body></html>"
    made = live.with_button(html, EXAMPLE, "../../", 17)
    assert "data-live" in made
    assert "wasm-unsafe-eval" in made
    assert "https://" not in made
    # Once more, for a copy whose readers may load something: one button, one policy, and that host in it.
    again = live.with_button(made, EXAMPLE, "../../", 12, "https://cdn.example")
    assert again.count("data-live") == again.count("Content-Security-Policy") == 1
    assert re.search("connect-src [^;]*https://cdn.example;", again)
    assert 'data-megabytes="12"' in again
    assert not list((ROOT / "book" / "_static").glob("live*"))
    assert "live" not in (ROOT / "_config.yml").read_text(encoding="utf-8")


def test_a_page_with_a_piece_runs_its_state_even_where_its_cells_do_not(tmp_path, monkeypatch):
    def gathered(folder, *_):
        folder.mkdir()
        return {"files": {}, "first": [], "remote": {}, "host": "nowhere.invalid"}

    monkeypatch.setattr(live, "gather", gathered)
    head = f"<html><head>{live.policy()}</head><body>"
    boxes = {
        "book/index": '<figure data-explorable="waltz">',
        PAGES_OF_PIECES["cut"]: '<figure data-explorable="cut">',
        "book/glossary": "<figure>",
    }
    for page, box in boxes.items():
        path = tmp_path / f"{page}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{head}{box}</figure></body></html>", encoding="utf-8")
    live.install(tmp_path, "0.28.0", live.Folder(None))
    made = {page: (tmp_path / f"{page}.html").read_text(encoding="utf-8") for page in boxes}
    assert 'data-live="index" data-up="../" data-megabytes="0" data-runs="pieces"' in made["book/index"]
    assert 'data-up="../../" data-megabytes="0" data-runs="pieces"' in made[PAGES_OF_PIECES["cut"]]
    assert made["book/glossary"].endswith("<figure></figure></body></html>")
    assert (tmp_path / "live" / "pages" / "index.js").read_text(encoding="utf-8") == "livePage([]);\n"


# In Chromium.


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_): ...


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    """A copy of the site with the engine of PYODIDE_DIST."""
    dist, version = os.environ.get("PYODIDE_DIST"), os.environ.get("PYODIDE_VERSION", live.VERSION)
    if not dist:
        pytest.skip("no compiled wheels for the browser: set PYODIDE_DIST and PYODIDE_VERSION")
    if chromium() is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    if not (SITE / "index.html").is_file():
        pytest.fail("there is no site to look at: run make book")
    site = tmp_path_factory.mktemp("site") / "html"
    shutil.copytree(SITE, site, ignore=shutil.ignore_patterns("live"))
    try:
        manifest, run, stay = live.install(site, version, live.Folder(Path(dist)))
    except OSError as error:
        pytest.skip(f"a package registry cannot be reached: {error}")
    if any(name in manifest["remote"] for name in manifest["first"]):
        pytest.skip(f"PYODIDE_DIST has no NumPy for Pyodide {version}")
    return site, run, stay


@pytest.fixture(scope="module")
def chrome(engine):
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def opened(engine, chrome):
    """Opens a page; the second value is the list of what it asks for."""
    contexts = []

    def open_page(address, **options):
        context = chrome.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.wait_for_timeout(500)
        return page, asked

    yield open_page
    for context in contexts:
        context.close()


def told(page, words, minutes=5):
    """What the page says, once it says one of `words`."""
    page.wait_for_function(
        "words => new RegExp(words).test(document.querySelector('.live-status').textContent)",
        arg=words,
        timeout=minutes * 60_000,
    )
    return page.inner_text(".live-status")


def start(page):
    page.click(".live-open")
    assert told(page, "Ready|cannot run|has stopped").startswith("Ready")


@pytest.mark.browser
def test_the_button_stands_on_pages_that_can_run_and_on_no_other(engine):
    site, run, stay = engine
    assert len(run) > 60
    assert PAGES_OF_PIECES["cut"] in stay  # but its piece runs
    pieces = {*PAGES_OF_PIECES.values()}
    for page in {*run, *pieces}:
        assert "data-live=" in (site / f"{page}.html").read_text(encoding="utf-8")
    for page in stay.keys() - pieces:
        assert "data-live=" not in (site / f"{page}.html").read_text(encoding="utf-8")


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("node") is None, reason="without Node wheels are not compiled")
def test_wheels_are_compiled_and_only_our_own_keeps_its_source(engine):
    site, _, _ = engine
    held = {}
    for name in ("sympy", "incentives"):
        (path,) = (site / "live" / "files").glob(f"{name}-*.js")
        text = json.loads(path.read_text(encoding="ascii").split(", ", 1)[1].rpartition(")")[0])
        held[name] = set(zipfile.ZipFile(io.BytesIO(base64.b64decode(text))).namelist())
    assert "sympy/__init__.pyc" in held["sympy"]
    assert not [name for name in held["sympy"] if name.endswith(".py")]
    assert {"incentives/__init__.py", "incentives/__pycache__/__init__.cpython-"} <= {
        re.sub(r"(cpython-)\d+\.pyc", r"\1", name) for name in held["incentives"]
    }


@pytest.mark.browser
def test_a_second_start_asks_for_no_file_again(engine, opened):
    site, _, _ = engine
    with serving(site) as home:
        page, asked = opened(f"{home}notebooks/{EXAMPLE}.html")
        start(page)
        page.wait_for_timeout(1000)
        del asked[:]
        page.reload()
        page.wait_for_timeout(500)
        start(page)
        assert [url for url in asked if "/live/files/" in url] == []


@pytest.mark.browser
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_page_of_each_part_leaves_the_receipts_of_the_book(engine, opened, name):
    site, _, _ = engine
    page, asked = opened((site / "notebooks" / f"{name}.html").as_uri())
    assert not [url for url in asked if re.search(r"/live/(?!live\.(js|css))", url)]
    start(page)
    page.get_by_role("button", name="Run all", exact=True).click()
    said = told(page, "Done|stopped")
    wanted = sum(
        live.MIME in output.get("data", {}) for cell in live.cells(notebook(name)) for output in cell["outputs"]
    )
    if "SciPy is not in this copy" in page.inner_text(".bd-article"):
        pytest.skip(f"{name} asks for SciPy, which PYODIDE_DIST does not have")
    assert said.startswith("Done")
    assert f"{wanted} of {wanted} receipts" in said
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_a_changed_premise_makes_the_claim_fail_and_putting_it_back_restores_it(engine, opened):
    """Served, by keyboard; then a long cell is stopped, and the page goes back to the book's text."""
    site, _, _ = engine
    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}/"
        page, asked = opened(f"{home}notebooks/{EXAMPLE}.html", viewport=PHONE)
        start(page)
        # A finger hits every button.
        heights = page.eval_on_selector_all(
            ":is(.live-bar, .live-cell-tools) button", "all => all.map(b => b.getBoundingClientRect().height)"
        )
        assert min(height for height in heights if height) >= 44
        place = next(
            n for n, cell in enumerate(live.cells(notebook(EXAMPLE))) if '"1.3 1.3 1.3"' in "".join(cell["source"])
        )
        page.evaluate("() => document.querySelectorAll('.bd-article details').forEach(box => { box.open = true; })")
        editor = page.locator(f".cell_input.code-{place} pre")
        before = editor.inner_text()
        # The caret goes behind the last 1.3 of Table 1; what follows is typed.
        editor.evaluate("""node => {
          const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
          while (walk.nextNode()) {
            const at = walk.currentNode.data.indexOf('1.3 1.3 1.3');
            if (at >= 0) { node.focus(); getSelection().collapse(walk.currentNode, at + 11); return; }
          }
        }""")
        page.keyboard.press("Backspace")
        page.keyboard.type("4")
        assert '"1.3 1.3 1.4"' in editor.inner_text()
        page.keyboard.press("Control+Enter")
        assert "ClaimFails: coalitions/table-1" in told(page, "Done|stopped")
        assert page.locator(".live-differs:visible").count() == 1
        assert page.locator(".live-output summary a").count() == 0
        page.get_by_role("button", name=f"Cell {place} as in the book").click()
        assert editor.inner_text().strip() == before.strip()
        page.get_by_role("button", name=f"Run cell {place}", exact=True).click()
        assert told(page, "Done").startswith("Done")
        assert page.locator(".live-differs:visible").count() == 0
        editor.evaluate("node => { node.textContent = 'while True: pass'; node.dispatchEvent(new Event('input')); }")
        page.get_by_role("button", name=f"Run cell {place}", exact=True).click()
        told(page, f"Running cell {place}")
        page.get_by_role("button", name="Stop", exact=True).click()
        assert told(page, "Ready").startswith("Ready")
        page.get_by_role("button", name="Back to the book's text").click()
        assert page.locator(".cell [contenteditable]").count() == 0  # an answer to an exercise can always be written
        assert page.locator(".live-cell").count() == 0
        assert page.locator(f".cell_input.code-{place} pre").inner_text().strip() == before.strip()
        assert [url for url in asked if not url.startswith((home, "data:", "blob:"))] == []
        server.shutdown()


@contextlib.contextmanager
def serving(site, handler=Quiet):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def write(page, place, code):
    """Puts code into a cell, and asks the page to run it, with those before it."""
    page.evaluate("() => document.querySelectorAll('.bd-article details').forEach(box => { box.open = true; })")
    page.locator(f".cell_input.code-{place} pre").evaluate(
        "(node, code) => { node.textContent = code; node.dispatchEvent(new Event('input')); }", code
    )
    page.get_by_role("button", name=f"Run cell {place}", exact=True).click()
    page.wait_for_timeout(1_000)


# Presses Stop; the answer is how many seconds the page took to say so, and to be ready for the next cell.
STOP = """async () => {
  const status = document.querySelector('.live-status'), began = performance.now();
  const until = words => new Promise(done => {
    const look = () => words.test(status.textContent) ? done((performance.now() - began) / 1000) : setTimeout(look, 10);
    look();
  });
  [...document.querySelectorAll('.live-bar button')].find(button => button.textContent === 'Stop').click();
  return [await until(/Stopp/), await until(/Ready|is kept/), status.textContent];
}"""
SPARE = "() => document.querySelector('.live-bar').dataset.spare === 'ready'"


@pytest.mark.browser
@pytest.mark.parametrize("code", ["while True: print(1)", "while True: pass"], ids=["prints", "computes"])
@pytest.mark.parametrize("handler", [None, Quiet, classroom.Page], ids=["folder", "served", "isolated"])
def test_stop_answers(engine, opened, handler, code):
    """An isolated page keeps what was computed; any other has another Python at once, which knows nothing of it."""
    site, _, _ = engine
    isolated = handler is classroom.Page
    with serving(site, handler) if handler else contextlib.nullcontext(f"{site.as_uri()}/") as home:
        page, _ = opened(f"{home}notebooks/{EXAMPLE}.html")
        start(page)
        assert page.evaluate("crossOriginIsolated") == isolated
        page.wait_for_function(SPARE, timeout=300_000)
        write(page, 1, "kept = 7")
        told(page, "Done", minutes=1)
        write(page, 2, code)
        told(page, "Running cell 2", minutes=1)
        said, ready, words = page.evaluate(STOP)
        assert said < 1, f"Stop was answered after {said:.2f} s"
        assert ready < 30, f"the page was ready {ready:.2f} s after Stop"
        assert ("is kept" if isolated else "is gone") in words
        assert len(page.locator(".live-output").all_inner_texts()[1]) < 150_000
        write(page, 2, "print('kept' in globals())" if isolated else "print(6 * 7)")
        assert told(page, "Done|stopped").startswith("Done")
        assert ("True" if isolated else "42") in page.inner_text(".live-cell:has([aria-label='Run cell 2'])")


@pytest.mark.browser
def test_a_cell_that_refuses_to_stop_is_left_behind(engine, opened):
    site, _, _ = engine
    with serving(site, classroom.Page) as home:
        page, _ = opened(f"{home}notebooks/{EXAMPLE}.html")
        start(page)
        page.wait_for_function(SPARE, timeout=300_000)
        write(page, 1, "while True:\n    try:\n        while True: pass\n    except BaseException: pass")
        told(page, "Running cell 1", minutes=1)
        _, ready, words = page.evaluate(STOP)
        assert ready < 1.5
        assert "is gone" in words


@pytest.mark.browser
def test_edits_survive_a_reload_until_they_are_reset(engine, opened):
    site, _, _ = engine
    page, _ = opened((site / "notebooks" / f"{EXAMPLE}.html").as_uri())
    start(page)
    editor, reset = page.locator(".cell_input.code-1 pre"), page.get_by_role("button", name="Reset my changes")
    book = editor.text_content().strip()
    assert book
    assert not reset.is_visible()
    write(page, 1, "mine = 1")
    assert reset.is_visible()
    answer = page.locator(".self-check pre").first
    asked = answer.text_content()
    answer.evaluate("node => { node.textContent = 'answer = 3'; node.dispatchEvent(new Event('input')); }")
    page.reload()
    assert answer.text_content().strip() == "answer = 3"
    assert editor.text_content().strip() == book  # the page is the book's until somebody presses the button
    start(page)
    assert editor.text_content().strip() == "mine = 1"
    # What the book has changed since is not covered by an edit of what it was.
    page.evaluate("""() => {
      const shelf = Object.keys(localStorage).find(key => key.startsWith('live '));
      localStorage.setItem(shelf, localStorage.getItem(shelf).replace(/"1":\\{"book":"/, '"1":{"book":"older '));
    }""")
    page.reload()
    start(page)
    assert editor.text_content().strip() == book
    write(page, 1, "mine = 2")
    reset.click()
    assert editor.text_content().strip() == book
    assert answer.text_content().strip() == asked.strip()
    page.reload()
    start(page)
    assert editor.text_content().strip() == book
    assert not reset.is_visible()


@pytest.mark.browser
@pytest.mark.parametrize("screen", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desktop"])
def test_a_counterexample_is_handed_in_by_keyboard_and_judged(engine, opened, screen):
    """On the page of questions, from a folder: nothing is loaded before, and axe finds nothing in the open form."""
    site, _, _ = engine
    page, asked = opened((site / "book" / "questions-consensus.html").as_uri(), viewport=screen)
    assert not [url for url in asked if re.search(r"/live/(?!live\.(js|css))", url)]
    (entry,) = [each for each in rows_asked("consensus") if each.id == "consensus/theorem-2"]
    box = page.locator(".question", has_text="minimal personalization oracle on reports")
    box.get_by_role("button", name="It is false").focus()
    page.keyboard.press("Enter")
    field, answer = box.get_by_role("textbox"), box.locator(".witness-answer")
    assert "MB, once, and nothing before you press" in box.inner_text()
    assert field.input_value() == STATEMENTS[entry.id].pattern
    field.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the button
    page.wait_for_function(WAIT, arg=["No counterexample: the statement is true"], timeout=300_000)
    for witness, words in (
        (STATEMENTS[entry.id].witness, "\nA counterexample."),
        (
            STATEMENTS[entry.id].witness.replace("models=(1, 2)", "models=(1, 2, 3)"),
            "Missed: each report accepts one of the models",
        ),
        ("I do not know", "This cannot be read"),
    ):
        field.fill(witness)
        field.press("Control+Enter")
        page.wait_for_function(WAIT, arg=[words.strip()], timeout=60_000)
        assert words.strip() in answer.inner_text()
    assert [each for each in findings(page) if each["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_who_hands_in_is_asked_beside_the_form_before_anything_comes_from_outside(
    engine, opened, tmp_path, monkeypatch
):
    """A copy without NumPy: pressing says what it would load from where, and a no loads nothing."""
    site, _, _ = engine
    copy = tmp_path / "html"
    shutil.copytree(site, copy, copy_function=os.link)
    monkeypatch.setattr(live, "compiled", lambda *_: None)
    live.install(copy, os.environ.get("PYODIDE_VERSION", live.VERSION), live.Folder(None))
    page, asked = opened((copy / "book" / "questions-rewards.html").as_uri(), viewport=PHONE)
    box = page.locator(".question", has_text="also maximises the mean gain")
    box.get_by_role("button", name="It is false").click()
    box.get_by_role("button", name="Judge it").click()
    question = box.locator(".live-question")
    question.get_by_role("button", name="Do not load").wait_for()
    assert re.search(
        r"numpy .* \(about 3 MB\).*load it from cdn\.jsdelivr\.net.*SHA-256", question.inner_text(), re.DOTALL
    )
    question.get_by_role("button", name="Do not load").click()
    page.wait_for_function(WAIT, arg=["Nothing was loaded."], timeout=30_000)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_an_answer_to_an_exercise_is_checked_where_it_stands(engine, opened):
    site, _, _ = engine
    page, asked = opened((site / "notebooks" / f"{EXAMPLE}.html").as_uri(), viewport=PHONE)
    box = page.locator(".self-check").first
    answer = box.locator(".live-answer")
    field = box.get_by_role("textbox")
    assert not [url for url in asked if re.search(r"/live/(?!live\.(js|css))", url)]
    box.get_by_role("button", name="Check it here").click()
    page.wait_for_function(WAIT, arg=["Not answered yet"], timeout=300_000)
    for said, words in (("(19, 20)", "is in the core too"), ("(20, 20)", "Right."), ("sizes", "A name from the page")):
        field.evaluate(
            "(node, said) => { node.textContent = node.textContent.replace(/answer = .*/, `answer = ${said}`); }", said
        )
        field.press("Control+Enter")
        page.wait_for_function(WAIT, arg=[words], timeout=60_000)
        assert words in answer.inner_text()
    page.get_by_role("button", name="Back to the book's text").click()
    assert "answer = ..." in field.inner_text()
    assert answer.inner_text() == ""
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_the_state_of_a_piece_runs_as_a_cell_of_its_own(engine, opened):
    site, _, _ = engine
    address = (site / "notebooks" / "together" / "which-mechanism.html").as_uri()
    page, asked = opened(f"{address}#week?scene=mon&said-mon=de&at-mon=9")
    panel = page.locator(".scene-python")
    panel.locator("summary").click()
    panel.get_by_role("button", name="Run it here").click()
    page.wait_for_function(WAIT, arg=["d 341/1014"], timeout=300_000)
    assert told(page, "Done") == "Done."
    slider = page.locator(".scene-slider input")
    slider.focus()
    slider.press("ArrowLeft")
    assert "sizes, noise = [1, 3, 3, 8, 62], 11" in panel.locator("pre").inner_text()
    assert panel.locator(".live-answer").inner_text() == ""  # it belonged to nine patients
    panel.locator("pre").evaluate("node => { node.textContent = node.textContent.replace('8, 62', '3, 62'); }")
    panel.locator("pre").press("Control+Enter")
    page.wait_for_function(WAIT, arg=["e 1/20088"], timeout=60_000)
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def states_of(name):
    """The states in which the tests of a piece or of a figure look at it."""
    if name in PAGES_OF_FIGURES:
        states = (state for figure, state, _ in import_module("test_interactive").STATES if figure == name)
        return [f"#{name}?{'&'.join(f'{key}={value}' for key, value in state.items())}" for state in states]
    return import_module(f"test_{name}").STATES


@pytest.mark.browser
@pytest.mark.parametrize("name", PAGES_OF_PIECES)
def test_every_state_of_every_piece_runs_where_it_stands(engine, opened, name):
    """What the browser's Python prints is what this one prints."""
    site, _, _ = engine
    states = states_of(name)
    page, asked = opened(f"{(site / f'{PAGES_OF_PIECES[name]}.html').as_uri()}{states[0]}")
    panel = page.locator(f":is([data-explorable={name}], [data-figure={name}]) .scene-python")
    panel.locator("summary").click()
    for state in states:
        page.evaluate("state => { location.hash = state; }", state)
        page.wait_for_timeout(300)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(panel.locator("pre").first.inner_text(), {})
        panel.get_by_role("button", name="Run it here").click()
        page.wait_for_function("() => !document.querySelector('.live-answer .live-note')", timeout=300_000)
        assert told(page, "Done|stopped", minutes=1) == "Done."
        assert panel.locator(".live-answer").inner_text().split() == printed.getvalue().split()
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_a_damaged_file_is_not_run(engine, opened, tmp_path):
    site, _, _ = engine
    copy = tmp_path / "html"
    shutil.copytree(site, copy, copy_function=os.link)
    path = next((copy / "live" / "files").glob("numpy-*.js"))
    text = path.read_text(encoding="ascii")
    path.unlink()
    middle = len(text) // 2
    path.write_text(text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :], encoding="ascii")
    page, _ = opened((copy / "notebooks" / f"{EXAMPLE}.html").as_uri())
    page.click(".live-open")
    assert "is damaged" in told(page, "cannot run|Ready")


@pytest.mark.browser
def test_a_difference_in_a_receipt_is_said_and_a_restart_forgets(engine, opened):
    """From a folder: run all, change what is checked, restart, put it back, run all again."""
    site, _, _ = engine
    page, asked = opened((site / "notebooks" / f"{EXAMPLE}.html").as_uri())
    sources = ["".join(cell["source"]) for cell in live.cells(notebook(EXAMPLE))]
    place = next(n for n, source in enumerate(sources) if "coalitions/prose-table-2-preferences" in source)
    start(page)
    page.evaluate("() => document.querySelectorAll('.bd-article details').forEach(box => { box.open = true; })")
    editor = page.locator(f".cell_input.code-{place} pre")
    editor.evaluate(
        "node => { node.textContent = node.textContent.replace('    wished, lambda', '    [0, 1], lambda'); "
        "node.dispatchEvent(new Event('input')); }"
    )
    page.get_by_role("button", name=f"Run cell {place}", exact=True).click()
    said = told(page, "Done|stopped")
    assert re.search(
        r"coalitions/prose-table-2-preferences: means in the book .all 3 cases checked., here .all 2 cases checked.",
        said,
    )
    assert "You have changed the text of a cell" in said
    assert page.locator(".live-differs:visible").count() == 1
    page.get_by_role("button", name="Restart", exact=True).click()
    assert told(page, "Ready").startswith("Ready")
    # Nothing is left of what had run: the cells before run again.
    page.get_by_role("button", name=f"Cell {place} as in the book").click()
    page.get_by_role("button", name=f"Run cell {place}", exact=True).click()
    assert re.match(rf"Done: {sum(map(bool, sources[1 : place + 1]))} cells", told(page, "Done|stopped"))
    page.get_by_role("button", name="Run all", exact=True).click()
    page.wait_for_timeout(300)
    wanted = sum(
        live.MIME in output.get("data", {}) for cell in live.cells(notebook(EXAMPLE)) for output in cell["outputs"]
    )
    assert f"{wanted} of {wanted} receipts" in told(page, f"Done: {sum(map(bool, sources[1:]))}|stopped")
    assert page.locator(".live-differs:visible").count() == 0
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.browser
def test_the_archive_runs_where_it_is_unpacked(engine, opened, tmp_path):
    """Site and engine in one file: unpacked, a page opened from the folder runs, and asks nobody for anything."""
    site, _, _ = engine
    with zipfile.ZipFile(live.offline(site, tmp_path / "book.zip")) as archive:
        names = {name.partition("/")[2] for name in archive.namelist()}
        archive.extractall(tmp_path / "stick")
    assert {
        "index.html",
        "live/manifest.js",
        "live/live.js",
        f"live/pages/{EXAMPLE}.js",
        f"notebooks/{EXAMPLE}.html",
    } <= names
    (folder,) = (tmp_path / "stick").iterdir()
    page, asked = opened((folder / "index.html").as_uri())
    assert page.title()
    page.goto((folder / "notebooks" / f"{EXAMPLE}.html").as_uri())
    start(page)
    page.get_by_role("button", name="Run all", exact=True).click()
    wanted = sum(
        live.MIME in output.get("data", {}) for cell in live.cells(notebook(EXAMPLE)) for output in cell["outputs"]
    )
    assert f"{wanted} of {wanted} receipts" in told(page, "Done|stopped")
    assert all(url.startswith(("data:", "blob:", folder.as_uri())) for url in asked)
