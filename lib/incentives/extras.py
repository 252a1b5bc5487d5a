"""Packages that come with an extra of this one: where one is missing, the error says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

EXTRA_OF = {
    "distributed": "cluster",
    "huggingface_hub": "data",
    "peft": "llm",
    "pillow": "data",
    "pyarrow": "data",
    "transformers": "llm",
    "trl": "llm",
}


@contextmanager
def needed(package: str) -> Iterator[None]:
    """Around an import.

    Args:
        package: a name in `EXTRA_OF`.

    Raises:
        ImportError: it is missing; the message names the extra that brings it.
    """
    try:
        yield
    except ImportError as error:
        raise ImportError(f"this needs the package {package}: pip install 'incentives[{EXTRA_OF[package]}]'") from error
