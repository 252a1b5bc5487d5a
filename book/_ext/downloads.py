"""Puts the executed notebook behind the download button: the one that the theme offers has no outputs."""

import shutil
from pathlib import Path

from results import executed_path


def with_outputs(app, exception):
    if exception or app.builder.format != "html":
        return
    for docname in app.env.found_docs:
        path = executed_path(docname)
        if path is not None and path.is_file():
            target = Path(app.outdir, "_sources", f"{docname}.ipynb")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


def setup(app):
    app.connect("build-finished", with_outputs)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
