"""The seal of an executed notebook: a hash over its code, its outputs and what it says of its run.

It notices an edit of a number, a figure or a receipt after the run. It keeps no secret, so it is no protection against
somebody who computes it anew; running everything again is (`python book/execute.py --cold`).
"""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from claimbook.book import current


def seal_of(notebook: Mapping[str, Any]) -> str:
    """The seal that belongs to a notebook, given as the JSON of its file; the prose is not part of it.

    >>> cell = {"cell_type": "code", "source": "1 + 1", "outputs": [{"text": "2"}]}
    >>> seal_of({"metadata": {}, "cells": [cell]}) == seal_of({"metadata": {}, "cells": [{"cell_type": "markdown"}, cell]})
    True
    >>> seal_of({"metadata": {}, "cells": [cell]}) == seal_of({"metadata": {}, "cells": [cell | {"outputs": []}]})
    False
    """  # noqa: E501
    run = {name: value for name, value in notebook["metadata"].get(current().name, {}).items() if name != "seal"}
    cells = [[cell["source"], cell["outputs"]] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return hashlib.sha256(json.dumps([run, cells], sort_keys=True).encode()).hexdigest()


def run_of(path: Path) -> dict[str, Any]:
    """The record of an executed notebook's run; empty where there is none, or it was edited since."""
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        run = notebook["metadata"].get(current().name, {})
        return run if run.get("seal") == seal_of(notebook) else {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def unsealed(executed: Path) -> list[str]:
    """One line for each notebook in the folder `executed` whose outputs are not those of its run."""
    return [
        f"{path.parent.name}/{path.stem}: edited after it ran (its seal is broken or missing)"
        for path in sorted(executed.glob("*/*.ipynb"))
        if not run_of(path)
    ]
