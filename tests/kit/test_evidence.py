"""What executed pages and tests say for a claim."""

import json
from dataclasses import asdict

import pytest

from claimbook.evidence import marked_tests, notebook_records, read_record
from claimbook.receipts import mime

from .rows import PROOF


def test_markers_are_found_on_tests_classes_modules_and_parameters(tmp_path):
    path = tmp_path / "test_them.py"
    path.write_text(
        "import pytest\npytestmark = pytest.mark.backs('a/m')\n"
        "@pytest.mark.backs('a/c')\nclass TestIt:\n    @pytest.mark.backs('a/x', 'a/y')\n    def "
        "test_one(self): assert self\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.backs('a/p'))])\ndef test_two(n): assert n\n"
    )
    assert sorted(marked_tests(path, tmp_path)) == [
        ("a/c", "test_them.py::TestIt"),
        ("a/m", "test_them.py"),
        ("a/p", "test_them.py::test_two"),
        ("a/x", "test_them.py::TestIt::test_one"),
        ("a/y", "test_them.py::TestIt::test_one"),
    ]


def test_records_survive_the_notebook(tmp_path):
    path = tmp_path / "page.ipynb"
    for content in (asdict(PROOF), json.dumps(asdict(PROOF))):
        path.write_text(
            json.dumps({"cells": [{"cell_type": "code", "outputs": [{"data": {mime(): content}}, {"text": "x"}]}]})
        )
        assert list(notebook_records(path)) == [PROOF]
    with pytest.raises(ValueError, match="exactly the fields"):
        read_record({"claim": "coalitions/lemma-1"})
