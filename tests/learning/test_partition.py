"""Rules of division: properties for all of them, each rule against a plain loop or its law, and refusals."""

import time
from itertools import accumulate

import numpy as np
import pytest
import torch
from hypothesis import given, settings, strategies as st

from incentives.learning import partition as pt
from incentives.learning.partition import (
    PARTITIONS,
    by_owner,
    dirichlet,
    divide,
    homogeneous,
    label_skew,
    quantity_skew,
    split_validation,
)

LABELS = st.lists(st.integers(0, 5), min_size=12, max_size=80)
SEEDS = st.integers(0, 10**6)


def chance(seed=0):
    return np.random.default_rng(seed)


RULES = {
    "homogeneous": homogeneous,
    "dirichlet capped": lambda y, n, rng: dirichlet(y, n, alpha=2.0, least=1, rng=rng),
    "dirichlet plain": lambda y, n, rng: dirichlet(y, n, alpha=2.0, least=1, variant="plain", rng=rng),
    "quantity skew": lambda y, n, rng: quantity_skew(y, n, share=0.3, favoured=min(n - 1, 2), rng=rng),
    "label skew": lambda y, n, rng: label_skew(y, n, classes_per_client=1 + len(np.unique(y)) // 2, rng=rng),
}


# -- all rules ----------------------------------------------------------------------------------------------


def attempt(rule, labels, clients, seed):
    """The split, or the refusal as a text."""
    try:
        return RULES[rule](labels, clients, rng=chance(seed))
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=60)
@given(LABELS, st.integers(2, 4), SEEDS)
def test_every_point_is_held_once_and_chance_alone_decides(rule, labels, clients, seed):
    split = attempt(rule, labels, clients, seed)
    if isinstance(split, str):  # few points of many classes may leave somebody with nothing
        assert rule == "label skew"
        assert "would hold no point" in split
        return
    held = np.concatenate(list(split))
    assert len(split) == clients
    assert len(set(held.tolist())) == held.size
    if rule != "label skew":
        assert sorted(held.tolist()) == list(range(len(labels)))
    assert sorted([*held.tolist(), *split.unused.tolist()]) == list(range(len(labels)))
    assert split.sizes.min() >= 1
    assert split.counts(labels).sum() == held.size
    for part in split:
        assert (np.diff(part) > 0).all()
    again = attempt(rule, np.array(labels, dtype=np.uint8), clients, seed)
    assert all(np.array_equal(a, b) for a, b in zip(split, again, strict=True))


