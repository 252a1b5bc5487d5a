"""Questions on models as rewards."""

from fractions import Fraction

import numpy as np

from incentives import rewards as rw
from incentives_book.exercises.drawn.question import Maker, Question, decimal, listed, pick

F = Fraction


def parameters_of_a_slice(rng: np.random.Generator) -> Question:
    inputs, hidden, classes = int(rng.integers(4, 20)), 4 * int(rng.integers(4, 10)), int(rng.integers(3, 11))
    width = F(int(rng.integers(1, 4)), 4)
    kept = int(hidden * width)
    return Question(
        "The price of a slice",
        f"A network has {inputs} inputs, {hidden} hidden units and {classes} classes, with biases. How many parameters "
        f"does its slice of width {width} use, and how many the full network?",
        3,
        f"{(inputs + 1) * kept + (kept + 1) * classes} and {(inputs + 1) * hidden + (hidden + 1) * classes}",
        f"The slice keeps {kept} hidden units: ({inputs} + 1)·{kept} + ({kept} + 1)·{classes}.",
    )


def equal_gains(rng: np.random.Generator) -> Question:
    alone, best = pick(rng, range(40, 80), 4), int(rng.integers(80, 95))
    levels = rw.allocate_continuous(alone, best=best, floor=0).levels
    price = best - F(sum(levels), 4)
    return Question(
        "Equal gains, and their price",
        f"Four clients reach {listed(alone)} per cent alone; the best model has {best}, and every accuracy below is on "
        "offer. What does each receive under equal gains? How much less is that, on average, than the best model for "
        "all?",
        4,
        f"{listed(levels)}; {decimal(price)}",
        f"Everybody gains what the strongest can still gain, {best - alone[-1]}. The price is the strongest "
        f"contribution "
        "minus the mean contribution.",
    )


def holding_back(rng: np.random.Generator) -> Question:
    alone, best = pick(rng, range(40, 80), 4), int(rng.integers(80, 95))
    lower = alone[-2]
    given = rw.allocate_continuous([*alone[:-1], lower], best=best, floor=0).levels[-1]
    return Question(
        "Holding back",
        f"Four clients can reach {listed(alone)} per cent alone, and the best model has {best} whatever they bring. "
        f"The "
        f"rule gives equal gains. What does the strongest client receive if it brings only {lower}? How far may it "
        f"hold "
        "back without receiving less?",
        4,
        f"{given}; down to {lower}",
        "As long as it is among the strongest it receives the best model. Below the second best contribution it loses "
        "one "
        "for one.",
    )


def from_a_menu(rng: np.random.Generator) -> Question:
    while True:  # whoever brings more than the second highest width can be given the highest only
        menu = pick(rng, range(50, 90), 4)
        alone = pick(rng, range(40, menu[-1]), 3)
        found = rw.allocate(alone, menu)
        if len(set(found.levels)) > 1 and len(rw.optimal_allocations(alone, menu)) == 1:
            break
    return Question(
        "A menu of four",
        f"Three clients reach {listed(alone)} per cent alone; the widths on offer reach {listed(menu)}. Nobody may "
        f"receive "
        "less than it brings. The cost is the variance of the gains divided by their mean. Which allocation has the "
        "least "
        "cost?",
        6,
        listed(found.levels),
        "Each client receives the level nearest to its contribution plus a common shift. Go through the shifts at "
        "which a "
        "level changes, and compare the costs.",
    )


def correlated(rng: np.random.Generator) -> Question:
    alone = pick(rng, range(40, 70), 3)
    gain = int(rng.integers(3, 12))
    given = [c + gain for c in alone]
    twisted = [alone[-1] + gain + step for step in range(3)]
    return Question(
        "What a correlation sees",
        f"Three clients bring {listed(alone)}. Rule A gives {listed(given)}, rule B gives {listed(twisted)}. For "
        f"which of "
        "the two is the correlation of contributions and rewards 1? Compute the other one (three decimals).",
        4,
        f"A; B has {rw.pearson([float(c) for c in alone], [float(r) for r in twisted]):.3f}",
        "A adds a constant, and correlations do not see constants. For B use the covariance over the product of the "
        "standard deviations.",
    )


def mean_gain(rng: np.random.Generator) -> Question:
    alone = pick(rng, range(40, 70), 4)
    given = [c + int(rng.integers(-3, 15)) for c in alone]
    gains = [r - c for r, c in zip(given, alone, strict=True)]
    mean = F(sum(gains), 4)
    spread = float(sum((g - mean) ** 2 for g in gains) / 4) ** 0.5
    return Question(
        "Three measures of a rule",
        f"Four clients bring {listed(alone)} and receive {listed(given)}. What is the mean collaboration gain, the "
        f"spread "
        "of the gains (population standard deviation, three decimals), and the share of clients that receive at least "
        "what they bring?",
        4,
        f"{decimal(mean)}; {spread:.3f}; {F(sum(g >= 0 for g in gains), 4)}",
        f"The gains are {listed(gains)}.",
    )


def standard_error(rng: np.random.Generator) -> Question:
    images, right = 50 * int(rng.integers(4, 41)), int(rng.integers(60, 96))
    error = (right / 100 * (1 - right / 100) / images) ** 0.5
    return Question(
        "A measured menu",
        f"A server measures the accuracy of a slice on {images} images and finds {right} per cent. What is one "
        f"standard "
        "error of this number (in percentage points, two decimals)? Two neighbouring slices differ by half a point: "
        "does "
        "the measurement tell them apart?",
        3,
        f"{100 * error:.2f}; no" if 100 * error > 0.25 else f"{100 * error:.2f}; barely",
        f"The square root of 0.{right} · (1 - 0.{right}) / {images}.",
    )


MAKERS: tuple[Maker, ...] = (
    parameters_of_a_slice,
    equal_gains,
    from_a_menu,
    correlated,
    mean_gain,
    holding_back,
    standard_error,
)
