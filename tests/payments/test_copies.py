"""Models trained on the reports, from formulas written out here: plain fractions, and sixty digits instead of
intervals.
"""

from fractions import Fraction
from itertools import pairwise, permutations, product

import pytest
import sympy as sp
from mpmath import mp, mpf

from incentives_book.payments.who_chooses_the_models import copies as who, unpayable_reports as up

F = Fraction
HALF, THIRD = F(1, 2), [F(1, 3)] * 3


@pytest.fixture(autouse=True)
def sixty_digits():
    with mp.workdps(60):
        yield


def big(x):
    return mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else mpf(x)


def tilt(R):
    """Perfect training under KL with weight 1 from three equally likely sentences."""
    raised = [mp.exp(r) for r in R]
    return [x / sum(raised) for x in raised]


def welfare(p, R):
    return sum(x * r for x, r in zip(p, R, strict=True)) - sum(x * mp.log(3 * x) for x in p)


def by_words(share, p, q):
    """Decoding in a language of one word, at most twice, as a sum over its three sentences."""

    def after(prefix, model):  # probability of ending here
        return model[prefix] / sum(model[prefix:])

    stop = []
    for prefix in (0, 1):
        a, b = after(prefix, p), after(prefix, q)
        end, go = a**share * b ** (1 - share), (1 - a) ** share * (1 - b) ** (1 - share)
        stop.append(end / (end + go))
    return [stop[0], (1 - stop[0]) * stop[1], (1 - stop[0]) * (1 - stop[1])]


def by_outcomes(share, p, q):
    return [share * x + (1 - share) * y for x, y in zip(p, q, strict=True)]


def play(sizes, told, other, mix=by_words, steps=10):
    """Chosen model and what group 1 pays, from a loop over the table."""
    w, v = sizes
    a, b = (tilt([big(w + v) * big(x) for x in r]) for r in (told, other))
    table = [[mpf(1) / 3] * 3, *(mix(mpf(k) / steps, a, b) for k in range(steps + 1))]
    mine, theirs = [big(w) * big(x) for x in told], [big(v) * big(x) for x in other]
    both = [x + y for x, y in zip(mine, theirs, strict=True)]
    best = max(table, key=lambda p: welfare(p, both))
    return best, max(welfare(p, theirs) for p in table) - welfare(best, theirs)


def kept(sizes, truth, told, mix=by_words):
    model, paid = play(sizes, told, truth[1], mix)
    return sizes[0] * sum(p * big(x) for p, x in zip(model, truth[0], strict=True)) - paid


@pytest.mark.backs("payments/prose-c-hybrid-set", "payments/figure-2")
@pytest.mark.parametrize(("sizes", "gain"), [((3, 7), 0.673), ((5, 5), 1.372), ((7, 3), 0.763)])
def test_half_of_the_rivals_reward_beats_the_truth_when_copies_are_trained_on_it(sizes, gain):
    truth, lie = [(1, 1, 0), (1, 0, 1)], (1, F(1, 2), F(1, 2))
    assert float(kept(sizes, truth, lie) - kept(sizes, truth, truth[0])) == pytest.approx(gain, abs=5e-4)
    game = who.Copies(THIRD, sizes, steps=10, mix="words")
    for told in (truth[0], lie):
        assert float(game.utility(truth, told).mid) == pytest.approx(float(kept(sizes, truth, told)), abs=1e-12)
    # with the copies of the truth on the table, no mixture report gains
    table = game.table(truth)
    honest = game.utility(truth, truth[0], table)
    for k in range(20):
        told = [F(k, 20) * x + (1 - F(k, 20)) * y for x, y in zip(*truth, strict=True)]
        assert not game.utility(truth, told, table) > honest


@pytest.mark.backs("payments/prose-c-hybrid-set")
def test_copying_the_rival_takes_a_model_off_the_table():
    truth = [(F(1, 2), F(1, 2), 1), (0, 0, 1)]
    honest, copied = (kept((1, 1), truth, told, by_outcomes) for told in truth)
    assert float(honest) == pytest.approx(0.8173086590, abs=1e-10)
    assert float(copied) == pytest.approx(0.8934930211, abs=1e-10)
    assert float(play((1, 1), *truth, by_outcomes)[1]) == pytest.approx(0.0234670727, abs=1e-10)
    assert abs(play((1, 1), truth[1], truth[1], by_outcomes)[1]) < 1e-50


def chi(penalty, R):
    """Perfect training under chi-squared from three equally likely outcomes."""
    return [F(1, 3) * (1 + (r - sum(R) / F(3)) / (2 * penalty)) for r in R]