@pytest.mark.parametrize("rule", RULES)
def test_other_chance_gives_other_points(rule):
    labels = np.arange(600) % 3
    a, b = (RULES[rule](labels, 4, rng=chance(seed)) for seed in (0, 1))
    assert any(not np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("rule", RULES)
def test_tensors_and_labels_with_gaps_are_fine(rule):
    labels = torch.tensor([3, 7, 9] * 60)
    split = RULES[rule](labels, 3, rng=chance())
    assert split.counts(labels).sum(axis=0)[[3, 7, 9]].tolist() == [60, 60, 60]


@pytest.mark.parametrize("rule", RULES)
def test_more_clients_than_points_are_refused(rule):
    for clients in (6, 0, -1, 2.0, True):
        with pytest.raises(ValueError, match=r"clients must be a whole number from 1 to 5 \(the number of points\)"):
            RULES[rule]([0, 1, 0, 1, 0], clients, rng=chance())
    with pytest.raises(ValueError, match="labels must be one non-empty row of whole numbers"):
        RULES[rule]([0.5, 1.0], 2, rng=chance())


# -- homogeneous --------------------------------------------------------------------------------------------


@given(LABELS, st.integers(1, 12), SEEDS)
def test_homogeneous_clients_differ_by_one_point(labels, clients, seed):
    split = homogeneous(labels, clients, rng=chance(seed))
    counts = split.counts(labels)
    assert (np.ptp(counts, axis=0) <= 1).all()
    assert np.ptp(split.sizes) <= 1


# -- dirichlet ----------------------------------------------------------------------------------------------


def counts_by_loop(labels, clients, alpha, rng, *, capped):
    """One draw, dealt point by point as the rule is described."""
    hands = [[] for _ in range(clients)]
    for kind in sorted(set(labels)):
        mine = [i for i, label in enumerate(labels) if label == kind]
        shares = list(rng.dirichlet([alpha] * clients))
        if capped:
            shares = [s if len(hand) < len(labels) / clients else 0.0 for s, hand in zip(shares, hands, strict=True)]
        upto = list(accumulate(shares))
        edges = [int(sum_ / upto[-1] * len(mine)) for sum_ in upto[:-1]]
        for hand, begin, end in zip(hands, [0, *edges], [*edges, len(mine)], strict=True):
            hand.extend(mine[begin:end])
    return [[sum(labels[i] == kind for i in hand) for kind in sorted(set(labels))] for hand in hands]


@pytest.mark.parametrize("variant", ["capped", "plain"])
@pytest.mark.parametrize("seed", range(20))
def test_dirichlet_counts_agree_with_a_plain_loop(variant, seed):
    labels = chance(seed).integers(0, 7, 500).tolist()
    split = dirichlet(labels, 6, alpha=0.7, least=1, variant=variant, rng=chance(seed))
    rng = chance(seed)
    while True:
        expected = counts_by_loop(labels, 6, 0.7, rng, capped=variant == "capped")
        if min(map(sum, expected)) >= 1:
            break
    assert split.counts(labels).tolist() == expected


def test_plain_shares_have_the_moments_of_the_law():
    alpha, clients, classes, each = 0.8, 5, 4_000, 500
    labels = np.repeat(np.arange(classes), each)
    split = dirichlet(labels, clients, alpha=alpha, variant="plain", rng=chance(3))
    shares = split.counts(labels) / each
    spread = (clients - 1) / (clients**2 * (clients * alpha + 1))
    assert shares.mean(axis=1) == pytest.approx(1 / clients, abs=5 * (spread / classes) ** 0.5)
    assert shares.var(axis=1) == pytest.approx(spread, rel=0.1)
    together = np.mean(shares[0] * shares[1]) - shares[0].mean() * shares[1].mean()
    assert together == pytest.approx(-spread / (clients - 1), rel=0.2)


def test_the_cap_stops_clients_at_their_even_share():
    labels = np.repeat(np.arange(10), 600)
    for seed in range(50):
        counts = dirichlet(labels, 10, alpha=0.3, rng=chance(seed)).counts(labels)
        before = np.cumsum(counts, axis=1) - counts
        assert not counts[before >= 600].any()
    plain = dirichlet(labels, 10, alpha=0.3, variant="plain", rng=chance(0)).counts(labels)
    assert plain[np.cumsum(plain, axis=1) - plain >= 600].any()


@pytest.mark.parametrize("variant", pt.VARIANTS)
def test_rounding_loses_no_point(variant):
    labels = np.repeat(np.arange(10), 1_000)
    for seed in range(60):
        split = dirichlet(labels, 300, alpha=1.0, least=1, variant=variant, rng=chance(seed))
        assert split.sizes.sum() == labels.size


@pytest.mark.parametrize("alpha", [1e-300, 1e-6, 0.05, 1e6])
@pytest.mark.parametrize("variant", ["capped", "plain"])
def test_extreme_alphas(alpha, variant):
    labels = np.repeat(np.arange(30), 50)
    split = dirichlet(labels, 3, alpha=alpha, variant=variant, rng=chance(1))
    counts = split.counts(labels)
    assert counts.sum() == labels.size
    if alpha <= 1e-6:
        assert ((counts == 0) | (counts == 50)).all()
    if alpha == 1e6:
        assert np.abs(counts - 50 / 3).max() < 2


@pytest.mark.parametrize("variant", pt.VARIANTS)
def test_everybody_has_at_least_as_many_points_as_asked(variant):
    labels = np.arange(1_000) % 10
    for least in (1, 10, 110):
        for seed in range(20):
            split = dirichlet(labels, 5, alpha=0.4, least=least, variant=variant, rng=chance(seed))
            assert split.sizes.min() >= least


def test_dirichlet_refuses():
    labels = [0, 1] * 50
    for alpha in (0, -1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="alpha must be a finite number above 0"):
            dirichlet(labels, 2, alpha=alpha, rng=chance())
    with pytest.raises(ValueError, match="variant must be one of capped, plain, got 'niid'"):
        dirichlet(labels, 2, alpha=1, variant="niid", rng=chance())
    for least in (0, 51, 1.5):
        with pytest.raises(ValueError, match=r"least must be a whole number from 1 to 50 \(an even share\)"):
            dirichlet(labels, 2, alpha=1, least=least, rng=chance())
    with pytest.raises(ValueError, match=r"1,000 Dirichlet draws with alpha = 0.001 each left one of 10 clients"):
        dirichlet(labels, 10, alpha=0.001, least=5, rng=chance())


# -- quantity skew ------------------------------------------------------------------------------------------


@given(st.integers(20, 400), st.integers(2, 8), st.floats(0.05, 0.9), SEEDS)
def test_favoured_clients_hold_their_share_each(points, clients, share, seed):
    favoured = max(1, min(clients - 1, int(0.9 / share)))
    if share * favoured > 0.9 or points * (1 - share * favoured) < clients:
        return
    split = quantity_skew([0] * points, clients, share=share, favoured=favoured, rng=chance(seed))
    assert (np.abs(split.sizes[:favoured] - share * points) < 1 + 1e-5).all()
    assert len(set(split.sizes[:favoured].tolist())) == 1
    assert np.ptp(split.sizes[favoured:]) <= 1


def test_whole_shares_are_met_exactly():
    labels = np.zeros(60_000, dtype=int)
    split = quantity_skew(labels, 10, share=0.4, favoured=2, rng=chance())
    assert split.sizes.tolist() == [24_000] * 2 + [1_500] * 8
    assert quantity_skew(labels, 10, share=0.1, favoured=10, rng=chance()).sizes.tolist() == [6_000] * 10
    # 3 * (1 / 3) and 0.29 * 100 are not what they seem in floats.
    assert quantity_skew([0] * 10, 3, share=1 / 3, favoured=3, rng=chance()).sizes.tolist() == [4, 3, 3]
    assert quantity_skew([0] * 100, 5, share=0.29, favoured=3, rng=chance()).sizes.tolist() == [
        29,
        29,
        29,
        7,
        6,
    ]


def test_quantity_skew_looks_at_no_label():
    points = chance(0).integers(0, 4, 300)
    a = quantity_skew(points, 5, share=0.3, favoured=2, rng=chance(1))
    b = quantity_skew(np.zeros_like(points), 5, share=0.3, favoured=2, rng=chance(1))
    assert all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize(
    ("share", "favoured", "message"),
    [
        (0.6, 2, r"share \* favoured at most 1, got 0.6 \* 2 = 1.2"),
        (0.0, 2, "share must be a finite number above 0"),
        (-0.1, 2, "share must be a finite number above 0"),
        (float("nan"), 2, "share must be a finite number above 0"),
        (0.5, 2, "leaves 0 points for the other 3; every client must hold one"),
        (0.49, 2, "leaves 2 points for the other 3"),
        (0.1, 5, r"share \* favoured must be 1 when all clients are favoured, got 0.5"),
        (0.001, 1, "less than one point"),
        (0.1, 0, "favoured must be a whole number from 1 to 5"),
        (0.1, 6, r"favoured must be a whole number from 1 to 5 \(the number of clients\), got 6"),
        (0.1, 1.0, "favoured must be a whole number"),
    ],
)
def test_quantity_skew_refuses(share, favoured, message):
    with pytest.raises(ValueError, match=message):
        quantity_skew([0] * 100, 5, share=share, favoured=favoured, rng=chance())


# -- label skew ---------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.integers(1, 6), st.integers(1, 12), st.integers(1, 6), SEEDS)
def test_label_skew_gives_everybody_the_classes_asked(classes, clients, wanted, seed):
    labels = np.repeat(np.arange(classes), 100)
    wanted = min(wanted, classes)
    split = label_skew(labels, clients, classes_per_client=wanted, rng=chance(seed))
    counts = split.counts(labels, classes=classes)
    holds = counts > 0
    assert (holds.sum(axis=1) == wanted).all()
    assert holds[np.arange(clients), np.arange(clients) % classes].all()
    for kind in range(classes):
        mine = counts[holds[:, kind], kind]
        if mine.size:
            assert mine.sum() == 100
            assert np.ptp(mine) <= 1
        else:
            assert clients < classes
            assert (labels[split.unused] == kind).sum() == 100
    if clients >= classes:
        assert split.unused.size == 0


def test_other_classes_are_drawn_evenly():
    labels = np.repeat(np.arange(5), 4_000)
    holds = label_skew(labels, 4_000, classes_per_client=3, rng=chance(2)).counts(labels) > 0
    first = holds[np.arange(4_000) % 5 == 0]
    # Client 0, 5, ...: class 0 always, each other class in half of the cases.
    assert first[:, 0].all()
    assert first[:, 1:].mean(axis=0) == pytest.approx([0.5] * 4, abs=0.08)


def test_what_does_not_divide_goes_to_those_who_hold_least():
    labels = np.repeat(np.arange(100), 500)
    sizes = label_skew(labels, 5_000, classes_per_client=30, rng=chance()).sizes
    assert 8 <= sizes.min() <= sizes.max() <= 12


def test_label_skew_refuses():
    with pytest.raises(
        ValueError,
        match=r"classes_per_client must be a whole number from 1 to 2 \(the classes that occur\), got 3",
    ):
        label_skew([0, 5] * 10, 4, classes_per_client=3, rng=chance())
    with pytest.raises(ValueError, match="classes_per_client must be a whole number"):
        label_skew([0, 5] * 10, 4, classes_per_client=0, rng=chance())
    with pytest.raises(ValueError, match=r"label skew, 1 classes each: client \d+ of 6 would hold no point"):
        label_skew([0] * 9 + [1], 6, classes_per_client=1, rng=chance())


# -- owners, validation -------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 9), min_size=1, max_size=50))
def test_owners_hold_their_own(owners):
    split = by_owner(owners)
    assert [part.tolist() for part in split] == [
        [i for i, o in enumerate(owners) if o == name] for name in sorted(set(owners))
    ]


def test_owners_are_whole_numbers():
    with pytest.raises(ValueError, match="owners must be one non-empty row"):
        by_owner([0.5])


@given(LABELS, st.floats(0.05, 0.95), SEEDS)
def test_validation_takes_its_share_of_every_class(labels, share, seed):
    aside = round(share * len(labels))
    if not 0 < aside < len(labels):
        return
    train, validation = split_validation(labels, share=share, rng=chance(seed))
    assert sorted([*train.tolist(), *validation.tolist()]) == list(range(len(labels)))
    assert validation.size == aside
    assert (np.diff(train) > 0).all()
    assert (np.diff(validation) > 0).all()
    for kind in set(labels):
        taken = sum(labels[i] == kind for i in validation)
        assert abs(taken - share * labels.count(kind)) < 1 + 1e-6
    again = split_validation(labels, share=share, rng=chance(seed))
    assert np.array_equal(again.validation, validation)


def test_the_class_with_the_larger_remainder_gives_the_odd_point():
    # A quarter of 8 and of 6 points are 2 and 1.5; four points are wanted.
    labels = np.repeat([0, 1], [8, 6])
    for seed in range(5):
        validation = split_validation(labels, share=0.25, rng=chance(seed)).validation
        assert np.bincount(labels[validation]).tolist() == [2, 2]


def test_validation_refuses():
    for share in (0, 1, -0.5, float("nan")):
        with pytest.raises(ValueError, match="share must be a finite number above 0 and below 1"):
            split_validation([0, 1], share=share, rng=chance())
    for share in (0.1, 0.9):
        with pytest.raises(ValueError, match="leaves one side empty"):
            split_validation([0, 1], share=share, rng=chance())


# -- the nine -----------------------------------------------------------------------------------------------


def test_the_nine_have_the_settings_of_the_paper_and_ours():
    assert len(PARTITIONS) == 9
    labels = np.repeat(np.arange(10), 600)
    splits = {name: divide(name, labels, 10, rng=chance(4)) for name in PARTITIONS}
    assert {name: split.rule for name, split in splits.items()} == {
        "homogeneous": "homogeneous",
        "dirichlet-0.1": "dirichlet 0.1 (capped)",
        "dirichlet-0.5": "dirichlet 0.5 (capped)",
        "dirichlet-1": "dirichlet 1 (capped)",
        "dirichlet-2": "dirichlet 2 (capped)",
        "dirichlet-5": "dirichlet 5 (capped)",
        "quantity-2x0.4": "quantity skew 2 x 0.4",
        "quantity-6x0.15": "quantity skew 6 x 0.15",
        "label-skew": "label skew, 3 classes each",
    }
    assert splits["quantity-6x0.15"].sizes.tolist() == [900] * 6 + [150] * 4
    hundred = np.repeat(np.arange(100), 50)
    assert divide("label-skew", hundred, 10, rng=chance()).rule == "label skew, 30 classes each"
    with pytest.raises(TypeError):
        PARTITIONS["mine"] = homogeneous


def test_an_unknown_partition_is_refused():
    with pytest.raises(ValueError, match=r"name must be one of homogeneous, dirichlet-0.1, .*, got 'iid'"):
        divide("iid", [0, 1], 2, rng=chance())


@pytest.mark.parametrize("clients", [10, 3_000])
def test_sixty_thousand_points_take_no_time(clients):
    labels = chance(0).integers(0, 10, 60_000)
    for name in PARTITIONS:
        if name.startswith("dirichlet") and clients > 10:
            continue  # with so many clients somebody gets fewer than ten points
        begin = time.process_time()
        split = divide(name, labels, clients, rng=chance(1))
        assert time.process_time() - begin < 2.0
        assert len(split) == clients
    begin = time.process_time()
    assert len(dirichlet(labels, 3_000, alpha=1.0, least=1, rng=chance(1))) == 3_000
    assert time.process_time() - begin < 2.0


def test_chance_is_only_the_generator_given():
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    for name in PARTITIONS:
        divide(name, np.repeat(np.arange(10), 60), 10, rng=chance(1))
    assert (np.random.get_state()[1] == before).all()  # noqa: NPY002
