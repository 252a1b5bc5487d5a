"""The paragraph of each core lecture in which the five clinics come back: the library computes its numbers anew.

A lecture stands here as a function that answers, one phrase a line, what its paragraph has to say.
"""

import tomllib
from fractions import Fraction as F
from functools import cache
from itertools import combinations

import pytest
from lecture_numbers import LECTURES, WORDS, changed, digits, lecture, listed, paragraph, span, tex, unsaid
from pairing import ROOT

from incentives import coalitions as co, consensus as cs, payments as pay, rewards as rw, together as tg
from incentives.consensus import personalization, redundancy
from incentives_book.payments.who_chooses_the_models.copies import Copies
from incentives_book.rewards.who_would_contribute_less import EqualGains, contribution_deviation

CHAPTER = "five-clinics-one-model.md"
NAMES, SIZES, NOISE = ["Ash", "Birch", "Cedar", "Dogwood", "Elm"], [1, 3, 3, 3, 62], 11
ASH, BIRCH, CEDAR, DOGWOOD, ELM = range(5)
ALL, SMALL = {*range(5)}, {*range(4)}
GAME = co.Game(SIZES, noise=NOISE, spread=1)
DOSES = [cs.Interval(2, 9)] * 2 + [cs.Interval(0, 5)] * 2 + [cs.Interval(1, 6)]
BIRCH_LIES = [DOSES[ASH], cs.Interval(7, 8), *DOSES[2:]]
BRIEF, LONG = [F(1), F(1, 2), F(0)], [F(0), F(1, 2), F(1)]  # what the small clinics and Elm like
LETTERS, PENALTY = [F(1, 3)] * 3, 20
ALONE, BEST = [52, 58, 63, 69, 74], 86  # accuracies


def error(who, *group):
    return GAME.errors({who, *group})[who]


@cache
def stable(concept):
    return [split for split in co.partitions(5) if co.is_stable(GAME, split, concept=concept)]


@lecture("coalitions/a-motivating-example")
def one_split_is_nash_stable():
    assert stable("nash") == stable("individual") == [co.Partition([{ASH, ELM}, {BIRCH, CEDAR, DOGWOOD}])]
    assert stable("core") == []
    return rf"""Ash has {SIZES[ASH]} patient, Birch, Cedar and Dogwood have {SIZES[BIRCH]} each, and Elm has
        Elm has {SIZES[ELM]}, with
        $\mu_e={NOISE}$ and $\sigma^2={GAME.spread}$
        only {WORDS[len(stable("nash"))]} of their {len(list(co.partitions(5)))} partitions is Nash stable: the one
        the one in which Ash is with Elm and the other three are together
        It is also the only individually stable one
        no partition is in the core"""


@lecture("coalitions/what-a-coalition-can-expect")
def elm_gains_only_if_it_mixes():
    mixed = co.optimal_coarse_errors(SIZES, noise=NOISE, spread=1)
    assert mixed[ELM] < error(ELM) < error(ELM, *ALL)
    return rf"""($\mu_e={NOISE}$, $\sigma^2={GAME.spread}$)
        lowers Ash's error from {error(ASH)} to {digits(error(ASH, *ALL), 2)}, and that of each clinic with
        with {SIZES[BIRCH]} patients from {digits(error(BIRCH), 2)} to {digits(error(BIRCH, *ALL), 2)}
        raises Elm's error from {digits(error(ELM), 4)} to {digits(error(ELM, *ALL), 4)}
        Ash expects {digits(mixed[ASH], 2)}, the three expect {digits(mixed[BIRCH], 2)}, and Elm expects
        Elm expects {digits(mixed[ELM], 4)}"""


@lecture("coalitions/small-and-large-players")
def elm_decides_and_leaves():
    def stays(*sizes):
        return co.is_stable(co.Game(sizes, noise=NOISE, spread=1), co.Partition.grand(len(sizes)))

    ratio = F(NOISE, GAME.spread)
    most = max(size for size in range(50, 70) if stays(*SIZES[:4], size))
    assert [i for i in ALL if SIZES[i] > ratio] == [ELM]
    assert stays(*SIZES[:4])
    return f"""the ratio is {ratio}, and only Elm has more patients than that
        It expects {digits(error(ELM, *ALL), 4)} there and {digits(error(ELM), 4)} alone, so it leaves
        With {most} patients instead of {SIZES[ELM]} it would stay"""


