"""Irreducible infeasible subsets: against brute force over all parts of a family, and what the searches ask."""

from itertools import combinations

from hypothesis import given, settings, strategies as st

from incentives.consensus import infeasible_subsets


def minimal_parts(infeasible, members):
    """Every infeasible part of which no smaller part is infeasible."""
    parts = [frozenset(p) for n in range(1, len(members) + 1) for p in combinations(members, n)]
    bad = [p for p in parts if infeasible(p)]
    return [p for p in bad if not any(q < p for q in bad)]


conflicts = st.lists(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), min_size=1, max_size=4)


@given(conflicts)
@settings(max_examples=150)
def test_both_filters_find_a_minimal_part(hidden):
    infeasible = lambda some: any(conflict <= some for conflict in hidden)  # noqa: E731
    known = minimal_parts(infeasible, range(8))
    assert infeasible_subsets.deletion_filter(infeasible, range(8)) in known
    assert infeasible_subsets.quickxplain(infeasible, range(8)) in known


@given(conflicts)
@settings(max_examples=60)
def test_the_deletion_filter_asks_once_per_client(hidden):
    asked = []

    def infeasible(some):
        asked.append(some)
        return any(conflict <= some for conflict in hidden)

    kept = infeasible_subsets.deletion_filter(infeasible, range(8))
    assert len(asked) <= 8
    assert len(asked) == len(set(asked))
    assert all(some for some in asked)
    assert any(conflict <= kept for conflict in hidden)


def test_quickxplain_never_asks_about_nobody_or_what_it_was_told():
    asked = []
    infeasible_subsets.quickxplain(lambda some: asked.append(some) or {0, 5} <= some, range(8))
    assert frozenset() not in asked
    assert frozenset(range(8)) not in asked
