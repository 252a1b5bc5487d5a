"""Notebooks to open elsewhere, made from the page as it is published: plain Markdown, links to the site, two editions.

**full** is the page, with outputs and solutions. **student** has neither outputs nor solutions: under each exercise
stands a cell for an answer, with a check where an answer can be judged (incentives_book.exercises). The code that a
page folds is folded in JupyterLab and Colab too. Both editions lie in `editions` in the site, with a zip for each part;
the buttons above a page lead to them. Colab and Binder open notebooks from a repository only, so the workflow puts the
same folder on a branch of its own, named in BRANCH.
"""

import hashlib
import json
import zipfile
from pathlib import Path

import address
import nbformat
from first_cell import first_cell, needs
from plain_markdown import Code, Exercise, Solution, Text, Writer
from reading import cell_of, stays_open
from repository import repository, site_of
from results import ROOT, notebook_of

EDITIONS = ("student", "full")
BRANCH = "notebooks"
RECEIPT = "application/vnd.incentives.check+json"  # for the register; no viewer shows it
EPOCH = (1980, 1, 1, 0, 0, 0)
QUESTIONS = "does-it-hold"  # written by question_notebooks.py


def markdown(text: str) -> dict:
    return nbformat.v4.new_markdown_cell(text)


def code(source: str, *, tags=(), outputs=(), count=None, folded=False) -> dict:
    """A code cell, whose code JupyterLab and Colab show on demand if it is folded."""
    cell = nbformat.v4.new_code_cell(source, outputs=list(outputs), execution_count=count)
    if tags:
        cell.metadata["tags"] = list(tags)
    if folded:
        cell.metadata |= {"jupyter": {"source_hidden": True}, "cellView": "form"}
    return cell


def shown(outputs: list) -> list:
    """Outputs without what only the register reads."""
    kept = json.loads(json.dumps(outputs))
    for output in kept:
        output.get("data", {}).pop(RECEIPT, None)
        output.get("metadata", {}).pop(RECEIPT, None)
    return [nbformat.from_dict(output) for output in kept]


def answer_cell(label: str, solved_in_code: bool) -> dict:
    """Where a student answers an exercise."""

    from incentives_book.exercises import EXERCISES  # the parts of the library come with it

    exercise = EXERCISES.get(label)
    if exercise is not None:
        return code(f'from incentives_book.exercises import check\n\n{exercise.stub}\n\ncheck("{label}", answer)')
    return code("# Your answer") if solved_in_code else markdown("*Your answer:*")


def cells(pieces: list, notebook: dict, edition: str, head: str, site: str) -> list:
    """The cells of one edition.

    Args:
        pieces: the page, from `Writer.pieces`.
        notebook: the executed notebook of the page.
        edition: "student" or "full".
        head: a line under the title.
        site: address of the published book.
    """
    ran = iter([cell for cell in notebook["cells"] if cell["cell_type"] == "code"])
    in_code = {piece.solves for piece in pieces if isinstance(piece, Code)}
    answered = {piece.label for piece in pieces if isinstance(piece, Solution)}
    version = address.version(ROOT)
    found: list = []
    block: list[str] = []

    def close() -> None:
        if block:
            found.append(markdown("\n\n".join(block)))
            block.clear()

    opened = False
    for piece in pieces:
        if isinstance(piece, Text):
            if edition == "student" and piece.solves:
                continue
            if piece.markdown.startswith("## "):
                close()
            block.append(piece.markdown)
            if not opened:
                block.append(head)
                opened = True
        elif isinstance(piece, Exercise):
            if edition == "student" or piece.label not in answered:
                close()
                found.append(answer_cell(piece.label, piece.label in in_code))
        elif isinstance(piece, Solution):
            if edition == "full":
                block.append("**Solution.**")
        else:
            close()
            for cell in ran:
                source = "".join(cell["source"])
                if needs(source):
                    found.append(code(first_cell(source, site=site, version=version), tags=["setup"], folded=True))
                if source.strip() == piece.source.strip():
                    break
            else:
                raise ValueError(f"the page must show the cells of its executed notebook; it has {piece.source[:80]!r}")
            told = {"tags": cell["metadata"].get("tags", []), "folded": not stays_open(cell_of(None, cell))}
            if edition == "full":
                found.append(code(source, outputs=shown(cell["outputs"]), count=cell["execution_count"], **told))
            elif not piece.solves:
                found.append(code(source, **told))
    close()
    return found


