"""One federation from arrays to bills: what is announced, trained and paid, again from its definitions."""

from itertools import combinations

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.coalitions import optimal_fine_weights
from incentives.learning.statistics_engine import moments
from incentives.methods.linear_reports import as_clients, fitted
from incentives.methods.priced_outcome import priced_federation
from incentives.together import Federation
from methods.priced_clients import COSTS, PUBLIC, drawn, late, outcome  # noqa: F401 (fixtures)


def test_models_and_bills_are_those_of_the_theory(outcome, late):  # noqa: F811
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


def test_every_coalition_is_trained_again(outcome, late):  # noqa: F811
    assert set(outcome.coalitions) == {frozenset(who) for n in (1, 2, 3, 4) for who in combinations(range(4), n)}
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    everybody = outcome.settlement.errors + outcome.settlement.collecting
    assert outcome.coalitions[frozenset(range(4))] == pytest.approx(everybody)
    n = int(outcome.rule.plans[frozenset({2})][0])
    X, y = late.client(2)
    alone = fitted(as_clients("clients", [(X[:n], y[:n])]), prior=outcome.rule.metric)[0]
    error = float(alone @ judged.H[2] @ alone - 2 * judged.b[2] @ alone + 2 * judged.half[2])
    assert outcome.coalitions[frozenset({2})] == pytest.approx([error + COSTS[2] * n])


def test_lies_are_paid_for_and_a_wild_one_is_suspected(outcome):  # noqa: F811
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
        ({"tolerance": -1}, "tolerance must be a finite number of at least 0"),
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
