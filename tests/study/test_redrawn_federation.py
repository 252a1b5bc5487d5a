"""The study of class pairs that are drawn anew: one small run on digits, and its averages from numbers made by hand."""

from itertools import combinations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives_book.study import priced_federation as fixed, redrawn_federation as study

SMALL = fixed.Setting("digits", features=2, own=0.8, pilot=60, pool=78, public=100, cost=0.02, draws=2)


def test_a_run_tells_bills_and_what_each_coalition_would_spend():
    told = study.run(SMALL)
    assert sorted(told["classes"]) == list(range(10))
    assert told["classes"] != list(range(10))
    assert (len(told["bills"]), len(told["spends"])) == (study.CLINICS, 2**study.CLINICS - 2)
    assert study.run(SMALL)["bills"] == told["bills"]


def test_with_the_classes_in_order_it_is_the_study_of_five_particular_clinics(monkeypatch):
    class InOrder:
        def permutation(self, count):
            return np.arange(count)

    monkeypatch.setattr(study, "stream", lambda *_: InOrder())
    told, usual = study.run(SMALL), fixed.run(SMALL)
    assert told["bills"] == pytest.approx(usual["bills"], rel=1e-5)
    assert told["spends"][: study.CLINICS] == pytest.approx(usual["alone"], rel=1e-5)


def test_a_clinic_has_its_own_two_classes_more_often():
    order = [3, 7, 0, 1, 2, 4, 5, 6, 8, 9]
    here = fixed.world(SMALL, order)
    rows = torch.cat([here.pilot.index, here.pools.index], dim=1)
    # The world keeps targets only: 3 and 7 are odd, so that clinic 0 has few even digits, clinic 2 (of 2 and 4) many.
    share = [(here.pilot.labels[row] > 0).double().mean().item() for row in rows]
    assert share[0] < 0.2 < 0.8 < share[2]


def test_averages_and_goals_of_numbers_made_by_hand():
    groups = [group for count in range(1, 5) for group in combinations(range(5), count)]
    apart = [1.1 * len(group) for group in groups]
    records = [{"bills": [1.0] * 5, "spends": apart}, {"bills": [1.0] * 5, "spends": apart}]
    assert study.by_size(records)[2].value == pytest.approx(0.1)
    assert study.by_coalition(records)[0, 3].value == pytest.approx(0.2)
    assert study.reached(records) == {"bill": True, "leaving": True}
    worse = [1.1 * len(group) - (0.5 if group == (1, 4) else 0) for group in groups]
    assert study.by_coalition([records[0], {"bills": [1.0] * 5, "spends": worse}])[1, 4].positive == 1
    gaining = [{"bills": [1.0] * 5, "spends": worse}] * 2
    assert study.reached(gaining) == {"bill": True, "leaving": False}
    assert study.reached([{"bills": [1.2] * 5, "spends": apart}] * 2) == {"bill": False, "leaving": False}