def write(path: Path, made: list, kernel: dict) -> None:
    """Writes a notebook whose cells are named by place and content."""
    for position, cell in enumerate(made):
        cell["id"] = hashlib.sha256(f"{position}\n{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
    notebook = nbformat.v4.new_notebook(
        cells=made, metadata={"kernelspec": kernel, "language_info": {"name": "python"}}
    )
    nbformat.validate(notebook)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook).rstrip("\n") + "\n", encoding="utf-8")


def place(docname: str, edition: str) -> str:
    """Where an edition of a page lies, seen from the site."""
    return f"editions/{edition}/{docname.removeprefix('notebooks/')}.ipynb"


def is_notebook(docname: str) -> bool:
    return docname.startswith("notebooks/") and bool(notebook_of(docname))


def make(app, doctree, docname):
    """Both editions of a page, when it is written."""
    if app.builder.format != "html" or not is_notebook(docname):
        return
    numbers = app.env.toc_fignumbers.get(docname, {})

    def number_of(node):
        kinds = [node.get("countertype") or "", node.get("type") or "", *numbers]
        found = next(
            (numbers[kind][each] for kind in kinds for each in node.get("ids", []) if each in numbers.get(kind, {})), ()
        )
        return ".".join(map(str, found))

    site = site_of(repository())
    page = f"{site}{docname}.html"
    pieces = list(Writer(page, number_of).pieces(doctree))
    notebook = notebook_of(docname)
    told = {
        "student": (
            f"*From [{app.config.project}]({page}), without the answers. Run the cells from above; the "
            "checks under the exercises say whether an answer is right.*"
        ),
        "full": f"*From [{app.config.project}]({page}), with all outputs and answers.*",
    }
    for edition in EDITIONS:
        made = cells(pieces, notebook, edition, told[edition], site)
        write(Path(app.outdir, place(docname, edition)), made, notebook["metadata"]["kernelspec"])


def pack(app, exception):
    """Takes away notebooks of pages that are gone, and makes a zip for each part and edition."""
    if exception or app.builder.format != "html":
        return
    folder = Path(app.outdir, "editions")
    wanted = {
        Path(app.outdir, place(name, edition))
        for name in app.env.found_docs
        if is_notebook(name)
        for edition in EDITIONS
    }
    for path in folder.glob("*/*/*.ipynb"):
        if path not in wanted and path.stem != QUESTIONS:
            path.unlink()
    for edition in EDITIONS:
        for part in sorted(path for path in (folder / edition).glob("*") if path.is_dir()):
            with zipfile.ZipFile(folder / f"{edition}-{part.name}.zip", "w", zipfile.ZIP_DEFLATED) as packed:
                for path in sorted(part.glob("*.ipynb")):
                    packed.writestr(
                        zipfile.ZipInfo(f"{part.name}/{path.name}", EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED
                    )


def lead(app, pagename, templatename, context, doctree):
    """Lets the buttons above a page lead to the editions."""
    if not is_notebook(pagename):
        return
    owner = "/".join(repository().split("/")[-2:])
    part = place(pagename, "student").removeprefix("editions/")
    extra = "[" in needs_of(pagename)
    addresses = {
        "Colab": f"https://colab.research.google.com/github/{owner}/blob/{BRANCH}/{part}",
        "Binder": f"https://mybinder.org/v2/gh/{owner}/{BRANCH}?urlpath=lab/tree/{part}",
    }
    up = context["pathto"]("", 1).rstrip("/")
    up = f"{up}/" if up else ""
    for group in context.get("header_buttons", []):
        if group.get("label") == "launch-buttons":
            # Binder has no PyTorch.
            group["buttons"] = [
                b | {"url": addresses.get(b["text"], b.get("url"))}
                for b in group["buttons"]
                if not (extra and b["text"] == "Binder")
            ]
        if group.get("label") == "download-buttons":
            rest = [b for b in group["buttons"] if b.get("label") != "download-notebook-button"]
            words = {
                "student": ("Notebook without answers", "student .ipynb"),
                "full": ("Notebook with outputs and answers", "full .ipynb"),
            }
            group["buttons"] = [
                {
                    "type": "link",
                    "url": up + place(pagename, edition),
                    "text": words[edition][1],
                    "icon": "fas fa-code",
                    "tooltip": words[edition][0],
                    "label": f"download-{edition}-button",
                }
                for edition in EDITIONS
            ] + rest


def needs_of(docname: str) -> str:
    """The packages that a page asks to be installed."""
    sources = ("".join(cell["source"]) for cell in notebook_of(docname)["cells"] if cell["cell_type"] == "code")
    return next(filter(None, map(needs, sources)), "incentives")


def setup(app):
    # Before the code of checks is folded, after references are resolved.
    app.connect("doctree-resolved", make, priority=100)
    app.connect("build-finished", pack)
    app.connect("html-page-context", lead, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