def chi_welfare(p, R, penalty):
    return sum(x * r for x, r in zip(p, R, strict=True)) - penalty * 3 * sum((x - F(1, 3)) ** 2 for x in p)


def chi_choice(told, other, sizes=(2, 1), penalty=2):
    R = [sizes[0] * x + sizes[1] * y for x, y in zip(told, other, strict=True)]
    table = [THIRD, *(chi(penalty, [sum(sizes) * x for x in r]) for r in (told, other))]
    return max(table, key=lambda p: chi_welfare(p, R, penalty))


A, B, RIVAL = (F(1, 4), F(1), F(0)), (F(1, 2), F(1), F(3, 4)), (F(0), F(0), F(1))


@pytest.mark.backs("payments/new-no-price")
def test_the_two_prices_contradict_each_other():
    a, b = chi_choice(A, RIVAL), chi_choice(B, RIVAL)
    assert a == THIRD
    assert b == [F(13, 48), F(19, 48), F(1, 3)]

    def worth(r, p):
        return 2 * sum(x * y for x, y in zip(r, p, strict=True))

    assert worth(A, b) - worth(A, a) == F(3, 32)  # B's model must be dearer by this
    assert worth(B, b) - worth(B, a) == F(2, 32)  # and by no more than this
    game = who.Copies(THIRD, (2, 1), penalty=2, divergence="chi-squared")
    assert who.cycle_sum(game, [A, B], RIVAL) == F(-1, 32)


@pytest.mark.backs("payments/new-maximal-in-range", "payments/new-one-set-behind")
def test_truth_is_best_exactly_if_the_choice_is_best_in_the_range_of_the_group():
    models, values = range(3), list(product((0, 1), repeat=3))
    for own, others in product(product(values, repeat=2), product((0, 1, 2), repeat=3)):
        for rule in product(models, repeat=2):
            paid = [7 - others[m] for m in rule]
            kept_by = [[own[t][rule[said]] - paid[said] for said in range(2)] for t in range(2)]
            honest = all(kept_by[t][t] >= kept_by[t][1 - t] for t in range(2))
            best = all(
                own[t][rule[t]] + others[rule[t]] == max(own[t][m] + others[m] for m in set(rule)) for t in range(2)
            )
            assert honest == best
            if all(own[t][rule[t]] + others[rule[t]] == max(own[t][m] + others[m] for m in models) for t in range(2)):
                assert honest


@pytest.mark.backs("payments/new-one-set-behind")
def test_the_total_run_makes_copies_truthful():
    quarters = [r for r in product([F(k, 4) for k in range(5)], repeat=3) if max(r) == 1]
    other = (F(1, 2), F(1), F(0))
    totals = [[2 * x + y for x, y in zip(r, other, strict=True)] for r in quarters]
    best = [chi(2, R) for R in totals]
    for R, p in zip(totals, best, strict=True):
        assert chi_welfare(p, R, 2) == max(chi_welfare(x, R, 2) for x in best)
    copies = [chi_choice(r, RIVAL) for r in quarters]
    totals = [[2 * x + y for x, y in zip(r, RIVAL, strict=True)] for r in quarters]
    assert any(
        chi_welfare(p, R, 2) < max(chi_welfare(x, R, 2) for x in copies) for R, p in zip(totals, copies, strict=True)
    )


def uneven(penalty, R):
    """Perfect training under chi-squared from the initial model (1/4, 3/8, 3/8)."""
    middle = sum(a * b for a, b in zip(up.INITIAL, R, strict=True))
    return [a * (1 + (r - middle) / (2 * penalty)) for a, r in zip(up.INITIAL, R, strict=True)]


def uneven_welfare(p, R):
    away = sum((x - c) ** 2 / c for x, c in zip(p, up.INITIAL, strict=True))
    return sum(x * r for x, r in zip(p, R, strict=True)) - away


