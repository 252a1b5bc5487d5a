"""What an archive and a citation say of the package is what the package says of itself."""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CITATION = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
ARCHIVE = json.loads((ROOT / ".zenodo.json").read_text(encoding="utf-8"))


def cited(field, text=CITATION):
    return re.search(rf"^{field}: (.+)$", text, re.M)[1].strip('"')


def test_all_name_the_same_version():
    assert PROJECT["version"] == cited("version") == ARCHIVE["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_all_name_the_same_title_authors_words_and_licence():
    assert cited("title") == ARCHIVE["title"]
    authors = [author["name"] for author in PROJECT["authors"]]
    assert authors == [creator["name"] for creator in ARCHIVE["creators"]] == re.findall(r"- name: (The .+)", CITATION)
    assert ARCHIVE["keywords"] == PROJECT["keywords"]
    assert ARCHIVE["license"] == PROJECT["license"]
    assert f"- {PROJECT['license']}\n" in CITATION
    abstract = " ".join(re.search(r"^abstract: >-\n((?:  .+\n)+)", CITATION, re.M)[1].split())
    assert ARCHIVE["description"] == abstract


def test_another_version_would_be_noticed():
    assert cited("version", CITATION.replace("0.1.0", "0.2.0")) == "0.2.0" != PROJECT["version"]
