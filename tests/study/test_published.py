"""What a page says of its records: how many state their code, how, and how many of these were confirmed."""

import json
from pathlib import Path

import pytest

from incentives_book.study.published import provenance
from incentives_book.study.records import read_records, stated
from incentives_book.study.same_code import note_same

EXPERIMENTS = Path(__file__).parents[2] / "experiments"


def test_a_page_says_how_many_records_state_their_code(tmp_path):
    store = tmp_path / "records.jsonl"
    lines = [
        {"settings": {"seed": 0, "method": "a"}, "code": "0123", "made_with": {"commit": "90c8e4a93d12-dirty"}},
        {"settings": {"seed": 1, "method": "a"}, "made_with": {"commit": "90c8e4a93d12"}},
        {"settings": {"seed": 2, "method": "b"}, "made_with": {"commit": "90c8e4a93d12"}},
        {"settings": {"seed": 3}, "made_with": {"commit": "90c8e4a93d12-dirty"}},
    ]
    store.write_text("".join(json.dumps(line) + "\n" for line in lines))
    note_same(store, stated(lines[1])["code"], "0123", "4567")
    assert provenance(store) == (
        "1 of 4 records state their code by a digest; 2 by a commit alone, 1 of which a repeated run has confirmed; "
        "1 not at all, and do not count; 2 name a commit with changed files, so that the digest has to be believed."
    )


@pytest.mark.parametrize("store", sorted(EXPERIMENTS.glob("rewards*/records.jsonl")), ids=lambda path: path.parent.name)
def test_every_record_of_the_rewards_states_its_code(store):
    assert all("code" in stated(record) for record in read_records(store))
    assert "not at all" not in provenance(store)