@pytest.mark.backs("payments/new-copies-off-the-grid")
@pytest.mark.parametrize(("sizes", "steps"), [((2, 1), 1), ((1, 2), 2), ((3, 1), 2), ((3, 2), 4)])
def test_the_constructed_pair_is_a_bad_cycle_under_plain_fractions(sizes, steps):
    (w, v), _ = up.seen_from(sizes, steps)
    nearest = up.nearest_shares((w, v), steps)
    pairs = [up.unpayable((w, v), share, small=F(1, 400)) for share in nearest]
    assert len({(pair.outside, pair.other) for pair in pairs}) == 1  # so that a tie may be broken as reports decide
    for share, pair in zip(nearest, pairs, strict=True):
        assert all(max(told) == 1 and min(told) >= 0 for told in pair)
        models = []
        for told in (pair.outside, pair.inside):
            a, b = (uneven(1, [(w + v) * x for x in r]) for r in (told, pair.other))
            R = [w * x + v * y for x, y in zip(told, pair.other, strict=True)]
            mixed = {F(k, steps): by_outcomes(F(k, steps), a, b) for k in range(steps + 1)}
            best = max(uneven_welfare(p, R) for p in mixed.values())
            assert [k for k, p in mixed.items() if uneven_welfare(p, R) == best] == nearest
            initial_wins = uneven_welfare(up.INITIAL, R) > best
            assert initial_wins == (told == pair.inside)
            models.append(up.INITIAL if initial_wins else mixed[share])
        move = [x - y for x, y in zip(*models, strict=True)]
        wish = [x - y for x, y in zip(pair.outside, pair.inside, strict=True)]
        assert sum(x * y for x, y in zip(move, wish, strict=True)) < 0


@pytest.mark.backs("payments/new-copies-off-the-grid")
def test_the_ball_has_the_printed_diameter():
    u, v, e, w1, w2 = sp.symbols("u v e w_1 w_2", real=True)
    a, b = e * (w1 + w2) / w1, e * (w1 + w2) / w2
    c, d = -(1 - b) / (1 + a) * v, -(1 + b) / (1 - a) * v
    ahead = (u + v) ** 2 - (a * u - b * v) ** 2
    assert sp.simplify(ahead - (1 + a) * (1 - a) * (u - c) * (u - d)) == 0
    found = up.ends_of_the_diameter((3, 2), F(1, 2))
    values = {e: sp.Rational(-1, 10), w1: 3, w2: 2, v: 1}
    assert [sp.Rational(x.numerator, x.denominator) for x in found] == [c.subs(values), d.subs(values)]


@pytest.mark.backs("payments/new-copies-any-divergence")
@pytest.mark.parametrize("mix", [by_words, by_outcomes], ids=["words", "outcomes"])
def test_close_to_indifference_the_cycle_stays_negative_under_kl(mix):
    sums = []
    for small in (F(1, 16), F(1, 64), F(1, 256)):
        shrunk = [tuple(1 - small * (1 - x) for x in r) for r in (A, B, RIVAL)]
        a, b = (play((2, 1), told, shrunk[2], mix, steps=1)[0] for told in shrunk[:2])
        wish = [big(x) - big(y) for x, y in zip(*shrunk[:2], strict=True)]
        sums.append(2 * sum((x - y) * r for x, y, r in zip(a, b, wish, strict=True)) / big(small) ** 2)
    # KL with weight 1 is chi-squared with weight 1/2 there: four times the steps of weight 2
    assert all(s < 0 for s in sums)
    assert float(sums[-1]) == pytest.approx(-4 / 32, rel=0.02)


@pytest.mark.backs("payments/new-decoding-on-the-grid")
@pytest.mark.parametrize(
    ("sizes", "one", "two", "other", "total"),
    [
        ((3, 7), (1, 1, 0), (1, F(3, 5), F(3, 5)), (1, 0, 1), -0.4959),
        ((5, 5), (F(4, 5), 1, 0), (1, F(3, 5), F(3, 5)), (1, 0, 1), -0.7690),
        ((7, 3), (F(4, 5), 1, F(1, 5)), (1, 1, F(1, 5)), (1, 0, F(4, 5)), -0.2672),
    ],
)
def test_decoding_has_bad_cycles_at_the_sizes_of_the_paper(sizes, one, two, other, total):
    a, b = (play(sizes, told, other)[0] for told in (one, two))
    found = sizes[0] * sum((x - y) * (big(r) - big(s)) for x, y, r, s in zip(a, b, one, two, strict=True))
    assert float(found) == pytest.approx(total, abs=5e-5)
    game = who.Copies(THIRD, sizes, steps=10, mix="words")
    assert float(who.cycle_sum(game, [one, two], other).mid) == pytest.approx(float(found), abs=1e-12)


@pytest.mark.backs("payments/new-gain-at-most-loss")
def test_the_worst_mean_of_a_cycle_is_what_the_best_payments_leave():
    losses = {(0, 1): -2, (1, 0): 1, (0, 2): 1, (2, 0): 0, (1, 2): -1, (2, 1): 0}
    cycles = [c for n in (2, 3) for c in permutations(range(3), n)]
    worst = max(F(-sum(losses[s] for s in pairwise((*c, c[0])))) / len(c) for c in cycles)
    grid = [F(k, 6) for k in range(-18, 19)]
    left = min(max((0, p, r)[j] - (0, p, r)[k] - loss for (j, k), loss in losses.items()) for p in grid for r in grid)
    assert left == worst == 1
    assert who.least_regret_is_the_worst_mean([losses[s] for s in permutations(range(3), 2)])


