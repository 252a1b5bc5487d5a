"""Makes the pages of the built site run in the browser: `make live`, after `make book`; `make offline` for one archive.

    python book/live.py             Python for browsers (Pyodide) and wheels into _build/html/live, a button on each
    page that can run
    python book/live.py --offline   the same, and all of it as _build/incentives-offline.zip, which runs from a stick

PYODIDE_VERSION  another version of Pyodide whose package is pinned here
PYODIDE_DIST     a folder or an archive that holds its compiled wheels; without it they are fetched from the network

The core comes from npm, wheels in pure Python from PyPI, and no file is used whose hash is not the pinned one.
Where Node is there, the same Pyodide then compiles what is Python in them, so that no page has to at each start. A
compiled wheel that cannot be had is named in the manifest: the page then asks its reader before it loads that file from
the network, and checks it by the same hash. All files become scripts in base64, the one thing that a page opened from a
folder may load; a server compresses them back.
"""

import argparse
import ast
import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
import zipfile
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent / "_ext"))
import reach
from execute import executed_path
from offline import policy
from pairing import ROOT, sources
from wheel import write_wheel

from claimbook.site.questions import read_questions

BUILD = ROOT / "_build"
SITE = BUILD / "html"
FETCHED = BUILD / "fetched"
PARTS = ROOT / "book" / "_live"
VERSION = "314.0.7"
# The npm package of each version that can be asked for, as npm names its content.
INTEGRITY = {
    "314.0.7": "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    "0.28.0": "sha512-QML/Gh8eu50q5zZKLNpW6rgS0XUdK+94OSL54AUSKV8eJAxgwZrMebqj+CyM0EbF3EUX8JFJU3ryaxBViHammQ==",
}
CORE = ("pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
START, LATE = ("numpy",), ("matplotlib", "scipy")
# About how many megabytes each compiled package weighs with what it needs; Pyodide's lock does not say.
MEGABYTES = {"numpy": 3, "matplotlib": 10, "scipy": 14}
# Modules that a page in a browser can import, beside Python's own and the two of the book.
THERE = {
    *START,
    *LATE,
    "IPython",
    "matplotlib_inline",
    "mpl_toolkits",
    "cycler",
    "sympy",
    "mpmath",
    "tqdm",
    "lazy_loader",
}
OWN = {"claimbook", "incentives", "incentives_book"}
MIME = "application/vnd.incentives.check+json"
COMPARED = ("claim", "step", "grade", "passed", "cases", "how")


class WrongFile(Exception):
    """A file is not the one that was pinned."""


def checked(content: bytes, expected: str, name: str) -> bytes:
    """`content`, whose hash is `expected`: sha256 in hexadecimal, or npm's `sha512-<base64>`.

    >>> checked(b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "empty")
    b''
    """
    if expected.startswith("sha512-"):
        found = "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
    else:
        found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise WrongFile(f"{name} is not the file that was pinned: its hash is {found}, not {expected}")
    return content


def download(url: str, timeout: float = 120) -> bytes:
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        return answer.read()


def registry() -> str:
    """The npm registry of this machine."""
    named = os.environ.get("NPM_CONFIG_REGISTRY")
    if not named and shutil.which("npm"):
        told = subprocess.run(
            ["npm", "config", "get", "registry"], capture_output=True, text=True, check=False
        ).stdout.split()
        named = told[-1] if told else ""
    return (named or "https://registry.npmjs.org").rstrip("/")


def kept(name: str, expected: str, fetch) -> bytes:
    """A file that was fetched before, or is fetched now; either is checked."""
    path = FETCHED / name
    if path.is_file():
        return checked(path.read_bytes(), expected, name)
    content = checked(fetch(), expected, name)
    FETCHED.mkdir(parents=True, exist_ok=True)
    # Whoever reads it at the same time finds all of it or nothing.
    part = path.with_name(f"{name}.{os.getpid()}")
    part.write_bytes(content)
    part.replace(path)
    return content


def core(version: str) -> dict[str, bytes]:
    """The files of Pyodide itself, with its lock."""
    if version not in INTEGRITY:
        raise WrongFile(
            f"PYODIDE_VERSION must be one of {', '.join(INTEGRITY)}, whose packages are pinned; got {version!r}"
        )
    name = f"pyodide-{version}.tgz"
    content = kept(name, INTEGRITY[version], lambda: download(f"{registry()}/pyodide/-/{name}"))
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        names = {f"package/{each}": each for each in (*CORE, "pyodide-lock.json")}
        found = {names[each.name]: archive.extractfile(each).read() for each in archive if each.name in names}
    found.pop("pyodide.js" if "pyodide.asm.mjs" in found else "pyodide.mjs")  # newer versions are modules
    return found


def pins() -> dict[str, str]:
    """File names of wheels in pure Python, with their sha256."""
    lines = (PARTS / "pins.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def from_pypi(name: str) -> bytes:
    """A wheel in pure Python, by pip."""
    package, version = name.split("-")[:2]
    target = FETCHED / "pip"
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary",
        ":all:",
        "--dest",
        str(target),
    ]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        command[0] = "python3"  # an environment without pip
    done = subprocess.run([*command, f"{package}=={version}"], capture_output=True, text=True, check=False)
    path = target / name
    if not path.is_file():
        raise OSError(f"{name} could not be had: {done.stderr.strip()[-300:]}")
    return path.read_bytes()


def closure(names: tuple[str, ...], packages: dict) -> list[str]:
    """Packages of the lock with all that they need."""
    found, waiting = [], list(names)
    while waiting:
        name = waiting.pop()
        if name in packages and name not in found:
            found.append(name)
            waiting += packages[name]["depends"]
    return sorted(found)


@dataclass
class Folder:
    """Where compiled wheels lie: a folder, a zip or a tar archive, or nothing."""

    path: Path | None

    def read(self, name: str) -> bytes | None:
        """The file of that name, wherever it lies inside; None where there is none."""
        if self.path is None:
            return None
        if self.path.is_dir():
            found = next(iter(self.path.rglob(name)), None)
            return found.read_bytes() if found else None
        if zipfile.is_zipfile(self.path):
            with zipfile.ZipFile(self.path) as archive:
                inside = next((each for each in archive.namelist() if each.rpartition("/")[2] == name), None)
                return archive.read(inside) if inside else None
        with tarfile.open(self.path) as archive:
            member = next((each for each in archive if each.name.rpartition("/")[2] == name), None)
            return archive.extractfile(member).read() if member else None


@cache
def network(base: str) -> bool:
    """True if the host of compiled wheels answers."""
    try:
        download(f"{base}package.json", timeout=8)
    except urllib.error.HTTPError as error:
        return error.code == 404
    except OSError:
        return False
    return True


def compiled(name: str, sha256: str, dist: Folder, base: str) -> bytes | None:
    """A file of the lock from the folder, from what was fetched before, or from the network; None where it cannot be
    had.
    """
    found = dist.read(name)
    if found is not None:
        return checked(found, sha256, name)
    if (FETCHED / name).is_file() or network(base):
        try:
            return kept(name, sha256, lambda: download(f"{base}{name}"))
        except urllib.error.URLError:
            return None
    return None


def imports(code: str, inside: bool) -> set[str]:
    """Top names of the modules that code imports; those inside of functions only where they are asked for.

    >>> sorted(imports("import a.b\\ndef f():\\n    import c", inside=False))
    ['a']
    """
    found, waiting = set(), [ast.parse(code)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not inside:
            continue
        # `if TYPE_CHECKING:` never runs.
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add((node.module or "").partition(".")[0])
        waiting += ast.iter_child_nodes(node)
    return found


def cells(notebook: dict) -> list[dict]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def lacking(code: list[str], folder: Path, root: Path = ROOT) -> list[str]:
    """Modules that a page imports, itself or by what it imports, and that a browser does not have."""
    asked = set().union(*(imports(each, inside=True) for each in code))
    for path, _ in reach.closure("\n".join(code), root, folder):
        if path.suffix == ".py":
            asked |= imports(path.read_text(encoding="utf-8"), inside=False)
    return sorted(asked - THERE - OWN - set(sys.stdlib_module_names) - {""})


def first_cell(cell: dict) -> bool:
    """The cell that brings the package elsewhere; here it is loaded already."""
    return "remove-cell" in cell["metadata"].get("tags", []) and "incentives" in "".join(cell["source"])


def record(cell: dict) -> dict:
    """The entry of one cell in a page's script: its code, and the receipts that it left in the book."""
    left = [output["data"][MIME] for output in cell["outputs"] if MIME in output.get("data", {})]
    source = "" if first_cell(cell) else "".join(cell["source"])
    return {"source": source, "receipts": [{key: each.get(key) for key in COMPARED} for each in left]}


def script(name: str, *values: object) -> str:
    """A script that hands values to the page that loads it."""
    told = [json.dumps(value, separators=(",", ":")).replace("</", "<\\/") for value in values]
    return f"{name}({', '.join(told)});\n"


def pack(name: str, content: bytes, folder: Path) -> dict:
    """Writes a file as a script; returns what the manifest says of it."""
    inner = name if name.endswith((".whl", ".zip")) else f"{name}.gz"
    body = content if inner == name else gzip.compress(content, 9, mtime=0)
    (folder / f"{name}.js").write_text(script("liveFile", name, base64.b64encode(body).decode()), encoding="ascii")
    return {"bytes": len(body), "gzip": inner != name, "sha256": hashlib.sha256(body).hexdigest()}


def with_bytecode(engine: dict[str, bytes], wheels: dict[str, bytes]) -> dict[str, bytes]:
    """The wheels, compiled by the Pyodide that will run them: half the processor time of a start.

    Args:
        engine: the files of Pyodide, with its lock.
        wheels: content of each wheel, by file name.

    Returns:
        The same names with new content; the wheels as they are where Node is missing or fails.
    """
    node = shutil.which("node")
    if node is None:
        print("Without Node wheels are not compiled: a page takes about twice as long to start")
        return wheels
    with tempfile.TemporaryDirectory() as home:
        for name, files in (("engine", engine), ("wheels", wheels)):
            Path(home, name).mkdir()
            for file, content in files.items():
                Path(home, name, file).write_bytes(content)
        command = [node, str(PARTS / "bytecode.mjs"), f"{home}/engine", f"{home}/wheels"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"Wheels are not compiled: {done.stderr.strip()[-300:]}")
            return wheels
        return {name: Path(home, "wheels", name).read_bytes() for name in wheels}


def gather(folder: Path, version: str, dist: Folder) -> dict:
    """Writes the engine into `folder`; returns its manifest."""
    base = f"https://cdn.jsdelivr.net/pyodide/v{version}/full/"
    engine = core(version)
    held = {name: content for name, content in engine.items() if name != "pyodide-lock.json"}
    lock = json.loads(engine["pyodide-lock.json"])
    packages = lock["packages"]
    (folder / "files").mkdir(parents=True)
    own = write_wheel(folder)
    pure = {name: kept(name, sha256, lambda name=name: from_pypi(name)) for name, sha256 in pins().items()} | {
        own.name: own.read_bytes()
    }
    own.unlink()
    listed, files, remote = {}, {}, {}
    rows = {packages[name]["file_name"]: name for name in closure((*START, *LATE), packages)}
    found = {file: compiled(file, packages[name]["sha256"], dist, base) for file, name in rows.items()}
    wheels = with_bytecode(engine, pure | {file: content for file, content in found.items() if content is not None})
    for file, name in rows.items():
        listed[name] = packages[name]
        if file in wheels:
            listed[name] = packages[name] | {"sha256": hashlib.sha256(wheels[file]).hexdigest()}
            files[file] = pack(file, wheels[file], folder / "files")
        else:
            remote[file] = {"url": base + file, "sha256": packages[name]["sha256"]}
    for name in pure:
        content = wheels[name]
        package, number = name.split("-")[:2]
        sha256 = hashlib.sha256(content).hexdigest()
        listed[package.replace("_", "-")] = {
            **{
                "name": package.replace("_", "-"),
                "version": number,
                "file_name": name,
                "sha256": sha256,
                "install_dir": "site",
            },
            **{"depends": [], "imports": [], "package_type": "package", "unvendored_tests": False},
        }
        files[name] = pack(name, content, folder / "files")
    for name, content in held.items():
        files[name] = pack(name, content, folder / "files")
    first = {listed[name]["file_name"] for name in closure(START, packages)} | set(pure) | set(held)
    late = {name: sorted({listed[each]["file_name"] for each in closure((name,), packages)}) for name in LATE}
    manifest = {
        "version": version,
        "python": lock["info"]["python"],
        "numpy": packages["numpy"]["version"],
        "host": base.split("/")[2],
        "files": files,
        "remote": remote,
        "first": sorted(first),
        "late": late,
        "megabytes": MEGABYTES,
        "start": [*START, *(name for name in listed if listed[name]["file_name"] in pure)],
        "kernel": (PARTS / "kernel.py").read_text(encoding="utf-8"),
        "worker": (PARTS / "worker.js").read_text(encoding="utf-8"),
        "lock": {"info": lock["info"], "packages": listed},
    }
    (folder / "manifest.js").write_text(script("liveManifest", manifest), encoding="utf-8")
    return manifest


BUTTON = re.compile(
    r'<link rel="stylesheet" href="[./]*live/live\.css"><script defer src="[./]*live/live\.js"[^>]*></script>'
)
POLICY = re.compile('<meta http-equiv="Content-Security-Policy"[^>]*>')


def with_button(html: str, page: str, up: str, megabytes: int, hosts: str = "", runs: str = "cells") -> str:
    """The HTML of a page with the script and the style that make its button, and leave to run Python.

    Args:
        html: of the page, with or without a button.
        page: its name, as its script of cells is called.
        up: the way from it to the folder of the site.
        megabytes: that the button announces.
        hosts: from which its reader may load what this copy lacks.
        runs: what runs there: its "cells", or no cell but what a reader hands in under "questions" or beside "pieces".
    """
    there = (
        f'<link rel="stylesheet" href="{up}live/live.css"><script defer src="{up}live/live.js" '
        f'data-live="{escape(page)}" data-up="{up}" data-megabytes="{megabytes}" data-runs="{runs}"></script>'
    )
    allowed = POLICY.sub(policy(connect=hosts, script="'wasm-unsafe-eval'"), BUTTON.sub("", html), count=1)
    before, body, after = allowed.rpartition("</body>")
    return f"{before}{there}{body}{after}"


def with_pieces(site: Path) -> list[str]:
    """The pages of a site with a piece in which the reader acts, or a figure that answers."""
    marks = (b"<figure data-explorable=", b'<figure class="interactive"')
    pages = {path: path.read_bytes() for path in site.rglob("*.html")}
    found = [path for path, html in pages.items() if any(mark in html for mark in marks)]
    return sorted(path.relative_to(site).with_suffix("").as_posix() for path in found)


def install(site: Path, version: str, dist: Folder) -> tuple[dict, list[str], dict[str, list[str]]]:
    """Puts the engine and the buttons into a site; returns the manifest, the pages that run and why others do not.

    A page whose own cells do not run still runs the state of a piece that stands on it.
    """
    folder = site / "live"
    shutil.rmtree(folder, ignore_errors=True)
    manifest = gather(folder, version, dist)
    for name in ("live.js", "live.css"):
        shutil.copyfile(PARTS / name, folder / name)
    total = sum(manifest["files"][name]["bytes"] for name in manifest["first"] if name in manifest["files"])
    hosts = f"https://{manifest['host']}" if manifest["remote"] else ""

    def add(page: str, held: list[dict], runs: str) -> None:
        name, target = page.removeprefix("notebooks/").removeprefix("book/"), site / f"{page}.html"
        path = folder / "pages" / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script("livePage", held), encoding="utf-8")
        html = target.read_text(encoding="utf-8")
        made = with_button(html, name, "../" * page.count("/"), round(total / 1e6), hosts, runs)
        target.write_text(made, encoding="utf-8")

    run, stay = [], {}
    for source in sources(ROOT):
        page = source.relative_to(ROOT).with_suffix("").as_posix()
        executed = executed_path(source, ROOT)
        if not ((site / f"{page}.html").is_file() and executed.is_file()):
            continue
        notebook = json.loads(executed.read_text(encoding="utf-8"))
        code = ["".join(cell["source"]) for cell in cells(notebook) if not first_cell(cell)]
        if missing := lacking(code, source.parent):
            stay[page] = missing
            continue
        add(page, [record(cell) for cell in cells(notebook)], "cells")
        run.append(page)
    for page in (f"book/questions-{part}" for part in read_questions()):
        if (site / f"{page}.html").is_file():
            add(page, [], "questions")
            run.append(page)
    for page in with_pieces(site):
        if page not in run:
            add(page, [], "pieces")
    return manifest, run, stay


def offline(site: Path, target: Path) -> Path:
    """The site and its engine as one archive that runs where it is unpacked, with what serves it to a classroom."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(ROOT / "book" / "classroom.py", "incentives-in-collaborative-learning/serve.py")
        for path in sorted(site.rglob("*")):
            if path.is_file():
                archive.write(path, f"incentives-in-collaborative-learning/{path.relative_to(site)}")
    return target


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--offline", action="store_true", help="also write the archive")
    asked = parser.parse_args(arguments)
    dist = os.environ.get("PYODIDE_DIST")
    if not (SITE / "index.html").is_file():
        print("There is no site yet: run make book")
        return 1
    if dist and not Path(dist).exists():
        print(f"PYODIDE_DIST must be a folder or an archive; there is nothing at {dist}")
        return 1
    try:
        manifest, run, stay = install(
            SITE, os.environ.get("PYODIDE_VERSION", VERSION), Folder(Path(dist) if dist else None)
        )
    except (OSError, WrongFile) as error:
        shutil.rmtree(SITE / "live", ignore_errors=True)
        print(f"No page runs in the browser: {error}")
        return 1
    here = sum(each["bytes"] for each in manifest["files"].values()) / 1e6
    print(
        f"Pyodide {manifest['version']} (Python {manifest['python']}), NumPy {manifest['numpy']}: "
        f"{len(manifest['files'])} files, {here:.1f} MB, in _build/html/live"
    )
    for name in manifest["remote"]:
        print(f"not here, a reader is asked before it is loaded from {manifest['host']}: {name}")
    print(f"{len(run)} pages run in the browser; {len(stay)} do not, for what they import:")
    for page, missing in stay.items():
        print(f"  {page.removeprefix('notebooks/')}: {', '.join(missing)}")
    if asked.offline:
        path = offline(SITE, BUILD / "incentives-offline.zip")
        print(f"The archive: _build/{path.name}, {path.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
