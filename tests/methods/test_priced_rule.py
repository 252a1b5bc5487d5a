"""What is announced and paid for trained models, again from its definitions; lies that give no model."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.learning.statistics_engine import moments
from incentives.methods.linear_reports import as_clients
from incentives.methods.priced_rule import PricedFederation
from incentives.together import Federation
from methods.priced_clients import COSTS, PUBLIC, drawn, late, outcome  # noqa: F401 (fixtures)


def test_stakes_are_squared_weights_on_squared_distances_of_predictions(outcome):  # noqa: F811
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


def test_a_coalition_with_an_idle_member_uses_what_the_others_collect(late):  # noqa: F811
    known = Federation([300, 200, 150, 100], [1e-4, 1e-4, 1e-4, 9.0], 1.0, 0.01)
    rule = PricedFederation(known, torch.eye(2).double())
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    pair = frozenset({0, 3})
    assert rule.plans[pair][1] == 0
    found = rule.retrained(late, judged)[pair]
    model = rule.collect(late, [0], [rule.plans[pair][0]])[0]
    error = float(model @ judged.H[3] @ model - 2 * judged.b[3] @ model + 2 * judged.half[3])
    assert found[1] == pytest.approx(error)


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
def test_a_lie_must_give_a_model(outcome, late, said):  # noqa: F811
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    with pytest.raises(ValueError, match=r"told must give a model as finite floats in a tensor of shape \(2,\), got "):
        outcome.rule.settle(late, judged, told={1: said})
    with pytest.raises(ValueError, match="collected must map clients to numbers of examples, got"):
        outcome.rule.settle(late, judged, collected=[5])


def test_a_lie_that_writes_into_what_it_is_given_changes_no_model_at_home(outcome, late):  # noqa: F811
    judged = moments(as_clients("held_out", drawn(1, 400)), bias=True)
    lied, wrote = (
        outcome.rule.settle(late, judged, told={1: lie}) for lie in (lambda own: own * 2, lambda own: own.mul_(2))
    )
    assert torch.equal(wrote.reports, lied.reports)
    assert torch.equal(wrote.models, lied.models)
