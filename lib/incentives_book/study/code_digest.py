"""The code that a result depends on, as one hash: the definitions that a run reaches, without docstrings, comments and
annotations.

An edit of a definition that a run never mentions leaves the hash alone (`claimbook.definitions` says how they are
found). In which module a definition stands does not count: modules may move. Nor do types, which change no number.
"""

import hashlib
from functools import cache

from claimbook.definitions import Definitions

PACKAGES = ("incentives", "incentives_book")
# How the bytes of a data set are found changes no number: they have a checksum; nor does what a missing package is
# told. Which of the methods a run is about, its study says.
APART = ("incentives.extras", "incentives.learning.files", "incentives_book.study.rewards.methods:METHODS")
CODE = Definitions(PACKAGES, APART, types=False)


@cache
def code_digest(*start: str) -> str:
    """A short hash of everything that some definitions reach.

    Args:
        start: definitions as "module:name", or whole modules as "module".

    Raises:
        ValueError: there is no such module or definition in the two packages.

    >>> code_digest("incentives.randomness:stream") == code_digest("incentives.randomness:stream")
    True
    """
    told = sorted(f"{name} {CODE.text_of(module, name)}" for module, name in CODE.reached(*start))
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