@pytest.mark.backs("payments/new-gain-at-most-loss")
def test_no_lie_gains_more_than_the_copies_miss():
    quarters = [r for r in product([F(0), F(1, 2), F(1)], repeat=3) if max(r) == 1]
    attained = False
    for own, lie in product(quarters, repeat=2):
        R = [2 * x + y for x, y in zip(own, RIVAL, strict=True)]
        reached, missed = chi_welfare(chi_choice(own, RIVAL), R, 2), chi_welfare(chi(2, R), R, 2)
        gain = chi_welfare(chi_choice(lie, RIVAL), R, 2) - reached
        assert gain <= missed - reached
        attained |= gain > 0
    assert attained


@pytest.mark.backs("payments/new-only-the-size")
def test_a_group_of_three_that_claims_four_gets_less():
    likes = [(0, 1, 1), (1, 0, 0)]
    worth = [sum(p * x for p, x in zip(play((n, 5), *likes)[0], likes[0], strict=True)) for n in (3, 4)]
    assert [float(x) for x in worth] == pytest.approx([0.287644, 0.248458], abs=1e-6)


def test_models_that_intervals_cannot_tell_apart_are_refused():
    mirrored = who.Copies(THIRD, (1, 1), steps=1)
    with pytest.raises(ValueError, match="too close to be told apart"):
        mirrored([(1, F(9, 10), 0), (F(9, 10), 1, 0)])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"divergence": "TV"}, "divergence must be 'KL' or 'chi-squared'"),
        ({"mix": "soup"}, "mix must be one of"),
        ({"mix": "words", "divergence": "chi-squared"}, "words are mixed under KL"),
        ({"steps": 0}, "steps must be at least 1"),
    ],
)
def test_settings_that_do_not_fit_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        who.Copies(THIRD, (1, 1), **settings)


def test_training_that_leaves_the_simplex_is_refused():
    with pytest.raises(ValueError, match="too small"):
        who.Copies(THIRD, (5, 5), divergence="chi-squared")([(1, 0, 0), (0, 1, 0)])


# -- strong wishes, two outcomes ----------------------------------------------------------------------------


def two_outcomes(t):
    """Reward with maximum 1 that prefers the second outcome by t."""
    return (1, 1 + t) if t <= 0 else (1 - t, 1)


def second(sizes, wish, rival, *, steps, strength, mix, base=HALF):
    """Chosen index and probability of the second outcome, from log-odds and a loop."""
    w, v = sizes
    logit = mp.log(big(1 - base) / big(base))  # base: the first outcome

    def sigma(x):
        return 1 / (1 + mp.exp(-x))

    ends = [logit + (w + v) * big(t) / big(strength) for t in (wish, rival)]
    target = logit + (w * big(wish) + v * big(rival)) / big(strength)
    best = sigma(target)

    def kl(p):
        return p * mp.log(p / best) + (1 - p) * mp.log((1 - p) / (1 - best))

    table = {None: sigma(logit)}
    for k in range(steps + 1):
        x = mpf(k) / steps
        if mix == "outcomes":
            table[k] = x * sigma(ends[0]) + (1 - x) * sigma(ends[1])
        else:
            table[k] = sigma(x * ends[0] + (1 - x) * ends[1])
    chosen = min(table, key=lambda k: kl(table[k]))
    return chosen, table[chosen]


@pytest.mark.backs("payments/new-strong-wishes")
@pytest.mark.parametrize(
    ("sizes", "steps", "rival", "wishes", "total"),
    [((3, 7), 10, F(-3, 5), (F(-1, 5), F(3, 10)), -0.01751), ((5, 5), 10, F(-4, 5), (F(-1, 10), F(0)), -0.01343),
     ((7, 3), 4, F(-1), (F(-1, 5), F(-1, 10)), -0.020853)],
)  # fmt: skip
def test_a_stronger_wish_brings_less_at_the_sizes_of_the_paper(sizes, steps, rival, wishes, total):
    weak, strong = (second(sizes, t, rival, steps=steps, strength=1, mix="outcomes")[1] for t in wishes)
    assert strong < weak
    assert float(sizes[0] * (wishes[1] - wishes[0]) * (strong - weak)) == pytest.approx(total, abs=2e-6)
    game = who.Copies([F(1, 2)] * 2, sizes, steps=steps)
    found = who.cycle_sum(game, [two_outcomes(t) for t in wishes], two_outcomes(rival))
    assert who.rounded(found, 6) == pytest.approx(total, abs=2e-6)


