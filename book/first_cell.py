"""The first code cell of every notebook that somebody opens elsewhere: it brings the package, from one place.

In a page that cell is one line, a comment that says what the page needs; the book runs where that is installed:

    # Needs: incentives[learning]

In a notebook it becomes the cell written here. It installs the wheel that is published with the site, which needs no
git, also in a browser (Pyodide), and says so when another version of the package is there already, or the one from an
index, which holds the library without the pages' own code.
"""

import re

NEEDS = re.compile(r"\A# Needs: (incentives(?:\[[a-z]+\])?)\s*\Z")

CELL = """# Brings the package of the book, {version}, where it is missing (written by book/first_cell.py).
import importlib.util, sys

wheel = "{wheel}"
if importlib.util.find_spec("incentives") is None:
    if sys.platform == "emscripten":  # Python in a browser
        import micropip
        await micropip.install(wheel)
    else:
        import subprocess
        subprocess.check_call([sys.executable, "-m", "pip", "install", "--quiet", f"{needs} @ {{wheel}}"])
import incentives
if incentives.__version__ != "{version}":
    print(f"This notebook was made with incentives {version}; here is {{incentives.__version__}}. Results may differ. Then: pip install --force-reinstall {{wheel}}")
elif importlib.util.find_spec("incentives_book.exercises") is None:
    print(f"Here is incentives {version} from an index, without what the pages of the book need. Then: pip install --force-reinstall --no-deps {{wheel}}")"""  # noqa: E501


def needs(source: str) -> str | None:
    """The needs that a page's first cell states; None for any other cell.

    >>> needs("# Needs: incentives[learning]"), needs("x = 1")
    ('incentives[learning]', None)
    """
    found = NEEDS.match(source)
    return found[1] if found else None


def first_cell(source: str, *, site: str, version: str) -> str:
    """The cell for a notebook that is opened elsewhere; any other cell as it is.

    Args:
        source: text of a cell.
        site: address of the published book, with a slash at the end.
        version: of the package.

    >>> first_cell("x = 1", site="https://a.github.io/b/", version="0.1.0")
    'x = 1'
    """
    asked = needs(source)
    if asked is None:
        return source
    return CELL.format(version=version, needs=asked, wheel=f"{site}wheel/incentives-{version}-py3-none-any.whl")
