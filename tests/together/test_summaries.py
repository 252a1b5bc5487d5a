"""The summary of each mechanism: what it reads, and what it stops and opens, by the list of deviations."""

import pytest

from incentives_book.together.which_mechanism import (
    best_deviations as page,
    summaries,
    tried_deviations as trying,
)

STEPS = 100
ALL = (0, 1, 2)
KNOWN = {  # by thinking: of the server, and of members besides
    "plain averaging": ("sizes", ""),
    "choose your coalition": ("sizes", "noise, spread"),
    "mix at home": ("sizes", "noise, spread"),
    "pivot payments": ("sizes", ""),
    "equal gains": ("sizes, noise, spread", ""),
    "one price": ("costs, noise, spread", ""),
}


def test_what_is_read_is_what_thinking_says_and_all_read_reports():
    assert {m: summaries.must_know(m) for m in page.MECHANISMS} == KNOWN
    assert all("reports" in trying.reads(m).server for m in page.MECHANISMS)


@pytest.mark.parametrize("reader", ["server", "member"])
def test_a_mechanism_that_reads_more_is_noticed(monkeypatch, reader):
    usual = trying.outcome

    def curious(mechanism, who, own, server, member):
        _ = server["costs"] if reader == "server" else member["spread"]
        return usual(mechanism, who, own, server, member)

    monkeypatch.setattr(trying, "outcome", curious)
    more = ("sizes, costs", "") if reader == "server" else ("sizes", "spread")
    assert summaries.must_know("pivot payments") == more


def test_a_mechanism_that_reads_less_is_noticed(monkeypatch):
    monkeypatch.setattr(trying, "outcome", lambda mechanism, who, own, server, member: (server["reports"][who], 0))
    assert summaries.must_know("pivot payments") == ("", "")


@pytest.mark.backs("together/new-which-mechanism", "together/new-last-row")
def test_what_a_mechanism_stops_and_opens_by_trying():
    def tried(mechanism, temptation):
        return [trying.by_trying(mechanism, temptation, who, steps=STEPS) for who in ALL]

    for mechanism in page.MECHANISMS:
        found = summaries.summary(mechanism)
        assert {*found.stops, *found.opens} == set(page.TEMPTATIONS)
        for temptation in page.TEMPTATIONS:
            gained, plain = tried(mechanism, temptation), tried("plain averaging", temptation)
            assert (temptation in found.stops) == (max(gained) == 0)
            more = max(now - before for now, before in zip(gained, plain, strict=True))
            assert (temptation in found.wider) == (more > 0)
    assert summaries.summary("one price").stops == page.TEMPTATIONS
    assert summaries.summary("equal gains").wider == ("leave", "claim a size", "bring fewer")
