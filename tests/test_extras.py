"""Every package that is asked for comes with the extra that the error names."""

import re
import tomllib
from pathlib import Path

import pytest

from incentives.extras import EXTRA_OF, needed

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("package", EXTRA_OF)
def test_the_extra_that_is_named_brings_the_package(package):
    with pytest.raises(ImportError) as told, needed(package):
        raise ImportError("not here")
    assert f"the package {package}:" in str(told.value)
    (extra,) = re.findall(r"incentives\[(\w+)\]", str(told.value))
    brought = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"][
        extra
    ]
    assert package.replace("_", "-") in [re.match(r"[\w-]+", one).group() for one in brought]


def test_a_module_that_is_not_there_keeps_its_name():
    """By which the command line tells it in one line, and a broken module in full."""
    with pytest.raises(ModuleNotFoundError) as told, needed("scikit-learn"):
        raise ModuleNotFoundError("not here", name="sklearn.base")
    assert told.value.name == "sklearn.base"
    with pytest.raises(ImportError) as told, needed("scikit-learn"):
        raise ImportError("broken")
    assert type(told.value) is ImportError


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), needed("peft"):
        _ = 1 / 0
