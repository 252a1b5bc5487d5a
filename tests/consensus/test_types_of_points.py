"""Types against worlds: every family of sets of a few points, every liar and every report, without the notion of a
type.
"""

from itertools import combinations, product

import pytest

from incentives.consensus.sets import FiniteSet
from incentives_book.consensus import types_of_points as kinds


def subsets(points):
    points = list(points)
    return [frozenset(p for i, p in enumerate(points) if bits >> i & 1) for bits in range(2 ** len(points))]


def meet(sets, space):
    return frozenset(space).intersection(*sets)


def worlds(points, clients, r):
    """Every list of sets on some points with W not empty in which removing any r clients leaves W."""
    space = range(points)
    for sets in product(subsets(space), repeat=clients):
        W = meet(sets, space)
        kept = combinations(range(clients), clients - r)
        if W and all(meet([sets[j] for j in some], space) == W for some in kept):
            yield sets, W


def enumerated_points(points, clients, r, liars=1):
    """Liars, who accepts and who reports, of every point of every world, for every joint report of the liars."""
    for sets, _ in worlds(points, clients, r):
        for group in combinations(range(clients), liars):
            for lies in product(subsets(range(points)), repeat=liars):
                told = dict(zip(group, lies, strict=True))
                for x in range(points):
                    accepts = frozenset(j for j, s in enumerate(sets) if x in s)
                    reports = frozenset(j for j, s in enumerate(sets) if x in told.get(j, s))
                    yield frozenset(group), accepts, reports


@pytest.mark.backs("consensus/new-redundancy-by-types")
@pytest.mark.parametrize(
    ("clients", "r", "liars"), [(2, 0, 1), (2, 1, 1), (3, 0, 1), (3, 1, 1), (3, 1, 2), (3, 2, 1), (4, 2, 1)]
)
def test_the_points_that_may_occur_are_those_of_the_enumerated_worlds(clients, r, liars):
    found = set(enumerated_points(2, clients, r, liars))
    listed = [(x.liars, x.accepted, x.reported) for x in kinds.points(clients, redundancy=r, liars=liars)]
    assert found == set(listed)
    assert len(listed) == len(set(listed))


@pytest.mark.backs("consensus/new-redundancy-by-types")
@pytest.mark.parametrize(("points", "clients"), [(3, 2), (3, 3), (2, 4)])
def test_worlds_are_redundant_exactly_if_the_sizes_of_their_types_say_so(points, clients):
    for r in range(clients):
        good = {sets for sets, _ in worlds(points, clients, r)}
        for sets in product(subsets(range(points)), repeat=clients):
            if meet(sets, range(points)):
                occurring = kinds.types_in([FiniteSet(s) for s in sets])
                assert (sets in good) == kinds.is_redundant_family(occurring, clients, r)


def test_every_family_of_types_is_that_of_the_world_built_from_it():
    for clients in (1, 2, 3):
        for family in kinds.families(clients):
            # A point in nobody's set cannot be seen in the sets.
            assert kinds.types_in(kinds.world_of(family, clients)) == family - {frozenset()}
    assert len(set(kinds.families(3))) == 2 ** (2**3 - 1)


LEMMAS = {
    "joint points are agreed": (lambda x: len(x.reported) == x.clients, lambda x: x.agreed),
    "all but one": (lambda x: len(x.reported) >= x.clients - 1, lambda x: x.agreed),
    "harm hits a liar": (
        lambda x: len(x.reported) >= x.clients - 1 and not x.agreed,
        lambda x: x.liars <= x.failing,
    ),
    "agreed points keep all reports but those of liars": (
        lambda x: x.agreed,
        lambda x: len(x.reported) >= x.clients - len(x.liars),
    ),
    "truthful clients tell": (lambda x: True, lambda x: x.accepted - x.liars == x.reported - x.liars),
}
CASES = [(M, r, liars) for M in (2, 3) for r in range(M) for liars in (1, 2)]


@pytest.mark.parametrize("lemma", LEMMAS)
@pytest.mark.parametrize(("clients", "r", "liars"), CASES)
def test_a_lemma_is_decided_as_in_the_enumerated_worlds(lemma, clients, r, liars):
    given, conclusion = LEMMAS[lemma]
    fails = any(
        given(x) and not conclusion(x)
        for x in (kinds.Point(clients, *found) for found in enumerated_points(2, clients, r, liars))
    )
    exception = kinds.first_exception(kinds.points(clients, redundancy=r, liars=liars), conclusion, given=given)
    assert (exception is not None) == fails


def test_some_lemmas_fail_and_some_hold():
    given, conclusion = LEMMAS["all but one"]
    decided = [kinds.first_exception(kinds.points(3, redundancy=r), conclusion, given=given) for r in (0, 1, 2)]
    assert [x is None for x in decided] == [False, False, True]


