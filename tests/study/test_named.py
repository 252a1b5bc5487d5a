"""Code of one's own, named in a study file."""

import pytest

from incentives_book.study.named import is_named, named, source_digest


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Writes a module of one's own that can be imported, under a name that no other test uses."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(name, text):
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return write


def test_a_function_is_found_by_module_and_name(mine):
    module = mine("named_rules", "def rule():\n    return 7\nnumber = 7\n")
    assert is_named(f"{module}:rule")
    assert named("partition", f"{module}:rule")() == 7
    with pytest.raises(ValueError, match="partition must name a function or class of named_rules"):
        named("partition", f"{module}:other")
    with pytest.raises(ValueError, match="partition must name a function or class"):
        named("partition", f"{module}:number")


@pytest.mark.parametrize("text", ["no_such_module_anywhere:rule", ":rule", "a b:c"])
def test_what_cannot_be_imported_is_named(text):
    with pytest.raises(ValueError, match="data must name an importable module"):
        named("data", text)


def test_an_edited_rule_has_another_digest(mine):
    before = source_digest(f"{mine('digest_one', 'def rule(): return 0.3')}:rule", "homogeneous")
    after = source_digest(f"{mine('digest_two', 'def rule(): return 0.7')}:rule", "homogeneous")
    assert before != after
    assert source_digest("homogeneous") == source_digest()
