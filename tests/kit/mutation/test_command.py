"""The command reports."""

import json

from claimbook.lock import read_lists, write_lists
from claimbook.mutation import command
from claimbook.mutation.cells import CellReport
from claimbook.mutation.command import main, rates
from claimbook.mutation.records import Tally


def test_the_command_reports_and_needs_something_to_read(tmp_path, capsys):
    assert main(["--executed", str(tmp_path)]) == 2
    folder = tmp_path / "coalitions"
    folder.mkdir()
    (folder / "page.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": "x = 1", "outputs": []}]}))
    assert main(["--executed", str(tmp_path)]) == 0
    assert "all 0 claims" in capsys.readouterr().out


def test_the_command_may_be_asked_for_some_pages_only(tmp_path, capsys, monkeypatch):
    (tmp_path / "coalitions").mkdir()
    for name in ("page", "other"):
        (tmp_path / "coalitions" / f"{name}.ipynb").write_text(json.dumps({"cells": []}))
    asked = []
    monkeypatch.setattr(command, "mutate_notebook", lambda path, *_: asked.append(path.stem) or [])
    executed = ["--executed", str(tmp_path)]
    assert main(["notebooks/coalitions/page.md", *executed]) == 0
    assert asked == ["page"]
    assert main(["notebooks/payments/page.md", *executed]) == 2
    assert "no executed notebooks of these pages" in capsys.readouterr().err


def test_errors_are_counted_by_claim():
    tallies = {"coalitions/lemma-1": Tally(killed=3, survivors=["one"])}
    cells = [CellReport("coalitions/page", 2, ("coalitions/lemma-1",), ("every",), 2, ["other"])]
    assert rates(tallies, cells) == {"coalitions/lemma-1": ["5", "7"]}


def test_rates_of_formulas_and_of_code_are_kept_apart_and_what_was_not_looked_at_stays(tmp_path, monkeypatch):
    (tmp_path / "coalitions").mkdir()
    (tmp_path / "coalitions" / "page.ipynb").write_text(json.dumps({"cells": []}))
    lists = tmp_path / "lists"
    lists.mkdir()
    write_lists(lists, "kills", {"coalitions/lemma-1": ["4", "4"]})
    write_lists(lists, "cells", {"coalitions/lemma-2": ["1", "2"]})
    seen = [CellReport("coalitions/page", 2, ("coalitions/lemma-1",), ("every",), 2, ["other"])]
    monkeypatch.setattr(command, "mutate_notebook", lambda *_: seen)
    assert main(["--executed", str(tmp_path), "--only", "cells", "--rates", str(lists)]) == 0
    assert read_lists(lists, "kills") == {"coalitions/lemma-1": ["4", "4"]}
    assert read_lists(lists, "cells") == {"coalitions/lemma-1": ["2", "3"], "coalitions/lemma-2": ["1", "2"]}
