"""The program that README and the first page of the library's names begin with prints what stands beside it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("page", ["README.md", "book/api.md"])
def test_the_first_program_prints_what_its_comments_say(page):
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    names, told = {}, 0
    for line in program.splitlines():
        code, _, comment = line.partition("  # ")
        if comment:
            assert str(eval(code, names)) == comment.strip()
            told += 1
        else:
            exec(code, names)
    assert told == 2
