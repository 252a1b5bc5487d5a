"""Algorithms that average, as pure functions of a state: by hand, without training."""

import pytest
import torch

from incentives.learning.averaging import FedAvg, Models, Personalized

SENT = Models(torch.tensor([[[1.0, 2.0]], [[3.0, 6.0]], [[5.0, 0.0]]]), torch.tensor([[[4.0]], [[0.0]], [[8.0]]]))
START = Models(torch.zeros(1, 2), torch.zeros(1, 1))


@pytest.mark.parametrize("parts", [[3], [1, 2], [2, 1], [1, 1, 1]])
def test_what_parts_of_the_clients_add_up_to_is_the_average_of_all(parts):
    rule = FedAvg([0.5, 0.25, 0.25])
    state, begin = rule.begin(START, 3), 0
    total = Models(*map(torch.zeros_like, state.models))
    for many in parts:
        some = slice(begin, begin + many)
        here = rule.summed(Models(*(part[some] for part in SENT)), some)
        total, begin = Models(*(a + b for a, b in zip(total, here, strict=True))), begin + many
    assert total.parameters.tolist() == [[2.5, 2.5]]
    assert total.buffers.tolist() == [[4.0]]
    done = rule.moved(state, total).models
    assert [part.tolist() for part in done] == [part.tolist() for part in rule.aggregate(state, SENT, SENT, 0).models]


def test_a_server_that_moves_half_of_the_way():
    rule = FedAvg([0.5, 0.25, 0.25], server_rate=0.5)
    assert rule.aggregate(rule.begin(START, 3), SENT, SENT, 0).models.parameters.tolist() == [[1.25, 1.25]]


def test_wrong_algorithms_are_refused():
    with pytest.raises(ValueError, match="each row of weights must sum to 1"):
        FedAvg([0.5, 0.6])
    with pytest.raises(ValueError, match="at least one client"):
        FedAvg([])
    with pytest.raises(ValueError, match="server_rate must be a finite number above 0"):
        FedAvg([1.0], server_rate=0.0)
    with pytest.raises(ValueError, match="server_momentum"):
        FedAvg([1.0], server_momentum=1.0)
    with pytest.raises(ValueError, match="weights must be square"):
        Personalized([[0.5, 0.5]])
