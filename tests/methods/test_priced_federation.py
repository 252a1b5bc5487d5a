"""One federation from arrays to bills: what is announced, trained and paid, again from its definitions."""

from itertools import combinations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.coalitions import optimal_fine_weights
from incentives.learning.statistics_engine import moments
from incentives.methods.linear_reports import as_clients, fitted
from incentives.methods.priced_federation import PricedFederation, priced_federation
from incentives.together import Federation

SLOPES, COSTS = (1.0, 1.2, 1.5, 0.8), (1e-4, 2e-4, 2e-4, 3e-4)


def drawn(seed, count):
    rng = np.random.default_rng(seed)
    pairs = []
    for slope in SLOPES:
        inputs = rng.normal(size=(count, 1))
        pairs.append((inputs, slope * inputs[:, 0] + rng.normal(size=count)))
    return pairs


PUBLIC = np.random.default_rng(7).normal(size=(200, 1))


@pytest.fixture(scope="module")
def outcome():
    return priced_federation(drawn(0, 900), drawn(1, 400), PUBLIC, costs=COSTS, pilot=200, tolerance=0.3)


@pytest.fixture(scope="module")
def late():
    return as_clients("clients", [(X[200:], y[200:]) for X, y in drawn(0, 900)])


def test_models_and_bills_are_those_of_the_theory(outcome, late):
    rule, settled = outcome.rule, outcome.settlement
    known = rule.federation
    sizes = [int(size) for size in known.sizes]
    assert sizes == np.rint(Federation.efficient(COSTS, noise=known.noise, spread=known.spread).sizes).tolist()
    own = np.stack(
        [
            np.linalg.solve(
                (ones := np.column_stack([X[:n], np.ones(n)])).T @ ones / n + rule.metric.numpy() / n,
                ones.T @ y[:n] / n,
            )
            for (X, y), n in zip(((X[200:], y[200:]) for X, y in drawn(0, 900)), sizes, strict=True)
        ]
    )
    assert settled.reports.numpy() == pytest.approx(own)
    weights = optimal_fine_weights(known.sizes, noise=known.noise, spread=known.spread)
    assert settled.models.numpy() == pytest.approx(weights @ own)
    for k, (X, y) in enumerate(drawn(1, 400)):
        predicted = np.column_stack([X, np.ones(len(X))]) @ settled.models[k].numpy()
        assert settled.errors[k] == pytest.approx(((predicted - y) ** 2).mean())
    assert settled.bills == pytest.approx(
        settled.errors + np.array(COSTS) * sizes + np.array(known.lump_sums) + settled.payments
    )
    assert settled.payments.sum() == pytest.approx(0, abs=1e-14)
    assert settled.lump_sums.sum() == pytest.approx(0, abs=1e-14)


def test_stakes_are_squared_weights_on_squared_distances_of_predictions(outcome):
    """The payment of the first client again, from predictions on the public inputs."""
    rule, reports = outcome.rule, outcome.settlement.reports.numpy()
    known = rule.federation
    v, variances = np.array(known.weights), np.array(known.variances)
    ones = np.column_stack([PUBLIC, np.ones(len(PUBLIC))])

    def staked(i, j):
        rest = [k for k in range(4) if k not in (i, j)]
        p = 1 / variances[rest]
        mean = (p @ reports[rest]) / p.sum()
        expected = variances[i] + 1 / p.sum()
        return v[j, i] ** 2 * (((ones @ (reports[i] - mean)) ** 2).mean() - expected)

    paid = sum(staked(0, j) - staked(j, 0) for j in (1, 2, 3))
    assert outcome.settlement.payments[0] == pytest.approx(paid)


def test_every_coalition_is_trained_again(outcome, late):
    assert set(outcome.coalitions) == {frozenset(who) for n in (1, 2, 3, 4) for who in combinations(range(4), n)}
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    everybody = outcome.settlement.errors + outcome.settlement.collecting
    assert outcome.coalitions[frozenset(range(4))] == pytest.approx(everybody)
    n = int(outcome.rule.plans[frozenset({2})][0])
    X, y = late.client(2)
    alone = fitted(as_clients("clients", [(X[:n], y[:n])]), prior=outcome.rule.metric)[0]
    error = float(alone @ judged.H[2] @ alone - 2 * judged.b[2] @ alone + 2 * judged.half[2])
    assert outcome.coalitions[frozenset({2})] == pytest.approx([error + COSTS[2] * n])


