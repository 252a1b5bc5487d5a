"""Wrong versions of the formulas that the executed pages prove are refused."""

from pathlib import Path

import pytest

from claimbook.mutation.command import mutate_records, records_by_claim

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted((ROOT / "notebooks").glob("*/*.md"))
PER_CLAIM = 4  # wrong formulas per claim; `make mutation` tries many more
PROOFS = 12  # checks of a page in one test: a long page in a single one would bound a parallel run


def shares(page):
    """The page, how many tests share its claims, and which of them each is."""
    text = page.read_text(encoding="utf-8")
    of = 1 + (text.count(".identity(") + text.count(".sign(")) // PROOFS
    return [pytest.param(page, own, of, id=f"{page.stem}-{own + 1}-of-{of}") for own in range(of)]


@pytest.mark.parametrize(("page", "own", "of"), [case for page in PAGES for case in shares(page)])
def test_wrong_formulas_of_the_executed_pages_are_refused(page, own, of):
    executed = ROOT / "_build" / "executed" / page.parent.name / f"{page.stem}.ipynb"
    assert executed.exists(), "`make test` executes the notebooks first"
    claims = sorted(records_by_claim([executed]))[own::of]
    tallies = mutate_records([executed], PER_CLAIM, seed=1, claims=claims)
    assert sorted(tallies) == claims
    assert {claim: tally.survivors for claim, tally in tallies.items() if tally.survivors} == {}
