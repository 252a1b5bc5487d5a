"""Puts the outputs of the executed notebook onto its page, and reads a page again when its results have changed.

Sphinx looks at the source only, so new results under an unchanged source would leave an old number on the page.
Extensions that need the results of a page use `executed_path` and `record_of`.
"""

import json
from functools import cache
from pathlib import Path

import myst_nb.sphinx_
import nbformat
from myst_nb.core.execute import NotebookClientBase

ROOT = Path(__file__).resolve().parents[2]


def executed_path(docname: str) -> Path | None:
    """The executed notebook of the page `docname`; None for a page that is not a notebook."""
    path = ROOT / "_build" / "executed" / Path(docname).relative_to("notebooks") if _is_notebook(docname) else None
    return path.with_name(f"{path.name}.ipynb") if path else None


def _is_notebook(docname: str) -> bool:
    return docname.startswith("notebooks/")


@cache
def _notebook(path: Path, _written: int) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def notebook_of(docname: str) -> dict:
    """The executed notebook of the page `docname`, to be read only; empty where there is none."""
    path = executed_path(docname)
    return _notebook(path, path.stat().st_mtime_ns) if path is not None and path.is_file() else {}


def record_of(docname: str) -> dict:
    """Key, duration, date and versions of the run behind the page `docname`; empty for other pages."""
    return notebook_of(docname).get("metadata", {}).get("incentives", {})


class Executed(NotebookClientBase):
    """Takes the outputs from the executed notebook, where MyST-NB would run the page or look into its cache."""

    def start_client(self):
        path = executed_path(self.path.relative_to(ROOT).with_suffix("").as_posix())
        cells = [cell for cell in self.notebook.cells if cell.cell_type == "code"]
        ran = nbformat.read(path, as_version=4).cells if path is not None and path.is_file() else []
        results = [cell for cell in ran if cell.cell_type == "code"]
        if [cell.source for cell in cells] != [cell.source for cell in results]:
            raise ValueError(f"_build/executed has no results of {self.path} as it stands: run book/execute.py")
        for cell, result in zip(cells, results, strict=True):
            cell.outputs, cell.execution_count = result.outputs, result.execution_count


def client(notebook, source, config, logger, read_fmt=None):
    return Executed(notebook, Path(source), config, logger)


def remember(app, env):
    """Notes in the environment which results each page shows."""
    for docname in env.found_docs:
        env.metadata[docname]["results"] = json.dumps(record_of(docname), sort_keys=True)


def outdated(app, env, added, changed, removed):
    """Pages whose results are not the ones that were shown last."""
    return [
        docname
        for docname in env.found_docs - added - changed
        if env.metadata[docname].get("results") != json.dumps(record_of(docname), sort_keys=True)
    ]


def setup(app):
    myst_nb.sphinx_.create_client = client
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", remember)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