def test_a_coalition_with_an_idle_member_uses_what_the_others_collect(late):
    known = Federation([300, 200, 150, 100], [1e-4, 1e-4, 1e-4, 9.0], 1.0, 0.01)
    rule = PricedFederation(known, torch.eye(2).double())
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    pair = frozenset({0, 3})
    assert rule.plans[pair][1] == 0
    found = rule.retrained(late, judged)[pair]
    model = rule.collect(late, [0], [rule.plans[pair][0]])[0]
    error = float(model @ judged.H[3] @ model - 2 * judged.b[3] @ model + 2 * judged.half[3])
    assert found[1] == pytest.approx(error)


def test_lies_are_paid_for_and_a_wild_one_is_suspected(outcome):
    lied = priced_federation(
        drawn(0, 900), drawn(1, 400), PUBLIC, costs=COSTS, pilot=200, tolerance=0.3, told={1: lambda own: -8 * own}
    )
    assert outcome.suspects == frozenset()
    assert lied.suspects == {1}
    assert lied.settlement.payments[1] > outcome.settlement.payments[1] + 0.1
    assert lied.settlement.errors[1] == pytest.approx(outcome.settlement.errors[1])  # its own model stays at home


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"costs": [1e-4] * 3}, "costs must be one for each of 4"),
        ({"costs": [1e-4, 1e-4, 1e-4, 0]}, "costs"),
        ({"costs": [1e-4, 1e-4, 1e-4, 99.0]}, "collect nothing"),
        ({"pilot": 900}, "pilot must leave"),
        ({"pilot": 1}, "pilot"),
        ({"tolerance": -1}, "tolerance must be at least 0"),
        ({"ridge": 0}, "ridge"),
        ({"costs": [1e-9] * 4}, "clients must hold what they collect"),
        ({"told": {4: lambda own: own}}, "told"),
        ({"costs": None}, "costs must be a list"),
        ({"costs": 1e-4}, "costs must be a list"),
        ({"told": [1]}, r"told must map clients to functions of their own models, got \[1\]"),
        ({"told": {1: None}}, "told must map clients to functions of their own models, got None for client 1"),
        ({"told": {1: torch.zeros(2)}}, "told must map clients to functions"),
    ],
)
def test_bad_input_is_refused(change, message):
    asked = {"costs": COSTS, "pilot": 200, "tolerance": 0.3} | change
    with pytest.raises(ValueError, match=message):
        priced_federation(drawn(0, 900), drawn(1, 400), PUBLIC, **asked)


@pytest.mark.parametrize(
    "said",
    [
        lambda own: own[:1],  # these two would spread over the whole report
        lambda own: 3.0,
        lambda own: own[None, :1],
        lambda own: torch.cat([own, own]),
        lambda own: own.tolist(),
        lambda own: "a model",
        lambda own: None,
        lambda own: own > 0,
        lambda own: own * float("nan"),
    ],
)
def test_a_lie_must_give_a_model(outcome, late, said):
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    with pytest.raises(ValueError, match=r"told must give a model as finite floats in a tensor of shape \(2,\), got "):
        outcome.rule.settle(late, judged, told={1: said})
    with pytest.raises(ValueError, match="collected must map clients to numbers of examples, got"):
        outcome.rule.settle(late, judged, collected=[5])


def test_a_lie_that_writes_into_what_it_is_given_changes_no_model_at_home(outcome, late):
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    lied, wrote = (
        outcome.rule.settle(late, judged, told={1: lie}) for lie in (lambda own: own * 2, lambda own: own.mul_(2))
    )
    assert torch.equal(wrote.reports, lied.reports)
    assert torch.equal(wrote.models, lied.models)


def test_arrays_that_do_not_fit_are_refused():
    asked = {"costs": COSTS, "pilot": 200, "tolerance": 0.3}
    with pytest.raises(ValueError, match="held_out must have the 4 clients"):
        priced_federation(drawn(0, 900), drawn(1, 400)[:3], PUBLIC, **asked)
    with pytest.raises(ValueError, match="public must be inputs"):
        priced_federation(drawn(0, 900), drawn(1, 400), np.ones((5, 2)), **asked)
    with pytest.raises(ValueError, match="at least three"):
        priced_federation(drawn(0, 900)[:2], drawn(1, 400)[:2], PUBLIC, **(asked | {"costs": COSTS[:2]}))
    same = [drawn(0, 900)[0]] * 4
    with pytest.raises(ValueError, match="differ beyond their noise"):
        priced_federation(same, same, PUBLIC, **asked)
