"""The versions of Python that the package names are those that the server tests."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("workflow", ["systems", "newest"])
def test_each_version_that_the_package_names_is_tested_on_the_server(workflow):
    named = [found[1] for one in PROJECT["classifiers"] if (found := re.fullmatch(r".*Python :: (3\.\d+)", one))]
    jobs = yaml.safe_load((ROOT / f".github/workflows/{workflow}.yml").read_text(encoding="utf-8"))["jobs"]
    (tested,) = [job["strategy"]["matrix"]["python"] for job in jobs.values()]
    assert tested == named == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["requires-python"] == f">={named[0]}"
