"""Two rules of stakes: what each member stakes on the others' reports, and what each pair stakes on one another."""

from __future__ import annotations

from typing import Literal

import numpy as np

from incentives.floats import held_by_floats, shown
from incentives.numbers import Numbers, Table, as_array, is_exact, no_booleans
from incentives.reading import as_flag, require
from incentives.together.federation import Federation
from incentives.together.stakes import Stakes, _is_zero

SCORES = {"square": 1, "halves": 2}


def _square(who: int, references: list[np.ndarray]) -> np.ndarray:
    """The form of (m_who - r)(m_who - r') for one reference (then r' = r) or two."""
    one, other = (-r for r in (references[0], references[-1]))
    one[who] += 1
    other[who] += 1
    product = np.outer(one, other)
    return (product + product.T) / 2


def _references(precision: np.ndarray, rest: list[int], groups: int) -> list[np.ndarray]:
    """For each group of the rest the mean of its reports, weighed by precision."""
    found = []
    for start in range(groups):
        mean = precision - precision  # zeros of the same kind
        chosen = rest[start::groups]
        mean[chosen] = precision[chosen] / precision[chosen].sum()
        found.append(mean)
    return found


def peer_stakes(
    federation: Federation, *, score: Literal["square", "halves"] = "square", outsider: bool = False
) -> Stakes:
    """Each member stakes on its report, towards each other member, the square of that member's weight on it.

    Member i pays j the amount v_ji^2 (m_i - r)^2 less what it expects to at the federation's sizes; r is the mean, by
    precision, of the reports of all others than i and j. So a member pays for its own noise exactly what it costs the
    others, nobody's payment is expected to differ from zero, and payments sum to zero for all reports.

    A member of size 0 stakes nothing, and its report enters no payment. The others stake towards it as towards anybody,
    because it uses their reports. With three collecting members or more this is the limit of the rule for ever smaller
    sizes. Where exactly two collect, neither has a third report for what it stakes towards the other, and the limit
    does not exist; the members of size 0 then share these stakes equally, and r is the other's report. So the rewards
    and the balance stay as they were. ("halves" asks for one collecting member more in each of these cases.)

    Args:
        federation: sizes and best weights that are announced; nobody verifies the sizes.
        score: "square" as above; or "halves", the product of m_i less the means of two halves of the others (four
            members or more, three of whom collect something), with which no coalition gains by choosing sizes together.
        outsider: whether somebody outside takes the stakes and pays the constants; then payments do not sum to zero,
            r is the mean of all others, and two members are enough ("halves": three).

    Returns:
        The rule of payments, exact where the federation is.

    Raises:
        ValueError: too few members, or members who collect something, for this score; or an argument of another kind.

    >>> stakes = peer_stakes(Federation.priced([5, 5, 25], noise=10, spread=1))
    >>> stakes.balanced, stakes.best_report(0, [7, 7, 7])
    (True, Fraction(7, 1))
    >>> peer_stakes(Federation.priced([5, 5, 0], noise=10, spread=1))([4, 7, 1000])
    (Fraction(13, 12), Fraction(13, 12), Fraction(-13, 6))
    """
    if not isinstance(federation, Federation):
        raise ValueError(f"federation must be a Federation, got {shown(federation)}")
    if not isinstance(score, str) or score not in SCORES:
        raise ValueError(f"score must be one of {sorted(SCORES)}, got {shown(score)}")
    outsider = as_flag("outsider", outsider)
    members, groups = len(federation.sizes), SCORES[score]
    fewest = groups + 1 + (not outsider)
    if members < fewest:
        raise ValueError(
            f"federation must have at least {fewest} members for the score {score!r}"
            f"{'' if outsider else ' with exact balance, one less with outsider=True'}, got {members}"
        )
    collecting = federation.collecting
    if len(collecting) <= groups:
        raise ValueError(
            f"federation must have at least {groups + 1} members who collect something for the score {score!r}, "
            f"got {len(collecting)}"
        )
    v, variances = federation._array("weights"), federation._array("variances")[collecting]
    idle = [k for k in range(members) if k not in collecting]
    precision = federation._array("sizes") * 0
    precision[collecting] = 1 / variances
    forms = np.stack([v * 0] * members)
    for i in collecting:
        for j in range(members):
            if i == j:
                continue
            takers, rest = [j], [k for k in collecting if k != i and (outsider or k != j)]
            if len(rest) < groups:  # nobody else to be compared with: those who report nothing take the stake
                takers, rest = idle, [k for k in collecting if k != i]
            staked = v[j, i] ** 2 * _square(i, _references(precision, rest, groups))
            forms[i] += staked
            if not outsider:
                forms[takers] -= staked / len(takers)
    # Reports of members who collect nothing enter no form, so their variances, which are infinite, are left out.
    constants = np.array([form.diagonal()[collecting] @ variances for form in forms], dtype=v.dtype)
    return Stakes(forms, constants)