@lecture("coalitions/can-the-core-be-empty")
def four_moves_lead_back():
    behind = {BIRCH, CEDAR, DOGWOOD}, {DOGWOOD}, {ASH, BIRCH, CEDAR}
    moves = {ASH, ELM}, {ASH, BIRCH, CEDAR, ELM}, {DOGWOOD, ELM}, SMALL
    before = [(SMALL, {ELM}), *zip(moves, behind, strict=False)]
    for split, who in zip(before, moves, strict=True):
        assert all(error(i, *who) < error(i, *group) for group in split for i in group & who)
    return rf"""Let $\mu_e={NOISE}$ and $\sigma^2={GAME.spread}$
        $e$'s {SIZES[ELM]} records are precious to $a$"""


@lecture("consensus/what-a-client-wants")
def all_accept_some_doses():
    agreed, dose = cs.intersection(DOSES), BIRCH_LIES[BIRCH].low
    assert dose in DOSES[BIRCH]
    assert cs.Trusted(DOSES)(dose) == {CEDAR, DOGWOOD, ELM}
    return f"""Ash and Birch accept {span(DOSES[ASH])} units, Cedar and Dogwood accept {span(DOSES[CEDAR])}, and
        and Elm accepts {span(DOSES[ELM])}. So all five accept {span(agreed)}
        A dose of {tex(dose)} is still acceptable to Birch, but Cedar, Dogwood and Elm refuse it
        return a dose from {span(agreed)}, whatever Birch reports"""


@lecture("consensus/leaving-each-one-out")
def all_but_dogwood_are_suspects():
    told = [*DOSES[:CEDAR], cs.Interval(0, 9), *DOSES[DOGWOOD:]]
    ran = cs.LeaveOneOut(lambda reports: cs.intersection(reports).high)(told, cs.Trusted(DOSES))
    [usual] = {ran.candidates[i] for i in ALL - {DOGWOOD}}
    assert [set(where) for where in ran.failing] == [{CEDAR, DOGWOOD} if i == DOGWOOD else set() for i in ALL]
    assert ran.suspects == ALL - {DOGWOOD}
    return f"""Cedar, which accepts doses from {span(DOSES[CEDAR])} like Dogwood, reports {span(told[CEDAR])}
        The run without Dogwood returns a dose of {tex(ran.candidates[DOGWOOD])}, which Cedar and Dogwood reject
        The other {WORDS[len(ran.passed)]} runs return {tex(usual)}, which suits everybody
        all clinics except Dogwood are suspects"""


@lecture("consensus/one-shot-personalization")
def two_doses_and_neither_suits_everybody():
    output = personalization.fooling_output(BIRCH_LIES, cs.Trusted(DOSES))
    first, second = output.models
    assert redundancy.unguarded_split(DOSES) is not None
    assert [set(cluster) for cluster in output.clusters] == [{ASH, BIRCH}, {CEDAR, DOGWOOD, ELM}]
    assert [set(cs.Trusted(DOSES)(dose)) for dose in output.models] == [{CEDAR, DOGWOOD, ELM}, {ASH, BIRCH}]
    return f"""Ash and Birch accept doses from {span(DOSES[ASH])}, Cedar and Dogwood from {span(DOSES[CEDAR])}, and Elm
        and Elm from {span(DOSES[ELM])}
        If Birch reports {span(BIRCH_LIES[BIRCH])}, a minimal oracle may return the dose {tex(first)} for Ash and Birch
        for Ash and Birch and the dose {tex(second)} for the other {WORDS[len(output.clusters[1])]}
        These {WORDS[len(output.clusters[1])]} reject the dose {tex(first)}, and
        and Ash and Birch reject the dose {tex(second)}"""


@lecture("consensus/fewer-calls")
def two_calls_name_birch():
    oracle = cs.WorldOracle(BIRCH_LIES)
    ran = cs.mechanism_h(oracle, cs.Trusted(DOSES), exact=True)
    assert ran.liars == {BIRCH}
    assert oracle(ALL).witness == {BIRCH, CEDAR}
    assert ran.point == oracle(ALL - {BIRCH}).point
    return f"""need {WORDS[len(ran.calls)]} calls instead of {WORDS[len(cs.LeaveOneOut().groups(5))]}
        Birch accepts doses from {span(DOSES[BIRCH])} but reports {span(BIRCH_LIES[BIRCH])}
        Birch contradicts Cedar, which accepts {span(DOSES[CEDAR])}
        Without Birch it returns the dose ${tex(ran.point)}$"""


