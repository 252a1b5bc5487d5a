"""The command that prints the register."""

import json
import subprocess
import sys

import pytest

from claimbook import parts
from claimbook.__main__ import main
from claimbook.evidence import gather


def test_the_command_runs_without_a_warning():
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "claimbook", "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "--executed" in ran.stdout


def test_nothing_executed_is_an_error_with_a_hint(tmp_path, capsys):
    with pytest.raises(ValueError, match="executed must be a folder"):
        gather(tmp_path, tmp_path, tmp_path)
    assert main(["--executed", str(tmp_path)]) == 2
    assert "Execute the pages" in capsys.readouterr().err


def test_the_command_prints_the_register_and_fails_on_problems(tmp_path, capsys):
    folder = tmp_path / "executed" / "coalitions"
    folder.mkdir(parents=True)
    (folder / "page.ipynb").write_text('{"cells": [], "metadata": {}}')
    assert main(["--executed", str(tmp_path / "executed"), "--json", str(tmp_path / "out" / "claims.json")]) == 1
    printed = capsys.readouterr().out
    assert "no executed page checks it" in printed
    assert len(json.loads((tmp_path / "out" / "claims.json").read_text())["claims"]) == sum(
        len(p.entries) for p in parts()
    )