def _edges(rewards: np.ndarray) -> np.ndarray:
    """A graph with these degrees: members are arcs of a circle, joined where they lie opposite each other."""
    half = rewards.sum() / 2
    ends = [sum(rewards[:k], 0 * half) for k in range(len(rewards) + 1)]
    edges = np.outer(rewards, rewards) * 0
    for i in range(len(rewards)):
        for j in range(len(rewards)):
            for turn in (-half, half):
                low, high = max(ends[i], ends[j] + turn), min(ends[i + 1], ends[j + 1] + turn)
                edges[i, j] += max(high - low, 0)
    return edges


def pair_stakes(stakes: Numbers | Table) -> Stakes:
    """Each pair stakes on the difference of its two reports, and the other members share what both of them pay.

    No coalition of at most half of the members gains by a joint lie; a majority does, unless it stakes nothing on
    outsiders. A member who collects nothing has nothing to stake and gets the reward 0: it receives its part of what
    the pairs pay, and its report enters no payment.

    Args:
        stakes: shape (members, members), symmetric, zero on the diagonal, at least 0: what j and k each pay times the
            squared difference of their reports. Or one reward for each member, shape (members,), at least 0: then
            pairs are found in which each member stakes as much as its reward.

    Returns:
        The rule of payments, exact for ints and Fractions; a member's reward is the sum of its stakes.

    Raises:
        ValueError: fewer than three members; a matrix of another form; or a reward above the sum of the others'.

    >>> rule = pair_stakes([1, 2, 3, 4])
    >>> rule.rewards, rule.balanced, rule.joint_lie([0, 3])
    ((Fraction(1, 1), Fraction(2, 1), Fraction(3, 1), Fraction(4, 1)), True, None)
    """
    no_booleans("stakes", stakes)
    e = as_array("stakes", stakes, exact=is_exact(stakes))
    if e.ndim not in (1, 2) or len(e) < 3:
        raise ValueError(f"stakes must be rewards or a matrix of stakes of at least three members, got {shown(stakes)}")
    with held_by_floats("stakes", stakes):
        4 * abs(e).sum()  # no entry of a form, and no sum of its entries, is larger
    require("stakes", e, least=0)
    if e.ndim == 1:
        if 2 * max(e) > e.sum():
            raise ValueError(f"stakes must hold no reward above the sum of the others', got {shown(stakes)}")
        e = _edges(e)
    if (
        e.shape != (len(e), len(e))
        or not _is_zero(e - e.T, None if e.dtype == object else e.max())
        or any(e.diagonal())
    ):
        raise ValueError(f"stakes must be a symmetric matrix with zeros on its diagonal, got {shown(stakes)}")
    members = len(e)
    pairs = {}
    for j in range(members):
        for k in range(j):
            pairs[j, k] = e * 0
            pairs[j, k][[j, k], [j, k]] = e[j, k]
            pairs[j, k][[j, k], [k, j]] = -e[j, k]
    total = sum(pairs.values(), e * 0)
    forms = []
    for i in range(members):
        own = sum((form for pair, form in pairs.items() if i in pair), e * 0)
        forms.append(own - 2 * (total - own) / (members - 2))
    return Stakes(np.array(forms, dtype=e.dtype))
