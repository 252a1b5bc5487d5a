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


PAPERS = ("donahue2021modelsharing", "tastan2025aequa", "anonymous2025performative", "sun2025mechanism")


def entry_of(key):
    """The fields of an entry of the bibliography, without braces inside."""
    text = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    body = re.search(rf"^@\w+\{{{key},\n(.+?)^\}}", text, re.M | re.S)[1]
    return {k: re.sub(r"[{}]", "", v) for k, v in re.findall(r"^  (\w+) *= \{(.*)\},?$", body, re.M)}


def test_the_archive_names_the_four_papers_as_the_bibliography_does():
    papers = [entry_of(key) for key in PAPERS]
    for paper, told in zip(papers, ARCHIVE["references"], strict=True):
        assert f"({paper['year']}). {paper['title']}. " in told
        assert told.endswith(paper.get("url") or paper["howpublished"])
    urls = [paper["url"] for paper in papers if "url" in paper]
    assert [one["identifier"] for one in ARCHIVE["related_identifiers"]] == [
        url.replace("https://arxiv.org/abs/", "arXiv:") for url in urls
    ]
    assert len(urls) == 3  # the fourth is under review and has none


def test_no_identifier_is_cited_before_there_is_one():
    assert "# identifiers:" in CITATION
    assert not re.search(r"^identifiers:", CITATION, re.M)
