"""The test of a module stands where the module's name says: of `lib/<package>/<part>/x.py` it is
`tests/<part>/test_x.py`.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LIB = ROOT / "lib"

# Modules that another module's test covers, and why they have no test of their own. Folders are those of `lib`.
ELSEWHERE = {
    "one idea in several modules, tested where it is used": {
        "incentives/coalitions/search_rules.py": "coalitions/test_search.py",
        "incentives/methods/compared_methods.py": "methods/test_comparison.py",
        "incentives/methods/comparing.py": "methods/test_comparison.py",
        "incentives/methods/own_federation.py": "methods/test_comparison.py",
        "incentives/methods/own_network.py": "methods/test_comparison.py",
        "incentives/methods/shared_training.py": "methods/test_comparison.py",
        "incentives/consensus/client_set.py": "consensus/test_sets.py",
        "claimbook/coq.py": "kit/test_kernel.py",
        "claimbook/coq_signs.py": "kit/test_kernel.py",
        "claimbook/checked.py": "kit/test_theorems.py",
        "claimbook/proof_files.py": "kit/test_theorems.py",
        "incentives_book/coalitions/mixing.py": "coalitions/test_errors.py",
        "incentives_book/payments/repair_worlds.py": "payments/test_repairs_on_trained_models.py",
        "incentives_book/payments/who_chooses_the_models/unpayable_reports.py": "payments/test_copies.py",
        "incentives_book/rewards/local_sgd_runs.py": "rewards/test_local_sgd.py",
        "incentives_book/rewards/what_a_narrow_network_keeps/layers.py": "rewards/test_slicing.py",
        "incentives_book/study/kinds.py": "study/test_study_file.py",
    },
    "the pages of the site that are made from rows, asked together": {
        f"claimbook/site/{name}.py": "kit/site/test_claims_pages.py"
        for name in ("claim_graph", "claim_roles", "claim_words")
    }
    | {
        "claimbook/site/kernel_theorems.py": "kit/test_theorems.py",
        "claimbook/site/questions.py": "book/test_questions.py",
        "claimbook/definitions.py": "study/test_code_digest.py",
        "claimbook/opened.py": "kit/test_book.py",
    },
    "answers that can be checked, each part's exercises by the same questions": {
        f"incentives_book/exercises/{name}.py": "exercises/test_exercises.py"
        for name in (
            "__init__",
            *(f"coalitions/{theme}" for theme in ("errors", "stability", "two_sizes", "weights")),
            *(f"consensus/{theme}" for theme in ("calls", "outputs", "redundancy")),
            *(f"payments/{theme}" for theme in ("bills", "lies", "training")),
            *(f"rewards/{theme}" for theme in ("allocations", "training", "walks")),
            "exercise",
            "together",
        )
    },
    "statements and what judges a witness against them, all of them by the same questions": {
        f"incentives_book/exercises/{name}.py": "exercises/test_counterexamples.py"
        for name in (
            "statement",
            "witness",
            *(f"refutations/{part}" for part in ("__init__", "coalitions", "consensus", "payments", "rewards")),
        )
    },
    "exercises whose numbers are drawn, all of them by the same questions": {
        f"incentives_book/exercises/drawn/{name}.py": "exercises/test_drawn.py"
        for name in ("__init__", "coalitions", "consensus", "payments", "question", "rewards", "together")
    },
    "what a page needs that is opened elsewhere, asked of all pages": {
        "incentives_book/parameters.py": "book/test_elsewhere.py",
    },
    "engines that must agree are tested by one contract": {
        "incentives/learning/sequential_engine.py": "learning/test_local_update.py",
        "incentives/learning/stacked_engine.py": "learning/test_local_update.py",
        "incentives/learning/slim_masks.py": "learning/test_slimmable.py",
        "incentives/learning/slim_networks.py": "learning/test_slimmable.py",
    },
    "drawings of a page, looked at with what they draw": {
        "incentives_book/coalitions/can_the_core_be_empty/pictures.py": "coalitions/test_can_the_core_be_empty.py",
    },
    "drawn on their page only: no test looks at the axes yet, beside it stands the test of the numbers": {
        "incentives_book/consensus/how_much_redundancy/archetype_figures.py": "consensus/test_archetype_counts.py",
        "incentives_book/payments/who_chooses_the_models/copies_figures.py": "payments/test_copies.py",
    },
}


def public(module):
    """The functions and classes that a module offers."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.ClassDef)
    return [node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]


def places(module):
    """Where the test of a module may stand: a page's folder inside a part has none of its own."""
    package, *folders = module.relative_to(LIB).parts[:-1]
    folders = ["kit", *folders] if package == "claimbook" else folders  # its own name would hide it
    name = f"test_{module.stem.strip('_')}.py"
    return {ROOT.joinpath("tests", *folders, name), ROOT.joinpath("tests", *folders[:1], name)}


MODULES = [
    module
    for package in ("claimbook", "incentives", "incentives_book")
    for module in sorted((LIB / package).rglob("*.py"))
    if public(module)
]
LISTED = {module: test for modules in ELSEWHERE.values() for module, test in modules.items()}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(LIB).as_posix())
def test_a_module_has_its_test_where_its_name_says(module):
    here = [place for place in places(module) if place.exists()]
    listed = LISTED.get(module.relative_to(LIB).as_posix())
    assert bool(here) != bool(listed), "either a test of this name, or a line in ELSEWHERE; not both"
    for test in here:
        # A namesake in another folder of `lib` must not stand in.
        text = test.read_text(encoding="utf-8")
        names = [module.stem, module.parent.name, *public(module)]
        assert any(name in text for name in names), f"{test.name} names nothing of this module"


def test_the_list_names_what_exists():
    assert [module for module in LISTED if not (LIB / module).exists()] == []
    assert [test for test in LISTED.values() if not (ROOT / "tests" / test).exists()] == []
