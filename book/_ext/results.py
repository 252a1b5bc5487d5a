"""Finds the executed notebook behind a page, and reads a page again when its results have changed.

Sphinx looks at the source only, so new results under an unchanged source would leave an old number on the page.
Extensions that need the results of a page use `executed_path` and `record_of`.
"""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def executed_path(docname: str) -> Path | None:
    """The executed notebook of the page `docname`; None for a page that is not a notebook."""
    path = ROOT / "_build" / "executed" / Path(docname).relative_to("notebooks") if _is_notebook(docname) else None
    return path.with_name(f"{path.name}.ipynb") if path else None


def _is_notebook(docname: str) -> bool:
    return docname.startswith("notebooks/")


def record_of(docname: str) -> dict:
    """Key, duration, date and versions of the run behind the page `docname`; empty for other pages."""
    path = executed_path(docname)
    if path is None or not path.is_file():
        return {}
    return json.loads(path.read_text(encoding="utf-8"))["metadata"].get("incentives", {})


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
    app.connect("env-get-outdated", outdated)
    app.connect("env-updated", remember)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
