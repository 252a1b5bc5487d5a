"""IAFL: shares of updates, recovery, absence."""

import math

import pytest

torch = pytest.importorskip("torch")

from incentives.learning.averaging import FedAvg, Models, equal_weights
from incentives.learning.federation import run
from incentives.methods.iafl import Iafl
from incentives.methods.participation import who_takes_part
from methods.small_federation import TASK, WORK, data


def test_iafl_with_full_sharing_gives_everybody_the_mean():
    done = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=Iafl([0.1, 0.5, 0.7, 0.9], sharing=1.0))
    plain = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=FedAvg(equal_weights(data())))
    assert torch.allclose(done.bank.values, plain.bank.values.expand(4, -1), atol=1e-12)
    assert torch.allclose(done.state.reference.parameters, plain.bank.values, atol=1e-12)


def test_iafl_gives_more_updates_to_those_who_contribute_more():
    algorithm = Iafl([0.2, 0.4, 0.8, 0.8, 0.8])
    sizes = [len(algorithm.subset(client, list(range(5)), 0)) for client in range(5)]
    assert sizes == [1 + math.ceil(share * 4) for share in (0.25, 0.5, 1, 1, 1)]
    assert all(client in algorithm.subset(client, list(range(5)), 3) for client in range(5))
    assert algorithm.subset(0, list(range(5)), 0) == algorithm.subset(0, list(range(5)), 0)
    subsets = {tuple(algorithm.subset(1, list(range(5)), round)) for round in range(30)}
    assert len(subsets) == 6


def test_iafl_always_recovering_starts_everybody_from_the_reference():
    algorithm = Iafl([0.5, 1.0, 0.7, 0.9], recovery=1.0)
    state = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=algorithm).state
    received = algorithm.download(state, 2).parameters[:, 0]
    assert torch.equal(received, state.reference.parameters.expand(4, -1))
    never = Iafl([0.5, 1.0, 0.7, 0.9])
    state = run(TASK, data(), WORK, rounds=2, seed=0, algorithm=never).state
    assert torch.equal(never.download(state, 2).parameters[:, 0], state.models.parameters)


def test_those_who_are_absent_change_nothing_and_stay():
    rates = [0.3, 0.4, 0.5, 1.0]
    algorithm = Iafl([0.5, 1.0, 0.7, 0.9], participation=rates, seed=3)
    before = run(TASK, data(), WORK, rounds=3, seed=0, algorithm=algorithm)
    after = run(TASK, data(), WORK, rounds=4, seed=0, algorithm=algorithm)
    here = who_takes_part(rates, 3, 3)
    assert not here.all()
    assert torch.equal(before.bank.values[~here], after.bank.values[~here])
    assert (before.bank.values[here] != after.bank.values[here]).any(dim=1).all()


def test_nobody_receives_what_an_absent_client_has():
    rates = [0.6, 0.6, 0.6, 1.0]
    algorithm = Iafl([0.9] * 4, participation=rates, seed=3)
    state = algorithm.begin(Models(torch.zeros(1, 2), torch.zeros(1, 0)), 4)
    round = next(t for t in range(99) if 1 < who_takes_part(rates, 3, t).sum() < 4)
    here = who_takes_part(rates, 3, round)
    # Whoever is absent would bring something that shows in every mean.
    updates = torch.where(here[:, None, None], 1.0, torch.nan).expand(4, 1, 2)
    after = algorithm.aggregate(state, algorithm.download(state, round), Models(updates, torch.zeros(4, 1, 0)), round)
    assert torch.equal(after.models.parameters, here[:, None].to(torch.float32).expand(4, 2))
    assert torch.equal(after.reference.parameters, torch.ones(1, 2))


def test_clients_that_are_given_the_same_updates_are_given_the_same_numbers():
    chance = torch.Generator().manual_seed(0)
    algorithm = Iafl([0.3] * 7, seed=1)
    state = algorithm.begin(Models(torch.zeros(1, 50), torch.zeros(1, 1)), 7)
    updates = torch.randn(7, 1, 50, generator=chance) * 10.0 ** torch.arange(7)[:, None, None]
    buffers = torch.arange(7.0)[:, None, None]
    after = algorithm.aggregate(state, algorithm.download(state, 0), Models(updates, buffers), 0)
    assert torch.equal(after.models.parameters, after.models.parameters[:1].expand(7, -1))
    # Buffers stay with whom they belong to; the reference has those of a client of the highest share.
    assert after.models.buffers[:, 0].tolist() == list(range(7))
    first = Iafl([0.3, 0.9, 0.6])
    state = first.begin(Models(torch.zeros(1, 50), torch.zeros(1, 1)), 3)
    after = first.aggregate(state, first.download(state, 0), Models(updates[:3], buffers[:3] + 5), 0)
    assert after.reference.buffers.tolist() == [[6.0]]


def test_a_share_that_is_a_whole_number_of_the_others_is_that_number():
    assert 0.07 * 100 > 7  # in floating point
    assert len(Iafl([0.07] + [1.0] * 100).subset(0, list(range(101)), 0)) == 1 + 7


def test_recovery_is_drawn_for_every_client_and_round():
    algorithm = Iafl([1.0] * 40, recovery=0.25, seed=4)
    state = algorithm.begin(Models(torch.zeros(1, 1), torch.zeros(1, 0)), 40)
    state = state._replace(reference=Models(torch.ones(1, 1), torch.zeros(1, 0)))
    recovers = torch.stack([algorithm.download(state, t).parameters[:, 0, 0] for t in range(40)])
    assert abs(float(recovers.mean()) - 0.25) < 5 * math.sqrt(0.25 * 0.75 / 1600)
    assert recovers.mean(0).unique().numel() > 1
    assert recovers.mean(1).unique().numel() > 1


def test_shares_and_recovery_are_the_fairest_unless_told_otherwise():
    plain = Iafl([0.5, 1.0])
    assert (plain.sharing, plain.recovery, plain.participation, plain.seed) == (0.0, 0.0, None, 0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Iafl([0.5, 0.0]), "contributions must be a row of numbers above 0"),
        (lambda: Iafl([0.5], sharing=2), "sharing must be at most 1"),
        (lambda: Iafl([0.5], recovery=-1), "recovery in"),
        (lambda: Iafl([0.5], recovery=1.5), "recovery in"),
        (lambda: Iafl([]), "contributions must be a row of numbers above 0"),
        (lambda: Iafl([[0.5]]), "contributions must be a row of numbers above 0"),
        (lambda: Iafl([0.5, 0.6], participation=[1.0]), "participation must be 2 chances"),
        (
            lambda: Iafl([0.5, 0.6]).begin(Models(torch.zeros(1, 2), torch.zeros(1, 0)), 3),
            "must name 3 clients",
        ),
    ],
)
def test_bad_settings_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