@lecture("payments/why-payments")
def both_lies_are_about_medium_letters():
    everybody = [BRIEF] * 4 + [LONG], SIZES, LETTERS
    ash, elm = (pay.best_response_without_payments(*everybody, who=i, penalty=PENALTY) for i in (ASH, ELM))
    assert ash.report.tolist() == [1, 1, 0]  # medium letters exaggerated, and belittled
    assert elm.report.tolist() == [0, 0, 1]
    assert elm.truthful > LONG[1]
    return f"""Ash values brief, medium and long letters at ${tex(*BRIEF)}$, as its three neighbours do
        Elm's {SIZES[ELM]} members value them at ${tex(*LONG)}$
        (KL, penalty {PENALTY}, all three letters equally likely at first)
        Elm gets {digits(elm.truthful, 2)} per member, and a medium letter is worth only ${tex(LONG[1])}$ to it
        So Elm belittles medium letters, and its best lie brings {digits(elm.valuation, 2)}
        Ash gets {digits(ash.truthful, 3)}, exaggerates medium letters and then gets {digits(ash.valuation, 3)}"""


@lecture("payments/the-affine-maximizer")
def elm_pays_and_keeps():
    wishes = pay.Preferences([BRIEF] * 4 + [LONG], sizes=SIZES)
    rule = pay.AffineMaximizer(LETTERS, penalty=PENALTY)

    def elms(report):
        """What the model is worth to Elm, what Elm pays and what is left, in digits that add up."""
        answer = rule(wishes.replace(ELM, reward=report))
        worth, paid = SIZES[ELM] * wishes.valuations(answer.policy)[ELM], answer.payments[ELM]
        found = [digits(value, 2) for value in (worth, paid, worth - paid)]
        assert F(found[0]) - F(found[1]) == F(found[2])
        return found

    (worth, paid, kept), (more, dearer, less) = elms(LONG), elms([0, 0, 1])
    return f"""their letters (KL, penalty {PENALTY}). Brief, medium and long letters are equally likely at first
        Elm's {SIZES[ELM]} members want long ones, the other {WORDS[len(SMALL)]} clinics want brief ones
        everybody likes medium ones half as much
        The model is worth {worth} to Elm, which pays {paid} and keeps {kept}
        If Elm denies that it likes medium letters, it gets {more}, pays {dearer} and keeps {less}
        Ash moves the model little and pays {digits(rule(wishes).payments[ASH], 3)}"""


@lecture("payments/who-chooses-the-models")
def a_copy_on_each_report():
    game = Copies(LETTERS, (sum(SIZES[:4]), SIZES[ELM]), steps=10, penalty=PENALTY, mix="outcomes")
    truth, lie = [BRIEF, LONG], [F(3, 4), F(1), F(0)]
    kept, more = (digits(game.utility(truth, told).mid, 2) for told in (BRIEF, lie))
    fixed, honest = game.table(truth), game.utility(truth, BRIEF, game.table(truth))
    for told, _ in pay.grid_reports(3, levels=4, normalised="max", sizes=[1]):
        assert not game.utility(truth, told, fixed) > honest
    return rf"""(KL, penalty {PENALTY}, all three letters equally likely at first). The {WORDS[game.sizes[0]]} members
        The {WORDS[game.sizes[0]]} members of the four small clinics form one group. Elm's {game.sizes[1]}, who value
        who value brief, medium and long letters at ${tex(*LONG)}$, form the other
        The provider trains a copy on each report and mixes probabilities in tenths
        The first group keeps {kept} after the truth, $({tex(*BRIEF)})$, and {more} after the lie $({tex(*lie)})$
        If the copies are fixed beforehand, no report whose values are multiples of ${tex(F(1, 4))}$ brings a gain"""


def equal_gain(alone):
    [gain] = {a - c for a, c in zip(rw.allocate_continuous(alone, best=BEST, floor=0).levels, alone, strict=True)}
    return gain


@lecture("rewards/one-network-many-widths")
def five_qualities():
    return f"""reach {listed(ALONE)} per cent alone and {BEST} together
        To let everybody gain {equal_gain(ALONE)} points, the server must give them models of
        models of {listed(c + equal_gain(ALONE) for c in ALONE)} per cent"""


@lecture("rewards/rewards-that-follow-contributions")
def elm_causes_the_price():
    without = [equal_gain(ALONE[:i] + ALONE[i + 1 :]) for i in ALL]
    assert {without[i] for i in SMALL} == {equal_gain(ALONE)}
    return f"""Elm, the strongest, causes the price of equal gains
        Without Elm, and with the same best model
        the common gain would be {without[ELM]} points instead of {equal_gain(ALONE)}"""


