"""Packages that are opened without what their `__init__.py` imports, until somebody asks for a name in it.

The kit of claims imports SymPy, which takes longer than all that the pipeline itself asks of the kit: seals and the
register.
"""

import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path


def open_late(name: str) -> None:
    """Puts the package `name` into `sys.modules`; its own code runs at the first use of one of its names."""
    if name in sys.modules:
        return
    spec = find_spec(name)
    package = module_from_spec(spec)

    def run_first(attribute: str) -> object:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        vars(package).pop("__getattr__", None)
        spec.loader.exec_module(package)
        return getattr(package, attribute)

    package.__getattr__ = run_first
    sys.modules[name] = package


for kit in ("incentives_book", "claimbook"):
    open_late(kit)

from claimbook.opened import open_book  # noqa: E402

open_book(Path(__file__).parent)  # what the kit is told of this book
