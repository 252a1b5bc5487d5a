"""Statements on paying for truth, as printed, for menus of a few models and for the worlds of the pages."""

from fractions import Fraction
from typing import Any

from incentives import payments as pay
from incentives_book.exercises.statement import Statement
from incentives_book.payments.small_worlds import grid
from incentives_book.payments.who_chooses_the_models.copies import Copies

MOST = 12  # models on a menu
THIRD = [Fraction(1, 3)] * 3
OTHER = [Fraction(0), Fraction(1, 2), Fraction(1)]  # the other group's reward

MODELS = "the models on offer, each (its value to group 1, its value to group 2, what it costs the server)"
SMALLER, LARGER = "the smaller of the two misreports that are compared", "the larger one"


def _mechanism(models: Any) -> Any:
    if not 2 <= len(models) <= MOST or any(len(model) != 3 for model in models):
        raise ValueError(f"there must be 2 to {MOST} models, three numbers each; got {models}")
    rows = [[Fraction(x) for x in model] for model in models]
    return pay.AffineMaximizer(
        models=pay.FiniteModels([row[:2] for row in rows], [row[2] for row in rows], features=True)
    )


def _by_size(models: Any, factor: Any) -> Any:
    return pay.size_curve(_mechanism(models), [[1, 0], [0, 1]], [1, 1], who=0, factors=[Fraction(factor)])


def _by_mixture(models: Any, share: Any) -> Any:
    return pay.mixture_curve(_mechanism(models), [[1, 0], [0, 1]], [1, 1], who=0, other=1, shares=[Fraction(share)])


def _by(misreport: str, models: Any, level: Any) -> Any:
    if misreport not in ("alpha", "beta"):
        raise ValueError(f'misreport must be "alpha" or "beta"; got {misreport!r}')
    return (_by_size if misreport == "alpha" else _by_mixture)(models, level)


DIVERGENCES = {"TV": pay.TotalVariation(), "chi-squared": pay.ChiSquared()}


def _models(low: Any, penalty: Any, divergence: str) -> list[Any]:
    """The model after the truth (1, low, low), then after every report of zeros and ones.

    Where all models are interior, these reports decide for all others. Under chi-squared an interior model and its
    worth are
    linear in the report, and every report lies on a face of the cube whose corners are zeros and ones. Total variation
    takes
    all of the probability of an outcome, or none, from those whose total lies far enough below the largest; if the
    corners, where totals are furthest apart, take none, then no report moves the model.
    """
    if divergence not in DIVERGENCES:
        raise ValueError(f"divergence must be one of {', '.join(DIVERGENCES)}; got {divergence!r}")
    low = Fraction(low)
    told = [[Fraction(1), low, low], *grid("max", levels=1)]
    totals = [[a + b for a, b in zip(report, OTHER, strict=True)] for report in told]
    return list(pay.best_policy(totals, THIRD, penalty=Fraction(penalty), divergence=DIVERGENCES[divergence]))


def _is_interior(low: Any, penalty: Any, divergence: str) -> bool:
    return all(p > 0 for model in _models(low, penalty, divergence) for p in model)


def _some_report_gains(low: Any, penalty: Any, divergence: str) -> bool:
    worth = [m[0] + Fraction(low) * (m[1] + m[2]) for m in _models(low, penalty, divergence)]
    return max(worth) > worth[0]


def _truth_is_best(truth: Any, rival: Any, told: Any, sizes: Any) -> bool:
    game = Copies(THIRD, tuple(sizes), steps=10, mix="words")
    return not game.utility((truth, rival), told) > game.utility((truth, rival), truth)


def _is_legal(truth: Any, rival: Any, told: Any, sizes: Any) -> bool:
    if len(sizes) != 2 or any(len(row) != 3 for row in (truth, rival, told)):
        raise ValueError("there are three sentences and two groups")
    return all(max(row) == 1 and min(row) >= 0 for row in (truth, rival, told)) and min(sizes) >= 1


def _some_size_gains(models: Any) -> bool:
    # As the factor grows the model with the largest own value wins, so a larger size gains exactly if that is another
    # value.
    return max(Fraction(model[0]) for model in models) > _by_size(models, 1).valuations[0]


SHARE_RISES = {
    "the share of its own reward in what group 1 reports rises, within 0 and 1": lambda models, smaller, larger: (
        0 <= smaller < larger <= 1
    )
}

