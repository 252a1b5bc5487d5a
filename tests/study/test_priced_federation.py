"""The study of one price on pictures: one small run on digits."""

from dataclasses import asdict

import pytest

torch = pytest.importorskip("torch")

from incentives_book.study import priced_federation as study, priced_goals as goals

SMALL = study.Setting("digits", features=2, own=0.8, pilot=60, pool=78, public=100, cost=0.02, draws=2)


def test_a_run_tells_bills_lies_and_sizes():
    told = {**study.run(SMALL), "settings": asdict(SMALL)}
    assert len(told["sizes"]) == len(told["bills"]) == study.CLINICS
    total = [sum(part) for part in zip(*told["parts"], strict=True)]
    assert told["bills"] == pytest.approx(total, rel=1e-4)
    assert abs(told["balance"]) < 1e-12
    assert set(told["lies"]) == {*goals.PUSHES, "half-way to the others"}
    assert [row[goals.FACTORS.index(1.0)] for row in told["own_sizes"]] == [0.0] * study.CLINICS
    counted = goals.cases(told)
    assert {goal: len(seen) for goal, seen in counted.items()} == {
        "alone": 5, "leaving": 1, "push": 10, "size": 10, "best": 5,
    }  # fmt: skip
    assert goals.line(told).startswith("digits seed 0: sizes")


def test_clinics_share_no_picture():
    here = study.world(SMALL)
    rows = [here.pilot.index.flatten(), here.pools.index.flatten()]
    assert len(torch.cat(rows).unique()) == 5 * (60 + 78)
    one, again = (study.collection(here.pools, 0, 1).index for _ in range(2))
    assert torch.equal(one, again)
    assert torch.equal(one.sort(dim=1).values, here.pools.index.sort(dim=1).values)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"name": "x"}, "name must be"), ({"draws": 1}, "draws"), ({"own": 1.0}, "own must be"), ({"cost": 0}, "cost")],
)
def test_bad_settings(change, message):
    with pytest.raises(ValueError, match=message):
        study.Setting(**change)


def test_too_few_pictures_are_refused():
    with pytest.raises(ValueError, match="pool and the other numbers must leave"):
        study.world(study.Setting("digits"))
