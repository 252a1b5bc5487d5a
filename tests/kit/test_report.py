"""The register as JSON."""

import json
from pathlib import Path

from jsonschema import validate

from claimbook.evidence import Evidence, Found
from claimbook.report import as_json

from .rows import GOOD, PROOF, part

ROOT = Path(__file__).resolve().parents[2]
LISTS = ROOT / "book" / "register"


def test_json_holds_evidence_and_tests():
    evidence = Evidence()
    evidence.records[GOOD.id].append(Found("coalitions/page", PROOF))
    evidence.tests[GOOD.id].append("tests/test_it.py::test_it")
    value = as_json([part(GOOD)], evidence, ["a problem"], LISTS)
    assert json.loads(json.dumps(value)) == value
    assert value["claims"][0]["evidence"][0]["page"] == "coalitions/page"
    assert value["claims"][0]["tests"] == ["tests/test_it.py::test_it"]
    assert value["problems"] == ["a problem"]
    validate(value, json.loads((ROOT / "book" / "_static" / "register.schema.json").read_text(encoding="utf-8")))
