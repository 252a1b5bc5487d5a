"""An executed notebook whose outputs were edited after its run is noticed."""

import json

import pytest

from claimbook.__main__ import main
from claimbook.seal import run_of, seal_of, unsealed


@pytest.fixture
def page(tmp_path):
    cell = {"cell_type": "code", "source": "2 + 2", "outputs": [{"output_type": "stream", "text": "4"}]}
    prose = {"cell_type": "markdown", "source": "Two and two."}
    notebook = {"metadata": {"incentives": {"key": "k", "seconds": 1.5}}, "cells": [prose, cell]}
    notebook["metadata"]["incentives"]["seal"] = seal_of(notebook)
    path = tmp_path / "games" / "page.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook))
    return path


def test_a_seal_holds_as_long_as_the_outputs_do(page):
    assert run_of(page)["seconds"] == 1.5
    assert unsealed(page.parents[1]) == []


def test_new_prose_leaves_the_seal(page):
    page.write_text(page.read_text().replace("Two and two.", "Two and two make four."))
    assert run_of(page)


@pytest.mark.parametrize(
    ("old", "new"), [('"4"', '"5"'), ("2 + 2", "2 + 3"), ("1.5", "0.5"), ('"seal"', '"sea"'), ("{", "")]
)
def test_an_edit_of_code_output_or_record_breaks_the_seal(page, old, new):
    page.write_text(page.read_text().replace(old, new))
    assert run_of(page) == {}
    assert unsealed(page.parents[1]) == ["games/page: edited after it ran (its seal is broken or missing)"]


def test_the_register_names_a_page_that_was_edited(page, capsys):
    page.write_text(page.read_text().replace('"4"', '"5"'))
    assert main(["--executed", str(page.parents[1])]) == 1
    assert "games/page: edited after it ran" in capsys.readouterr().out