def exposed(r, *, points_of, left_out, liars=1):
    """The exposure lemma for all but `left_out` clients; its first exception."""
    for M in range(max(r, points_of) + 2, 7):
        for Z in kinds.groups(range(M), most=left_out):
            found = kinds.first_exception(
                kinds.points(M, redundancy=points_of, liars=liars),
                lambda x, Z=Z: x.agreed if not x.failing - Z else x.failing - Z == x.liars,
                given=lambda x, Z=Z: x.unreported() <= Z,
            )
            if found:
                return found
    return None


@pytest.mark.backs("consensus/new-exposure")
def test_exposure_holds_and_each_hypothesis_is_needed():
    assert exposed(1, points_of=1, left_out=1) is None
    assert exposed(2, points_of=2, left_out=2) is None
    less_redundancy = exposed(2, points_of=1, left_out=2)
    assert less_redundancy.reported >= less_redundancy.accepted
    assert not less_redundancy.agreed
    two_liars = exposed(1, points_of=1, left_out=1, liars=2)
    assert two_liars.failing - two_liars.unreported() != two_liars.liars
    no_redundancy = exposed(1, points_of=0, left_out=1)
    assert len(no_redundancy.failing) == 1


@pytest.mark.backs("consensus/new-exposure-infeasible")
def test_after_a_contradiction_the_reports_must_have_no_common_point():
    def innocent_or_guilty(x):
        (n,) = x.unreported()
        return x.failing == (frozenset() if x.liars == {n} else x.liars | {n})

    def conclusion(x):  # with the hypothesis dropped the client left out may report the point
        return any(
            x.failing == (frozenset() if n in x.liars else x.liars | {n})
            for n in range(x.clients)
            if x.unreported() <= {n}
        )

    for M in (3, 4, 5, 6):
        everything = list(kinds.points(M, redundancy=1))
        alone = [x for x in everything if len(x.unreported()) == 1]
        assert alone
        assert all(map(innocent_or_guilty, alone))
        bad = kinds.first_exception(everything, lambda x: bool(x.failing), given=lambda x: not x.unreported())
        assert bad.agreed
        assert not all(conclusion(x) for x in kinds.points(M, redundancy=0) if len(x.unreported()) == 1)


@pytest.mark.backs("consensus/new-depth-rule")
@pytest.mark.parametrize(("clients", "c"), [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3)])
def test_the_depth_rule_needs_every_one_of_its_two_c_spared_clients(clients, c):
    def deep(x, at=clients - c):
        return (len(x.reported) >= at) == x.agreed

    assert all(map(deep, kinds.points(clients, redundancy=2 * c, liars=c)))
    assert not all(map(deep, kinds.points(clients, redundancy=2 * c - 1, liars=c)))
    assert not all(map(deep, kinds.points(clients, redundancy=2 * c, liars=c + 1)))
    for at in (clients - c - 1, clients - c + 1):
        assert not all(deep(x, at) for x in kinds.points(clients, redundancy=2 * c, liars=c))


def spoilt_by_search(one, two, clients, silently):
    """The same over all joint reports of the three points w, x, y and all cuts into two clusters."""
    accepted = {"w": frozenset(range(clients)), "x": one, "y": two}
    for liar in range(clients):
        for lie in subsets(accepted):
            told = {p: {j for j in range(clients) if (p in lie if j == liar else j in t)} for p, t in accepted.items()}
            if any(len(who) == clients for who in told.values()):
                continue
            for cluster in subsets(range(clients)):
                others = frozenset(range(clients)) - cluster
                if not cluster or not others:
                    continue
                agreeable = not silently or (cluster <= one and others <= two)
                if cluster <= told["x"] and others <= told["y"] and agreeable:
                    return True
    return False


@pytest.mark.backs("consensus/new-guarded-splits", "consensus/new-own-cluster-check")
@pytest.mark.parametrize("clients", [2, 3, 4])
@pytest.mark.parametrize("silently", [False, True])
def test_two_types_are_spoilt_exactly_if_a_search_over_lies_and_clusters_finds_it(clients, silently):
    everybody = frozenset(range(clients))
    for one, two in product([t for t in subsets(range(clients)) if t != everybody], repeat=2):
        expected = spoilt_by_search(one, two, clients, silently)
        assert kinds.can_spoil(one, two, clients, silently=silently) == expected


def test_one_client_in_common_is_not_enough_for_the_one_shot_mechanism():
    one, two = frozenset({0}), frozenset({1})
    assert kinds.can_spoil(one, two, 3)
    assert not kinds.can_spoil(one, two, 3, silently=True)
    assert not kinds.can_spoil(one, frozenset(), 3)


def test_impossible_requests_are_refused():
    with pytest.raises(ValueError, match="redundancy must be from 0 to clients - 1 = 2, got 3"):
        list(kinds.types(3, redundancy=3))
    with pytest.raises(ValueError, match="liars must be from 0 to clients = 3, got 4"):
        list(kinds.points(3, redundancy=1, liars=4))
    with pytest.raises(ValueError, match="must hold the type of all 2 clients"):
        kinds.world_of([frozenset({0})], 2)
    with pytest.raises(ValueError, match="types of points outside W"):
        kinds.can_spoil(frozenset({0, 1}), frozenset(), 2)