@pytest.mark.backs("payments/new-strong-wishes")
@pytest.mark.parametrize(("sizes", "steps"), [((1, 1), 2), ((2, 3), 4), ((4, 1), 1)])
def test_strong_wishes_fall_back_on_the_rivals_copy(sizes, steps):
    weight, limit = sum(sizes), 1 + mp.log(steps)
    tau = (limit + mpf(1) / 10) / (weight - sizes[0])
    wishes = (mpf(1) / 50, tau)
    chosen = [second(sizes, -1 + t / 20, -1, steps=steps, strength=F(1, 20), mix="outcomes")[0] for t in wishes]
    assert chosen[0] >= 1
    assert chosen[1] == 0


@pytest.mark.backs("payments/new-strong-wishes-decoding")
@pytest.mark.parametrize(
    ("sizes", "steps", "strength"), [((2, 1), 1, F(1, 10)), ((4, 1), 2, F(1, 6)), ((5, 3), 3, F(1, 4))]
)
def test_decoding_off_the_grid_falls_from_above_the_share_to_below(sizes, steps, strength):
    share = F(sizes[0], sum(sizes)) * steps
    chosen = [
        second(sizes, -1 + strength * tau, -1, steps=steps, strength=strength, mix="sentences")[0]
        for tau in (F(1, 50), F(4))
    ]
    assert chosen[0] > share > chosen[1]
    game = who.Copies([F(1, 2)] * 2, sizes, steps=steps, penalty=strength, mix="sentences")
    assert [
        game([two_outcomes(-1 + strength * tau), two_outcomes(-1)]).share * steps for tau in (F(1, 50), F(4))
    ] == chosen


@pytest.mark.backs("payments/new-one-good-case")
@pytest.mark.parametrize("base", [F(1, 20), F(1, 2), F(4, 5)])
@pytest.mark.parametrize("rival", [F(-4, 5), F(-1, 10), F(3, 5)])
def test_two_copies_of_equal_weight_never_fall(base, rival):
    liked = [second((1, 1), F(k, 23), rival, steps=1, strength=1, mix="outcomes", base=base)[1] for k in range(-23, 24)]
    assert all(b >= a - mpf(10) ** -40 for a, b in pairwise(liked))


@pytest.mark.backs("payments/new-one-good-case")
@pytest.mark.parametrize(("sizes", "steps"), [((1, 3), 2), ((5, 1), 3), ((3, 5), 4), ((1, 1), 5)])
@pytest.mark.parametrize("base", [F(1, 20), F(4, 5)])
def test_half_integer_shares_never_fall_and_their_neighbours_may(sizes, steps, base):
    for rival in (F(-4, 5), F(3, 5)):
        liked = [
            second(sizes, F(k, 23), rival, steps=steps, strength=F(1, 4), mix="sentences", base=base)[1]
            for k in range(-23, 24)
        ]
        assert all(b >= a - mpf(10) ** -40 for a, b in pairwise(liked))
    weak, strong = (
        second((2, 1), -1 + F(1, 10) * tau, -1, steps=1, strength=F(1, 10), mix="sentences")[1]
        for tau in (F(1, 50), F(4))
    )
    assert strong < weak


@pytest.mark.backs("payments/new-one-good-case")
def test_half_the_strength_beats_the_truth_under_any_groves_payment():
    def sigma(x):
        return 1 / (1 + mp.exp(-x))

    best = sigma(mpf(-1))  # the optimum for the truth

    def kl(p):
        return p * mp.log(p / best) + (1 - p) * mp.log((1 - p) / (1 - best))

    brought = [second((1, 1), t, 0, steps=1, strength=1, mix="outcomes")[1] for t in (-1, F(-1, 2))]
    assert float(kl(brought[0]) - kl(brought[1])) == pytest.approx(0.067131, abs=1e-6)


def test_sentences_are_mixed_by_logarithms():
    game = who.Copies(THIRD, (2, 1), steps=4, mix="sentences")
    a, b = ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 4), F(1, 4), F(1, 2)])
    mixed = game.mixed(F(1, 4), [who.interval(x) for x in a], [who.interval(x) for x in b])
    raised = [big(x) ** mpf("0.25") * big(y) ** mpf("0.75") for x, y in zip(a, b, strict=True)]
    assert [float(x.mid) for x in mixed] == pytest.approx([float(x / sum(raised)) for x in raised])
    with pytest.raises(ValueError, match="under KL"):
        who.Copies(THIRD, (1, 1), divergence="chi-squared", mix="sentences")
