"""The interactive figures: each computes by itself what it shows, and must agree with the library."""

from fractions import Fraction

import numpy as np
import pytest
from interactive import FIGURES
from pairing import ROOT
from test_site import FLAGS, chromium

from incentives import coalitions as co, consensus as cs, rewards as rw
from incentives.consensus import personalization
from incentives_book.payments.who_chooses_the_models.copies import Copies, rounded

pytestmark = pytest.mark.browser

SCRIPTS = ROOT / "book" / "_static" / "interactive"
EVERYTHING = list(dict.fromkeys(["start", *(script for scripts in FIGURES.values() for script in scripts)]))


@pytest.fixture(scope="module")
def scripts():
    """An empty page with all scripts; `scripts(expression, case)` is what the expression makes of one case."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = launched.new_page()
        for name in EVERYTHING:
            page.add_script_tag(path=SCRIPTS / f"{name}.js")
        yield page
        launched.close()


def some(seed):
    return np.random.default_rng(seed)


def test_the_scripts_are_those_of_the_figures():
    assert {path.stem for path in SCRIPTS.glob("*.js")} == set(EVERYTHING)
    assert sum(path.stat().st_size for path in SCRIPTS.glob("*")) < 40_000


def test_who_leaves_is_what_the_library_finds(scripts):
    chance, seen = some(0), {True: 0, False: 0}
    for _ in range(120):
        players = int(chance.integers(2, 6))
        sizes = (
            chance.integers(1, 12, players).tolist()
            if chance.random() < 0.5
            else chance.integers(1, 99, players).tolist()
        )
        noise = Fraction(int(chance.integers(1, 120)), 2)
        game = co.Game(sizes, noise=noise, spread=1)
        splits = scripts.evaluate("count => Interactive.models.clinics.partitions(count)", players)
        split = splits[int(chance.integers(len(splits)))]
        found = scripts.evaluate(
            "([sizes, noise, split]) => Interactive.models.clinics.blocking(sizes, noise, split)",
            [sizes, [noise.numerator, noise.denominator], split],
        )
        expected = [sorted(block) for block in co.blocking_coalitions(game, co.Partition(split))]
        assert found == expected
        seen[bool(expected)] += 1
    assert min(seen.values()) > 10  # both answers occur


def test_ties_between_clinics_are_exact(scripts):
    """Two clinics with n records each are indifferent at noise n: the strict inequality decides, and floats would not."""
    for n in (3, 7, 49):
        case = [[n, n], [n, 1], [[0], [1]]]
        assert scripts.evaluate("c => Interactive.models.clinics.blocking(...c)", case) == []
        case[1] = [10**9 * n + 1, 10**9]
        assert scripts.evaluate("c => Interactive.models.clinics.blocking(...c)", case) == [[0, 1]]


def test_the_splits_are_all_partitions(scripts):
    for players, bell in ((1, 1), (2, 2), (3, 5), (4, 15), (5, 52)):
        splits = scripts.evaluate("count => Interactive.models.clinics.partitions(count)", players)
        assert len({co.Partition(split) for split in splits}) == len(splits) == bell


def test_a_spoiled_one_shot_is_one_that_the_library_finds(scripts):
    chance, seen = some(1), {True: 0, False: 0}

    def interval():
        return sorted(chance.integers(-6, 7, 2).tolist())

    while min(seen.values()) < 40:
        clients = int(chance.integers(2, 5))
        truths = [interval() for _ in range(clients)]
        reports = [*truths[:-1], interval()]
        agreed = cs.intersection([cs.Interval(*t) for t in truths])
        if agreed is None:
            continue
        outputs = cs.minimal_outputs([cs.Interval(*r) for r in reports], models=personalization.corner_models)
        expected = any(not any(model in agreed for model in output.models) for output in outputs)
        found = scripts.evaluate("([t, r]) => Interactive.models.line.spoiled(t, r)", [truths, reports])
        assert (found is not None) == expected
        for block, model in found or []:
            assert all(reports[m][0] <= model <= reports[m][1] for m in block)
            assert model not in agreed
        seen[expected] += 1


def test_what_a_report_brings_is_what_the_exact_copies_say(scripts):
    chance, third = some(2), [Fraction(1, 3)] * 3

    def reward():
        return [Fraction(int(k), 20) for k in chance.integers(0, 21, 3)]

    for _ in range(25):
        truth, told, sizes = [reward(), reward()], reward(), chance.integers(1, 4, 2).tolist()
        game = Copies(third, sizes, steps=10)
        floats = [[list(map(float, r)) for r in truth], list(map(float, told)), sizes]
        for menu, table in (("[t[0], t[1]]", truth), ("[told, t[1]]", [told, truth[1]])):
            found = scripts.evaluate(
                f"([t, told, w]) => Interactive.models.reports.answer(t, told, w, Interactive.models.reports.table({menu}, w))",
                floats,
            )
            models = game.table(table)
            answer = game([told, truth[1]], models)
            assert found["policy"] == pytest.approx([rounded(p, 12) for p in answer.policy], abs=1e-9)
            assert found["payment"] == pytest.approx(rounded(answer.payment, 12), abs=1e-9)
            assert found["utility"] == pytest.approx(rounded(game.utility(truth, told, models), 12), abs=1e-9)


def test_levels_given_are_an_optimal_allocation(scripts):
    chance, cost = some(3), rw.Cost("ratio", epsilon=1)
    for _ in range(80):
        menu = [*sorted(set(chance.integers(1, 20, 3).tolist())), 25]
        brings = chance.integers(0, 25, int(chance.integers(1, 5))).tolist()
        found = scripts.evaluate(
            "([c, m]) => Interactive.models.contribution.allocate(c, m, 1)", [brings, menu]
        )
        best = [each.levels for each in rw.optimal_allocations(brings, menu, cost=cost)]
        assert tuple(found) in [tuple(map(int, levels)) for levels in best]
        assert sum(found) == max(map(sum, best))


def test_less_pays_only_where_the_library_agrees(scripts):
    chance, cost, seen = some(4), rw.Cost("ratio", epsilon=1), {True: 0, False: 0}
    menu = [60, 70, 95]
    for _ in range(60):
        brings = chance.integers(20, 90, 2).tolist()
        who = int(chance.integers(2))

        def level(own, brings=brings, who=who):
            others = [*brings[:who], own, *brings[who + 1 :]]
            return int(rw.allocate(others, menu, cost=cost).levels[who])

        found = scripts.evaluate(
            "c => Interactive.models.contribution.lessPays(...c)", [brings, menu, 1, who, 1, 0]
        )
        best = max(map(level, range(brings[who] + 1)))
        seen[best > level(brings[who])] += 1
        assert (found is not None) == (best > level(brings[who]))
        if found:
            assert found["level"] == best == level(found["value"])
    assert min(seen.values()) > 5


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_answers_to_keys_and_says_so(scripts, name):
    said = scripts.evaluate(
        """name => {
          const room = document.createElement('div');
          document.body.append(room);
          Interactive.figures[name](room);
          const words = room.querySelector('.interactive-words'), before = words.textContent;
          const slider = room.querySelector('input[type=range]'), button = room.querySelector('button');
          if (button) button.click();
          else { slider.value = slider.max; slider.dispatchEvent(new Event('input')); }
          const named = [...room.querySelectorAll('input')].every(i => i.labels.length === 1 && i.getAttribute('aria-valuetext'));
          return {before, after: words.textContent, named, live: words.getAttribute('aria-live'), label: room.querySelector('svg').getAttribute('aria-label')};
        }""",
        name,
    )
    assert said["before"]
    assert said["after"] not in ("", said["before"])
    assert said["named"]
    assert said["label"]
    assert said["live"] == "polite"


def test_the_circle_of_five_never_ends(scripts):
    """Whoever presses leave, from whatever split: there is always somebody who would."""
    count = scripts.evaluate(
        """() => {
          const { partitions, blocking } = Interactive.models.clinics;
          return partitions(5).filter(split => blocking([1, 3, 3, 3, 62], [22, 2], split).length).length;
        }"""
    )
    assert count == 52
