"""Packages that come with an extra of this one: where one is missing, the error says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRA_OF = {
    "distributed": "cluster",
    "flwr": "flower",
    "huggingface_hub": "data",
    "peft": "llm",
    "pillow": "data",
    "pyarrow": "data",
    "scikit-learn": "learning",
    "transformers": "llm",
    "trl": "llm",
}


@contextmanager
def needed(package: str) -> Iterator[None]:
    """Around an import.

    Args:
        package: a name in `EXTRA_OF`.

    Raises:
        ModuleNotFoundError: it is missing; the message names the extra that brings it.
        ImportError: it is there and cannot be imported; the same message.
    """
    try:
        yield
    except ImportError as error:
        kind = ModuleNotFoundError if isinstance(error, ModuleNotFoundError) else ImportError
        words = f"this needs the package {package}: pip install 'incentives[{EXTRA_OF[package]}]'"
        raise kind(words, name=error.name) from error
