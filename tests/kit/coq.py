"""Whether Coq is here, for the tests that ask it."""

import shutil

import pytest

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="Coq is not installed (Debian: apt-get install coq)")
