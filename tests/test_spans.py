"""The lines that each claim of the book names: they hold what they are said to hold."""

import pytest

from claimbook.book import current
from claimbook.evidence import evidence_of
from claimbook.register import entries
from claimbook.spans import spans


@pytest.fixture(scope="module")
def evidence():
    return evidence_of(current())


@pytest.mark.parametrize("part", ["coalitions", "consensus", "payments", "rewards", "together"])
def test_the_lines_of_a_span_hold_what_it_says(part, evidence):
    for entry in (entry for entry in entries().values() if entry.part == part):
        found = spans(entry, evidence)
        for span in found:
            lines = (current().root / span.path).read_text(encoding="utf-8").splitlines()[span.first - 1 : span.last]
            text = "\n".join(lines)
            sought = {
                "statement": f":label: {evidence.statements[entry.id].label}"
                if entry.id in evidence.statements
                else "",
                "check": entry.id.partition("/")[2],
                "row": f'id = "{entry.id}"',
                "proof in Coq": entry.theorem.partition(".")[2],
            }[span.what]
            assert sought in text or (span.what == "check" and "{" in text), span
            assert lines[0].strip(), span
            assert lines[-1].strip(), span
        kinds = [span.what for span in found]
        assert kinds.count("row") == 1, entry.id
        assert kinds.count("statement") == (entry.id in evidence.statements), entry.id
        assert kinds.count("proof in Coq") == bool(entry.theorem), entry.id
        assert "check" in kinds or not evidence.records.get(entry.id), entry.id