THEOREM_3_2_MISREPORT = Statement(
    "payments/theorem-3-2-misreport",
    {
        "low": "what group 1 gets from answers 2 and 3, where answer 1 gives it 1 and group 2 gets 0, 1/2, 1",
        "penalty": "the weight of the divergence from three equally likely answers",
        "divergence": '"TV", total variation, or "chi-squared"',
    },
    'low=1/2, penalty=3, divergence="chi-squared"',
    {
        "group 1's reward takes two values, the least one positive": lambda low, **_: 0 < low < 1,
        "all models are interior, whatever it reports": _is_interior,
    },
    "some report gives group 1 a better model than the truth",
    _some_report_gains,
    'low=1/2, penalty=3, divergence="TV"',
)

C_HYBRID_SET = Statement(
    "payments/prose-c-hybrid-set",
    {
        "truth": "what the three sentences are worth to group 1, the largest 1",
        "rival": "what they are worth to group 2, the largest 1",
        "told": "what group 1 reports, the largest 1",
        "sizes": (
            "of the two groups; one copy is trained on each report and eleven mixtures of their next words are on offer"
        ),
    },
    "truth=(1, 1, 0), rival=(1, 0, 1), told=(1, 0, 1), sizes=(5, 5)",
    {"rewards lie between 0 and 1, the largest is 1, and sizes are at least 1": _is_legal},
    "group 1 does not gain by its report, with the payments of the mechanism",
    _truth_is_best,
    "truth=(1, 1, 0), rival=(1, 0, 1), told=(1, 1/2, 1/2), sizes=(5, 5)",
)

C_ALPHA_PAYMENT = Statement(
    "payments/prose-c-alpha-payment",
    {"models": MODELS, "smaller": SMALLER, "larger": LARGER},
    "models=((0, 0, 0), (1, -2, 0)), smaller=1, larger=3",
    {"group 1 multiplies its size by more, from 1 upwards": lambda models, smaller, larger: 1 <= smaller < larger},
    "it pays more, strictly (that it never pays less is true)",
    lambda models, smaller, larger: _by_size(models, smaller).payments[0] < _by_size(models, larger).payments[0],
    "models=((0, 0, 0), (1, 0, 10)), smaller=1, larger=2",
)

C_BETA_VALUATION = Statement(
    "payments/prose-c-beta-valuation",
    {"models": MODELS, "smaller": SMALLER, "larger": LARGER},
    "models=((0, 0, 1/2), (1, -1, 0)), smaller=0, larger=1",
    SHARE_RISES,
    "the model is worth at least as much to it",
    lambda models, smaller, larger: (
        _by_mixture(models, smaller).valuations[0] <= _by_mixture(models, larger).valuations[0]
    ),
    "models=((1, 1, 81/50), (2/5, 0, 0)), smaller=9/10, larger=1",
)

C_BETA_PAYMENT = Statement(
    "payments/prose-c-beta-payment",
    {"models": MODELS, "smaller": SMALLER, "larger": LARGER},
    "models=((0, 0, 1/2), (1, -1, 0)), smaller=0, larger=1",
    SHARE_RISES,
    "it pays at least as much",
    lambda models, smaller, larger: _by_mixture(models, smaller).payments[0] <= _by_mixture(models, larger).payments[0],
    "models=((0, 0, 0), (0, 1, 3/2)), smaller=0, larger=1",
)

C_INFLUENCE = Statement(
    "payments/prose-c-influence",
    {
        "models": MODELS,
        "misreport": '"alpha", its size is multiplied, or "beta", the share of its own reward',
        "smaller": SMALLER,
        "larger": LARGER,
    },
    'models=((0, 0, 0), (1, -2, 0)), misreport="alpha", smaller=1, larger=3',
    {"group 1 misreports more, by a positive number": lambda smaller, larger, **_: 0 < smaller < larger},
    "it gets a model that it prefers, strictly",
    lambda models, misreport, smaller, larger: (
        _by(misreport, models, smaller).valuations[0] < _by(misreport, models, larger).valuations[0]
    ),
    'models=((1, 1, 81/50), (2/5, 0, 0)), misreport="beta", smaller=9/10, larger=1',
)

C_SIZE_WITHOUT_PAYMENTS = Statement(
    "payments/prose-c-size-without-payments",
    {"models": MODELS},
    "models=((1, 0, 0), (0, 2, 0))",
    {"there is a choice between models": lambda models: len(set(models)) > 1},
    "without payments group 1 gains by some larger size than its own",
    _some_size_gains,
    "models=((1, 1, 0), (0, 0, 1))",
)

STATEMENTS = (
    THEOREM_3_2_MISREPORT,
    C_HYBRID_SET,
    C_ALPHA_PAYMENT,
    C_BETA_VALUATION,
    C_BETA_PAYMENT,
    C_INFLUENCE,
    C_SIZE_WITHOUT_PAYMENTS,
)
