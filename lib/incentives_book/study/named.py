"""Code of somebody's own, named in a study file: "mypackage.module:rule"."""

from __future__ import annotations

import hashlib
import inspect
from importlib import import_module
from typing import Any


def is_named(text: str) -> bool:
    """True if a text names code of one's own rather than something that the book knows.

    >>> is_named("mypackage.module:rule"), is_named("homogeneous")
    (True, False)
    """
    return ":" in text


def named(what: str, text: str) -> Any:
    """The function that "mypackage.module:rule" names; the module must be importable, for instance from the current
    folder.

    Args:
        what: what a message calls it.
        text: module and name.

    Raises:
        ValueError: there is no such module, or it has no such function.

    >>> named("partition", "incentives.learning.partition:homogeneous").__name__
    'homogeneous'
    """
    module, _, name = text.partition(":")
    try:
        found = getattr(import_module(module), name, None)
    except (ImportError, ValueError) as error:
        raise ValueError(
            f"{what} must name an importable module as 'mypackage.module:name', got {text!r} ({error})"
        ) from error
    if not callable(found):
        raise ValueError(f"{what} must name a function or class of {module}, got {text!r}")
    return found


def source_digest(*texts: str) -> str:
    """A short hash of the modules whose code is named, so that an edit of a rule is not taken for the old rule.

    What these modules import is not followed.
    """
    modules = sorted({text.partition(":")[0] for text in texts if is_named(text)})
    told = [f"{module}\n{inspect.getsource(import_module(module))}" for module in modules]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
