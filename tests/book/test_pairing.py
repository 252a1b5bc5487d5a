"""The `.ipynb` beside every `.md` is what the `.md` gives, each time the same."""

import shutil

import nbformat
import pytest
from pairing import ROOT, differing, read, sources, text_of

PAGE = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# Title

```{code-cell} ipython3
:tags: [parameters]

players = 5
```
"""


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "notebooks" / "games"
    folder.mkdir(parents=True)
    (folder / "page.md").write_text(PAGE)
    for name in ("_config.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_every_pair_of_the_book_is_up_to_date():
    assert sources(ROOT), "no notebook found"
    assert [str(path.relative_to(ROOT)) for path in differing(ROOT)] == []


def test_a_pair_is_the_same_each_time_and_holds_no_output(project):
    source = project / "notebooks" / "games" / "page.md"
    assert text_of(source) == text_of(source)
    pair = nbformat.reads(text_of(source), as_version=4)
    assert [cell.id for cell in pair.cells] == [cell.id for cell in read(source).cells]
    assert all(not cell.outputs for cell in pair.cells if cell.cell_type == "code")
    assert pair.cells[1].metadata.tags == ["parameters"]


def test_equal_cells_have_different_names(project):
    source = project / "notebooks" / "games" / "page.md"
    source.write_text(PAGE + "\n```{code-cell} ipython3\n1\n```\n" * 2)
    names = [cell.id for cell in read(source).cells]
    assert len(set(names)) == len(names)


def test_missing_stale_and_left_over_pairs_are_found(project):
    source = project / "notebooks" / "games" / "page.md"
    pair, stray = source.with_suffix(".ipynb"), source.with_name("gone.ipynb")
    assert set(differing(project)) == {pair}
    pair.write_text(text_of(source))
    assert differing(project) == {}
    source.write_text(PAGE.replace("5", "6"))
    stray.write_text("{}")
    assert set(differing(project)) == {pair, stray}
    assert differing(project)[stray] is None
