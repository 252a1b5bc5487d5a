"""Backing tests of "leave one out in learning": federated averaging and alternation written out in NumPy.

The page trains with PyTorch, batches and chance; here every step uses all examples and the partition is another one.
"""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_digits

from incentives.learning.deviations import FlipLabels, Rescale, Rotate
from incentives.methods.consensus_by_training import learning_problem
from incentives.methods.training_losses import mechanism_h_by_training, training_losses

KINDS = ((0, 1, 2), (3, 4, 5, 6), (7, 8, 9))
CLIENTS, LIAR, TWIN = 6, 2, 5  # client c has kind c modulo 3


def softmax_loss(weights, inputs, labels):
    """Cross-entropy and its gradient."""
    scores = inputs @ weights
    scores = scores - scores.max(axis=1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    rows = np.arange(len(labels))
    slope = np.exp(logs)
    slope[rows, labels] -= 1
    return -logs[rows, labels].mean(), inputs.T @ slope / len(labels)


@pytest.fixture(scope="module")
def samples():
    """Training and held-out examples of each client, and a test sample."""
    digits = load_digits()
    inputs = np.hstack([digits.data / 16, np.ones((len(digits.data), 1))])
    rng = np.random.default_rng(11)
    mixed = rng.permutation(len(inputs))
    test, rest = mixed[:400], mixed[400:]
    train, aside = [], []
    for client in range(CLIENTS):
        mine = rest[np.isin(digits.target[rest], KINDS[client % 3])][client // 3 :: 2]
        train.append((inputs[mine[:100]], digits.target[mine[:100]]))
        aside.append((inputs[mine[100:150]], digits.target[mine[100:150]]))
    return train, aside, (inputs[test], digits.target[test])


def lie(name, received, trained, inputs, labels, rate):
    if name == "reverse":
        return received - 8 * (trained - received)
    if name == "bias":
        return trained + 0.5 * np.sign(np.sin(np.arange(trained.size))).reshape(trained.shape)
    if name == "flip":
        for _ in range(2):
            received = received - rate * softmax_loss(received, inputs, 9 - labels)[1]
        return received
    return received + 2 * (trained - received) if name == "double" else trained


def federate(train, members, name, *, rounds=80, rate=0.5):
    """Federated averaging among some clients; also how many local updates that took."""
    model, updates = np.zeros((65, 10)), 0
    for _ in range(rounds):
        sent = []
        for client in members:
            inputs, labels = train[client]
            own = model
            for _ in range(2):
                own = own - rate * softmax_loss(own, inputs, labels)[1]
            updates += 1
            sent.append(lie(name, model, own, inputs, labels, rate) if client == LIAR else own)
        model = np.mean(sent, axis=0)
    return model, updates


@pytest.fixture(scope="module")
def trained(samples):
    """For each lie: excesses (clients, models) and accuracies of six candidates and the joint model; updates."""
    train, aside, (inputs, labels) = samples
    found = {}
    for name in ("honest", "double", "reverse", "bias", "flip"):
        groups = [[m for m in range(CLIENTS) if m != n] for n in range(CLIENTS)] + [list(range(CLIENTS))]
        models, updates = zip(*(federate(train, group, name) for group in groups), strict=True)
        losses = np.array([[softmax_loss(model, *own)[0] for model in models] for own in aside])
        accuracies = [float(((inputs @ model).argmax(axis=1) == labels).mean()) for model in models]
        found[name] = losses - losses[:, :-1].min(axis=1, keepdims=True), accuracies, updates
    return found


HARMFUL = ("reverse", "bias", "flip")
LIMIT = 0.45


@pytest.mark.backs("consensus/new-trained-candidates")
def test_only_the_candidate_without_the_liar_passes(trained):
    for name, (excess, _, _) in trained.items():
        passing = {n for n in range(CLIENTS + 1) if (excess[:, n] <= LIMIT).all()}
        assert passing == ({LIAR} if name in HARMFUL else set(range(CLIENTS + 1))), name


@pytest.mark.backs("consensus/new-training-rescued")
def test_accuracy_comes_back(trained):
    honest = trained["honest"][1][-1]
    for name in HARMFUL:
        accuracies = trained[name][1]
        assert accuracies[LIAR] > accuracies[-1] + 0.02
        assert accuracies[LIAR] > honest - 0.05


@pytest.mark.backs("consensus/new-leaving-out-reweighs")
def test_leaving_a_twin_out_moves_the_average(trained):
    worst = trained["honest"][0].max(axis=0)
    assert worst[:-1].max() > 2 * worst[-1]
    # At whom it is worst: somebody of the kind that lost one of its two voices.
    candidate = int(worst[:-1].argmax())
    assert trained["honest"][0][:, candidate].argmax() % 3 == candidate % 3


@pytest.mark.backs("consensus/new-veto-in-training")
def test_one_refusal_is_enough_to_stop(trained):
    for name, (excess, _, _) in trained.items():
        accepts = excess[:, :-1] <= LIMIT
        others = np.delete(accepts, LIAR, axis=0).all(axis=0)
        assert others[LIAR]
        assert not (others & np.zeros(CLIENTS, dtype=bool)).any()
        if name in HARMFUL:
            assert not (others & ~accepts[LIAR]).any()


@pytest.mark.backs("consensus/new-work-of-m-runs")
def test_updates_are_counted(trained):
    for _, _, updates in trained.values():
        assert sum(updates[:-1]) == (CLIENTS - 1) * updates[-1]
        assert sum(updates) == CLIENTS**2 * 80


def exact_bound(problem, told, found, content):
    """L(lambda) of a weighted ridge regression by its normal equations, with the lie written out."""
    hessian, right, constant = 0.0, 0.0, 0.0
    for client, weight in enumerate(found.weights):
        inputs, labels = (part.numpy() for part in problem.data.client(client))
        labels = -labels if isinstance(told.deviations.get(client), FlipLabels) else labels
        design = np.hstack([inputs, np.ones((len(inputs), 1))])
        hessian = hessian + weight * (design.T @ design / len(design) + told.ridge * np.eye(65))
        right = right + weight * design.T @ labels / len(design)
        constant += weight * ((labels**2).mean() / 2 - content[client])
    return constant - right @ np.linalg.solve(hessian, right) / 2


@pytest.mark.backs("consensus/new-trained-witness")
def test_certified_bounds_stand_below_the_exact_ones():
    problem = learning_problem("linear", shared=True, most=30, seed=4)
    truth = training_losses(problem, ridge=0.02)
    tolerance = 1.3 * truth.minimax(content=truth.best(), gap=0.01).largest
    told = training_losses(problem, ridge=0.02, deviations={LIAR: FlipLabels(None)})
    named = mechanism_h_by_training(truth, told, tolerance=tolerance, slack=0.02)
    first = named.oracle.found[0]
    exact = exact_bound(problem, told, first, named.oracle.content)
    assert exact - 0.01 < named.oracle.certified[0] <= exact + 1e-9
    assert named.oracle.certified[0] > 0.01
    assert set(np.argsort(first.weights)[-2:]) == {LIAR, TWIN}
    assert named.outcome.liars == {LIAR}
    assert len(named.outcome.calls) <= 3
    # The exact bound is one on the liar's weight as well: at a model that contents the others.
    without = np.array(named.outcome.point)
    slack = named.oracle.slack
    assert first.weights[LIAR] >= (exact - slack) / (told(without)[0] - named.oracle.content)[LIAR]
    doubled = training_losses(problem, ridge=0.02, deviations={LIAR: Rescale(2.0)})
    once = mechanism_h_by_training(truth, doubled, tolerance=tolerance, slack=0.02)
    assert len(once.outcome.calls) == 1
    turned = training_losses(problem, ridge=0.02, deviations={LIAR: Rotate(2.8)})
    assert mechanism_h_by_training(truth, turned, tolerance=tolerance, slack=0.02).outcome.liars == {LIAR}


@pytest.mark.backs("consensus/new-weights-order-suspects")
def test_a_network_names_another_liar_too():
    problem = learning_problem("network", shared=True, most=16, seed=4)
    truth = training_losses(problem, ridge=0.005)
    tolerance = 1.3 * truth.minimax(content=truth.best(iterations=150), gap=0.02).largest
    told = training_losses(problem, ridge=0.005, deviations={LIAR: FlipLabels(10)})
    named = mechanism_h_by_training(truth, told, tolerance=tolerance, slack=0.04, convex=False)
    assert LIAR in named.oracle.heaviest_first(range(6))[:2]
    assert named.outcome.liars == {LIAR}
    assert len(named.outcome.calls) <= 3
    assert np.isnan(named.oracle.certified).all()


@pytest.mark.backs("consensus/new-alternating-is-not-minimal")
def test_two_models_would_do_and_alternation_keeps_the_twins_together(samples):
    liar, twin = 1, 4  # flipped labels of 3, 4, 5, 6 are 6, 5, 4, 3
    shown = [samples[0][client % 3] for client in range(CLIENTS)]  # twins hold the same examples
    shown[liar] = (shown[liar][0], 9 - shown[liar][1])

    def step(model, group):
        return model - np.mean([softmax_loss(model, *shown[m])[1] for m in group], axis=0)

    def loss(model, m):
        return softmax_loss(model, *shown[m])[0]

    def alone(group):
        model = np.zeros((65, 10))
        for _ in range(120):
            model = step(model, group)
        return model

    own = [alone([m]) for m in range(CLIENTS)]
    reach = [loss(own[m], m) for m in range(CLIENTS)]
    rest = alone([m for m in range(CLIENTS) if m != liar])
    assert all(loss(rest, m) - reach[m] < 0.45 for m in range(CLIENTS) if m != liar)
    # From the liar's or its twin's own model the alternation may separate them, so those starts are left out.
    for starts in itertools.combinations([0, 2, 3, 5], 2):
        models = [own[m] for m in starts]
        for _ in range(120):
            taken = [int(np.argmin([loss(model, m) for model in models])) for m in range(CLIENTS)]
            groups = [[m for m in range(CLIENTS) if taken[m] == k] for k in range(2)]
            models = [step(model, group) if group else model for model, group in zip(models, groups, strict=True)]
        excess = [loss(models[taken[m]], m) - reach[m] for m in range(CLIENTS)]
        assert taken[liar] == taken[twin]
        assert max(excess[liar], excess[twin]) > 0.6


@pytest.mark.backs("consensus/new-training-over-seeds")
def test_the_records_over_seeds_counted_by_hand():
    lines = (
        (Path(__file__).parents[2] / "experiments/training-seeds/records.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    records = [json.loads(line) for line in lines]
    seen = {tuple(sorted((k, str(v)) for k, v in r["settings"].items())) for r in records}
    assert len(records) == len(seen) == 3 * 6 * 9
    right = rescued = harmful = 0
    for r in records:
        if r["settings"]["lie"] in ("honest", "times 2"):
            right += len(r["suspects"]) == 6 and r["everybody_passes"] is True
        else:
            harmful += 1
            right += r["suspects"] == [1] and r["everybody_passes"] is False
            rescued += r["chosen"] is not None and r["chosen"] - r["joint"] >= 0.02 - 1e-9
    assert (right, rescued, harmful) == (157, 105, 108)
