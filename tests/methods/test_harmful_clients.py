"""Whether a client harms the others, with learners so small that everything can be computed anew in a loop."""

import numpy as np
import pytest

from incentives.methods.harmful_clients import Models, by_leave_one_out, by_mechanism_h


def means(data, asked=None):
    """A model is the mean of its clients' numbers, and its score at a client minus the distance to its number."""

    def train(members):
        if asked is not None:
            asked.append(members)
        return sum(data[j] for j in members) / len(members)

    return Models(train, lambda model, client: -abs(model - data[client]), range(len(data)))


def expected(data, tolerance, own):
    """Leave-one-out by its words: scores, who refuses, suspects and what is served."""
    everybody = range(len(data))
    models = [np.mean([data[j] for j in everybody if j != n]) for n in everybody] + [np.mean(data)]
    losses = np.array([[abs(model - x) for model in models] for x in data])
    fails = losses > losses[:, :-1].min(axis=1, keepdims=True) + tolerance
    if not fails[:, -1].any():
        return losses, fails, set(), len(data)
    passed = [n for n in everybody if not any(fails[j, n] for j in everybody if own or j != n)]
    suspects = set() if len(passed) == len(data) else set(passed)
    return losses, fails, suspects, min(passed, default=len(data))


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_leave_one_out_is_what_its_words_say(seed, own):
    rng = np.random.default_rng(seed)
    # Of two clients each refuses what is trained with the other alone, and steps of 1/16 make no rounding.
    data = (rng.integers(0, 40, rng.integers(2, 7)) / 16).tolist()
    tolerance = float(rng.integers(0, 20) / 16) + 1 / 1000
    found = by_leave_one_out(means(data), tolerance=tolerance, own=own)
    losses, fails, suspects, served = expected(data, tolerance, own)
    np.testing.assert_allclose(found.scores, -losses)
    assert (found.accepts == ~fails).all()
    assert (found.suspects, found.served) == (suspects, served)
    assert found.trainings == len(data) + 1
    assert found.settled == bool(suspects or served < len(data) or not fails[:, -1].any())


def test_the_liar_is_named_and_the_honest_are_not():
    for find in (
        lambda m: by_leave_one_out(m, tolerance=1, own=False),
        lambda m: by_mechanism_h(m, tolerance=1, own=False),
    ):
        liar = find(means([1, 1, 9, 1]))
        assert (liar.suspects, liar.left_out[liar.served], liar.settled) == ({2}, {2}, True)
        honest = find(means([1, 1.2, 0.9, 1]))
        assert (honest.suspects, honest.left_out[honest.served], honest.settled) == (set(), set(), True)


def test_a_tie_with_the_tolerance_is_no_refusal():
    """16 of 20 right is a tenth above 14 of 20, in floats by more than that."""
    right = {0: [14, 16], 1: [16, 16]}
    assert 16 / 20 - 14 / 20 > 0.1

    def models():
        return Models(len, lambda model, client: right[client][model == 1] / 20, "ab")

    at_a_tie = by_leave_one_out(models(), tolerance=0.1, own=True)
    assert at_a_tie.accepts.all()
    below = by_leave_one_out(models(), tolerance=0.0999, own=True)
    assert below.accepts.tolist() == [[True, True, False], [True, True, True]]
    assert by_mechanism_h(models(), tolerance=0.1, own=True).left_out == (frozenset(),)
    assert by_mechanism_h(models(), tolerance=0.0999, own=False).suspects == {"a"}


def test_mechanism_h_trains_everybody_once_where_they_agree():
    asked = []
    found = by_mechanism_h(means([1, 1, 1.5, 1], asked), tolerance=0.5, own=False)
    assert asked == [{0}, {1}, {2}, {3}, {0, 1, 2, 3}]
    assert found.trainings == 5
    assert str(found).splitlines()[-2:] == ["suspects: nobody", "served: the model without nobody"]


def test_mechanism_h_leaves_out_the_most_harmed_first_and_clears_whom_it_left_out():
    """Client 2 harms client 0 most, so that 0 and then 1 are left out before it, in vain."""
    harm = {0: 1.0, 1: 0.5}
    models = Models(lambda some: some, lambda some, j: -harm.get(j, 0.0) if 2 in some and len(some) > 1 else 0.0, "abc")
    found = by_mechanism_h(models, tolerance=0.1, own=False)
    assert found.left_out == tuple(map(frozenset, ("", "a", "b", "c")))
    assert found.accepts.tolist() == [[False, False, False, True]] * 2 + [[True] * 4]
    assert (found.suspects, found.served, found.trainings) == ({"c"}, 3, 7)


def test_mechanism_h_tells_who_is_harmed_from_who_harms_where_everybodys_refusal_counts():
    """Client 1 harms client 0 and nobody else; without 0 the others agree, but 0 refuses what they have."""

    def models():
        return Models(lambda some: some, lambda some, j: -1.0 if j == 0 and 1 in some else 0.0, "abc")

    assert by_mechanism_h(models(), tolerance=0.1, own=False).suspects == {"a"}
    found = by_mechanism_h(models(), tolerance=0.1, own=True)
    assert (found.suspects, found.left_out[found.served], found.trainings) == ({"b"}, {"b"}, 6)
    both = by_leave_one_out(models(), tolerance=0.1, own=False)
    assert both.suspects == {"a", "b"}
    assert by_leave_one_out(models(), tolerance=0.1, own=True).suspects == {"b"}


def test_where_no_model_passes_everybodys_is_served_and_nobody_is_suspect():
    for find in (
        lambda m: by_leave_one_out(m, tolerance=0, own=True),
        lambda m: by_mechanism_h(m, tolerance=1, own=False),
    ):
        found = find(means([0, 4, 8, 16]))
        assert (found.suspects, found.left_out[found.served], found.settled) == (set(), set(), False)


def test_an_error_of_the_learner_is_not_taken_for_an_answer():
    def train(members):
        if len(members) == 2:
            raise ValueError("too few rows")
        return len(members)

    with pytest.raises(ValueError, match="too few rows"):
        by_mechanism_h(Models(train, lambda model, client: float(model == 1), range(3)), tolerance=0.1, own=False)


def test_rows_and_frame_say_the_same_as_the_text():
    found = by_leave_one_out(means([1, 1, 9, 1]), tolerance=1, own=False)
    rows = found.rows()
    assert len(rows) == 5 * 4
    assert rows[2 * 4 + 1] == {"without": "2", "client": 1, "score": 0.0, "accepts": True}
    assert found.to_frame().query("without == 'nobody' and not accepts").client.tolist() == [0, 1, 3]


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="tolerance must be a finite number of at least 0"):
        by_leave_one_out(means([1, 2]), tolerance=-1, own=True)
    with pytest.raises(ValueError, match="tolerance must be a finite number of at least 0"):
        by_mechanism_h(means([1, 2]), tolerance=float("nan"), own=True)


@pytest.mark.parametrize("own", [True, False])
@pytest.mark.parametrize("find", [by_leave_one_out, by_mechanism_h])
@pytest.mark.parametrize("data", [[], [1]])
def test_fewer_than_two_clients_are_refused_before_anything_is_trained(find, data, own):
    asked = []
    with pytest.raises(ValueError, match=f"models must be of at least 2 clients, got {len(data)}"):
        find(means(data, asked), tolerance=1, own=own)
    assert asked == []
