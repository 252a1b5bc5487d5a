"""Who takes part, and averages over those who do."""

import math

import pytest

torch = pytest.importorskip("torch")

from incentives.learning import federation
from incentives.learning.averaging import AveragingState, FedAvg, Models, Personalized
from incentives.learning.deviations import Rescale
from incentives.learning.federation import run
from incentives.methods.participation import PartialAveraging, rising_rates, who_takes_part
from methods.small_federation import TASK, WORK, data


def test_partial_averaging_with_everybody_is_federated_averaging():
    sizes = [8] * 4
    partial = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=PartialAveraging(sizes, [1.0] * 4))
    plain = run(TASK, data(), WORK, rounds=2, seed=0)
    assert torch.allclose(partial.bank.values, plain.bank.values, atol=1e-12)


def test_participation_has_its_rates_and_its_own_chance():
    rates = rising_rates(4)
    here = torch.stack([who_takes_part(rates, 1, round) for round in range(800)]).double().mean(0)
    for seen, rate in zip(here.tolist(), rates, strict=True):
        assert abs(seen - rate) <= 4.5 * math.sqrt(rate * (1 - rate) / 800)
    others = who_takes_part([0.01, *rates[1:]], 1, 7)
    assert torch.equal(others[1:], who_takes_part(rates, 1, 7)[1:])
    assert who_takes_part([1e-9, 1e-8], 0, 0).tolist() == [False, True]


def test_the_client_of_the_highest_rate_comes_uncalled_only_where_nobody_else_does():
    rows = {tuple(who_takes_part([0.5, 0.6], 0, round).tolist()) for round in range(60)}
    assert rows == {(True, True), (True, False), (False, True)}


def test_rates_above_one_other_clients_and_another_seed_are_noticed():
    with pytest.raises(ValueError, match="participation must be 2 chances"):
        PartialAveraging([1, 1], [0.5, 1.5])
    with pytest.raises(ValueError, match="sizes must name 3 clients, got 2"):
        PartialAveraging([1, 1], [0.5, 1.0]).begin(None, 3)
    assert PartialAveraging([1, 1], [0.5, 1.0]).seed == 0


def test_stand_alone_training_is_each_client_by_itself():
    together = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=Personalized(torch.eye(4)))
    only_last = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=FedAvg([0.0, 0.0, 0.0, 1.0]))
    assert torch.allclose(together.bank.values[3:], only_last.bank.values, atol=1e-12)


class Everybody(PartialAveraging):
    """The same rule where rows are kept for all clients, and those who stay away weigh nothing."""

    only_participants = False

    def aggregate(self, state, received, sent, round):
        here = self.participants(state, round)[:, 0]
        assert len(sent.parameters) == len(here)
        weights = torch.as_tensor(self.sizes, dtype=torch.float64) * here
        weights = (weights / weights.sum()).to(sent.parameters)
        return AveragingState(Models(*((weights @ part[:, 0])[None] for part in sent)), None)


@pytest.mark.parametrize("engine", ["sequential", "stacked"])
def test_rows_of_participants_alone_give_the_same_model_to_the_last_bit(engine, monkeypatch):
    trained = []
    true = federation.local_update
    monkeypatch.setattr(
        federation,
        "local_update",
        lambda start, *given, **how: (trained.append(len(start)), true(start, *given, **how))[1],
    )
    rates, lies = [0.3, 0.2, 0.6, 0.4], {2: Rescale(-1.0), 0: Rescale(3.0)}
    few, all_of_them = (
        run(
            TASK, data(), WORK, rounds=6, seed=3, algorithm=rule([8, 4, 8, 4], rates, 5), engine=engine, deviations=lies
        )
        for rule in (PartialAveraging, Everybody)
    )
    counts = [int(who_takes_part(rates, 5, t).sum()) for t in range(6)]
    assert trained == [*counts, *[4] * 6]
    assert min(counts) < max(counts)
    assert torch.equal(few.bank.values, all_of_them.bank.values)
    assert torch.equal(few.losses.isnan(), all_of_them.losses.isnan())
    assert torch.equal(few.losses.nan_to_num(), all_of_them.losses.nan_to_num())


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PartialAveraging([1, 1], [0.0, 1.0]), "participation must be 2 chances"),
        (lambda: PartialAveraging([0, 1], [1.0, 1.0]), "sizes must be a row of numbers above 0"),
    ],
)
def test_bad_settings_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
