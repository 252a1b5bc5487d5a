"""`python -m incentives`."""

from importlib.metadata import version

import pytest

from incentives import __main__ as module


def test_without_arguments_it_says_what_there_is(capsys):
    module.main([])
    told = capsys.readouterr().out
    assert told.startswith(f"incentives {version('incentives')}\n")
    assert all(f"  {part} " in told for part in module.PARTS)


def test_arguments_go_to_the_installed_command(capsys):
    with pytest.raises(SystemExit) as end:
        module.main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"incentives {version('incentives')}\n"


def test_a_copy_without_the_command_says_so(monkeypatch):
    monkeypatch.setattr(module, "entry_points", lambda group: [])
    with pytest.raises(SystemExit, match="the command comes with an installed package"):
        module.main(["analyse"])
