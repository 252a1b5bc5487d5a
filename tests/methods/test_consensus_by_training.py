"""Problems, candidates and the test of leave-one-out consensus by training."""

import pytest
import torch

from incentives.learning.averaging import FedAvg
from incentives.learning.deviations import Rescale
from incentives.learning.federation import run
from incentives.learning.local_update import LocalWork
from incentives.methods.consensus_by_training import consensus_by_training, learning_problem

WORK = LocalWork(rate=0.5, steps=2, batch_size=16)


@pytest.fixture(scope="module")
def problem():
    return learning_problem("logistic", most=40)


def test_archetypes_see_their_classes_only(problem):
    for client, kind in enumerate(problem.archetypes):
        allowed = {0: {0, 1, 2, 3}, 1: {4, 5, 6}, 2: {7, 8, 9}}[kind]
        assert set(problem.data.client(client)[1].tolist()) <= allowed
        assert set(problem.held_out[client][1].tolist()) <= allowed


@pytest.mark.parametrize("shared", [True, False])
def test_twins_hold_the_same_examples_or_disjoint_ones(shared):
    problem = learning_problem("linear", shared=shared, most=30)
    first, second = (set(problem.data.index[c].tolist()) for c in (0, 3))
    assert (first == second) if shared else not first & second


def test_candidates_are_federations_without_one_client(problem):
    found = consensus_by_training(problem, WORK, rounds=3, seed=5, tolerance=1.0)
    weights = torch.tensor([1 / 5, 1 / 5, 0, 1 / 5, 1 / 5, 1 / 5], dtype=torch.float64)
    alone = run(problem.task, problem.data, WORK, rounds=3, seed=5, algorithm=FedAvg(weights))
    torch.testing.assert_close(found.bank.values[2], alone.bank.values[0], rtol=0, atol=1e-10)
    assert found.trained == 3 * 36


def test_a_client_refuses_what_is_far_above_its_best_candidate(problem):
    found = consensus_by_training(problem, WORK, rounds=3, seed=5, tolerance=0.05)
    for client in range(6):
        least = min(found.losses[client, :6].tolist())
        for model in range(7):
            assert bool(found.fails[client, model]) == (float(found.losses[client, model]) > least + 0.05)


def test_a_model_without_a_loss_is_refused():
    linear = learning_problem("linear", most=20)
    lie = {0: Rescale(-1e200)}
    with pytest.warns(RuntimeWarning, match="training diverged"):
        found = consensus_by_training(
            linear, LocalWork(rate=0.05, steps=2), rounds=6, seed=0, tolerance=9.0, deviations=lie
        )
    assert found.suspects == {0}
    assert not found.everybody_passes
    assert found.chosen == 0


def test_untrusted_answers_replace_a_clients_own(problem):
    found = consensus_by_training(problem, WORK, rounds=3, seed=5, tolerance=9.0, answers={3: torch.logical_not})
    assert found.suspects == frozenset()
    assert found.chosen is None
    assert found.fails[3].all()


def test_global_random_state_is_left_alone(problem):
    before = torch.random.get_rng_state()
    consensus_by_training(problem, WORK, rounds=1, seed=5, tolerance=1.0)
    assert torch.equal(before, torch.random.get_rng_state())


def test_bad_input_is_refused(problem):
    with pytest.raises(ValueError, match="kind must be one of"):
        learning_problem("forest")
    with pytest.raises(ValueError, match="copies must be at least 2"):
        learning_problem("linear", copies=1)
    with pytest.raises(ValueError, match="tolerance must be at least 0"):
        consensus_by_training(problem, WORK, rounds=1, seed=0, tolerance=-1.0)
    with pytest.raises(ValueError, match="answers must name clients"):
        consensus_by_training(problem, WORK, rounds=1, seed=0, tolerance=1.0, answers={6: lambda v: v})
