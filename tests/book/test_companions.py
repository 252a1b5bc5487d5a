"""A companion carries the name of a page that reaches it, as its own or its folder's: it is found from one word."""

from functools import cache
from pathlib import Path

import pytest
from pairing import read
from reach import closure

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT / "lib" / "incentives_book"
PARTS = ("coalitions", "consensus", "payments", "rewards", "together")
# Named for what they hold, because several pages share them. Nothing is added here that one page alone reaches.
SHARED = {
    "coalitions/drawings.py",
    "coalitions/mixing.py",
    "coalitions/moments.py",
    "coalitions/simulation.py",
    "coalitions/small_worlds.py",
    "consensus/adversaries.py",
    "consensus/call_figures.py",
    "consensus/call_games.py",
    "consensus/call_runs.py",
    "consensus/depth_worlds.py",
    "consensus/drawing.py",
    "consensus/nerves.py",
    "consensus/reason_figures.py",
    "consensus/types_of_points.py",
    "payments/by_definition.py",
    "payments/drawing.py",
    "payments/revenue.py",
    "payments/small_languages.py",
    "payments/small_worlds.py",
    "rewards/local_sgd.py",
    "rewards/local_sgd_figures.py",
    "rewards/local_sgd_runs.py",
    "rewards/practice_figures.py",
    "rewards/practice_tables.py",
}
# Under another name than that of the pages that reach them: left from pages that were divided. This only shrinks.
ELSEWHERE = {
    "coalitions/can_the_core_be_empty/three_players.py",
    "coalitions/can_the_core_be_empty/ties.py",
    "coalitions/prices.py",
    "consensus/fewer_calls.py",
    "consensus/leaving_each_one_out/quadratic_slack.py",
    "consensus/one_shot_personalization/repairs.py",
    "consensus/venn.py",
    "payments/noisy_rewards/sampled_valuations.py",
    "payments/repair_worlds.py",
    "payments/who_chooses_the_models/unpayable_reports.py",
    "rewards/annealing_figures.py",
}


@cache
def pages_of():
    """The names of the pages that reach each file."""
    found = {}
    for page in sorted((ROOT / "notebooks").glob("*/*.md")):
        code = "\n".join(cell.source for cell in read(page).cells if cell.cell_type == "code")
        for path, _ in closure(code, ROOT, page.parent):
            found.setdefault(path, set()).add(page.stem.replace("-", "_"))
    return found


COMPANIONS = [path for part in PARTS for path in sorted((BOOK / part).rglob("*.py")) if path.stem != "__init__"]


@pytest.mark.parametrize("path", COMPANIONS, ids=lambda path: path.relative_to(BOOK).as_posix())
def test_a_companion_carries_the_name_of_a_page_that_reaches_it(path):
    pages, names = pages_of().get(path, set()), {*path.relative_to(BOOK).with_suffix("").parts[1:]}
    name = path.relative_to(BOOK).as_posix()
    if name in SHARED | ELSEWHERE:
        assert not names & pages, f"take {name} out of the list: it carries the name of its page"
        assert len(pages) >= 2 or name in ELSEWHERE, f"call {name} after its one page, {', '.join(pages) or 'none'}"
    else:
        told = ", ".join(sorted(pages)) or "it has none, and goes"
        assert names & pages, f"call {name}, or its folder, after one of its pages: {told}"


def test_the_lists_name_what_exists():
    assert [name for name in SHARED | ELSEWHERE if not (BOOK / name).is_file()] == []