@lecture("rewards/who-would-contribute-less")
def elm_holds_back():
    rule, less, effort = EqualGains(F(BEST)), [*ALONE[:4], ALONE[DOGWOOD]], F(1, 100)
    move = contribution_deviation(rule, ALONE, range(100), effort=effort)
    assert move.who == {ELM}
    assert move.gains[ELM] == effort * (ALONE[ELM] - less[ELM]) == F(1, 20)
    return f"""In another measurement the clinics reach {listed(ALONE)} per cent alone and {BEST} together
        If Elm contributes {less[ELM]} instead of {ALONE[ELM]}, it still receives {rule(less)[ELM]}
        If each point that it contributes costs an effort worth a hundredth of a point, Elm saves a twentieth of a point
        The other four then gain {equal_gain(less)} points each instead of {equal_gain(ALONE)}"""


@cache
def priced():
    """The federation at one price, in which nobody leaves and the announced sizes and the truth are best."""
    federation = tg.Federation.priced(SIZES, noise=NOISE, spread=1)
    stakes, bills = tg.peer_stakes(federation), federation.bills
    assert tg.blocking_coalition(bills, federation.coalition_costs()) is None
    assert tg.blocking_coalition([*map(float, bills)], federation.coalition_costs(own_sizes=True)) is None
    assert [tg.best_size(federation, i, stakes=stakes) for i in ALL] == SIZES
    assert {stakes.best_report(i, [7] * 5) for i in ALL} == {7}
    return federation, stakes


@lecture("together/one-price")
def elm_would_collect_less():
    federation, stakes = priced()
    alone = [tg.best_size(federation, i) for i in ALL]
    best = [tg.best_size(federation, i, stakes=stakes) for i in ALL]
    ash, elm = federation.lump_sums[ASH], -federation.lump_sums[ELM]
    return rf"""the sizes {listed(SIZES)} are efficient ($\mu_e={NOISE}$, $\sigma^2={GAME.spread}$)
        Without stakes Elm would collect {digits(alone[ELM], 0)} records and Birch {digits(alone[BIRCH], 1)}, while
        while with stakes {best[ELM]} and {best[BIRCH]} are their best sizes
        In lump sums Ash pays {digits(ash, 3)} and Elm receives {digits(elm, 3)}"""


@lecture("together/half")
def only_an_outsider_helps():
    federation, stakes = priced()
    outside = tg.peer_stakes(federation, outsider=True)
    for who in (each for count in range(1, 5) for each in combinations(range(5), count)):
        gains = len(who) > 2 or (len(who) == 2 and ELM not in who)
        assert [stakes.joint_lie(who) is not None, outside.joint_lie(who) is not None] == [gains, False]
    with pytest.raises(ValueError, match="no reward above the sum"):
        tg.pair_stakes(stakes.rewards)
    elm, others = stakes.rewards[ELM], sum(stakes.rewards[:4])
    return f"""{WORDS[len(stable("core"))]} of their {len(list(co.partitions(5)))} splits is in the core
        every pair without Elm gains by lying together, and so do any three or four clinics
        Elm's reward, {digits(elm, 2)}, exceeds the sum of the others' rewards, {digits(others, 2)}.
        But an outsider can"""


@pytest.mark.parametrize("page", LECTURES)
def test_the_lecture_says_what_the_library_computes(page):
    assert unsaid(page, paragraph(page, CHAPTER)) == []


@pytest.mark.parametrize("page", LECTURES)
def test_no_number_of_the_paragraph_changes_unnoticed(page):
    assert [how for how, text in changed(paragraph(page, CHAPTER)) if not unsaid(page, text)] == []


def test_every_core_lecture_is_here():
    parts = tomllib.loads((ROOT / "book" / "parts.toml").read_text(encoding="utf-8"))
    pages = {f"{part}/{page}" for part, of in parts.items() for page, its in of.items() if its["kind"] == "core"}
    assert pages == set(LECTURES)


def test_the_first_chapter_has_the_same_clinics():
    chapter = (ROOT / "notebooks" / "guide" / CHAPTER).read_text(encoding="utf-8").replace('"', "'")
    for given in (f"{NAMES}, {SIZES}", f"noise = {NOISE} ", f"{ALONE}", f"best={BEST}", f"penalty={PENALTY}"):
        assert given in chapter
    for side, copies in ((DOSES[ASH], " * 2"), (DOSES[CEDAR], " * 2"), (DOSES[ELM], "\n")):
        assert f"[cs.Interval({side.low}, {side.high})]{copies}" in chapter
    assert f"accepted[0], cs.Interval({BIRCH_LIES[BIRCH].low}, {BIRCH_LIES[BIRCH].high})" in chapter
    assert "[[1, F(1, 2), 0]] * 4 + [[0, F(1, 2), 1]]" in chapter
