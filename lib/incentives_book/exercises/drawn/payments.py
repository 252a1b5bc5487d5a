"""Questions on payments for fine-tuning."""

from fractions import Fraction

import numpy as np

from incentives_book.exercises.drawn.question import Maker, Question, decimal, listed

F = Fraction


def chosen(worth: dict[str, list[Fraction]], without: int | None = None) -> tuple[str, Fraction]:
    """The model with the largest total worth to all groups, or to all but one, and that total."""
    totals = {name: sum(v for i, v in enumerate(row) if i != without) for name, row in worth.items()}
    best = max(totals, key=lambda name: totals[name])
    return best, Fraction(totals[best])


def table(worth: dict[str, list[Fraction]]) -> str:
    return "; ".join(f"{name}: {listed(row)}" for name, row in worth.items())


def drawn_table(rng: np.random.Generator) -> dict[str, list[Fraction]]:
    """The worth of three models to three groups, without ties among the totals, also when a group is left out."""
    while True:
        worth = {name: [F(int(v)) for v in rng.integers(0, 10, 3)] for name in "ABC"}
        totals = [[sum(row) - (row[i] if i < 3 else 0) for row in worth.values()] for i in range(4)]
        if all(len(set(each)) == 3 for each in totals):
            return worth


def vcg(rng: np.random.Generator) -> Question:
    worth = drawn_table(rng)
    best, _ = chosen(worth)
    paid = [chosen(worth, i)[1] - sum(v for j, v in enumerate(worth[best]) if j != i) for i in range(3)]
    return Question(
        "What presence costs the others",
        f"Three groups value three models as follows ({table(worth)}; one number for each group). Which model has the "
        "largest total, and what does each group pay if it pays what its presence costs the others?",
        5,
        f"model {best}; payments {listed(paid)}",
        "For each group: the largest total of the other two over all models, minus their total at the chosen model.",
    )


def regrets(rng: np.random.Generator) -> Question:
    worth = drawn_table(rng)
    best, _ = chosen(worth)
    who = int(rng.integers(0, 3))
    others = chosen(worth, who)[1] - sum(v for j, v in enumerate(worth[best]) if j != who)
    return Question(
        "Does anybody regret taking part?",
        f"Three groups, numbered 0, 1 and 2, value three models as follows ({table(worth)}; one number for each "
        f"group). Each pays what its presence costs the others. What is left to group {who} after paying? Could it "
        "have been less than nothing?",
        4,
        f"{worth[best][who] - others}; no",
        "What is left is the largest total of all, minus the largest total of the others. Values are not negative, so "
        "the "
        "first is at least the second.",
    )


def chi_squared(rng: np.random.Generator) -> Question:
    rewards = [F(1), F(int(rng.integers(1, 4)), 4), F(0)]
    penalty = F(int(rng.integers(2, 5)))
    mean = sum(rewards) / 3
    policy = [F(1, 3) * (1 + (r - mean) / (2 * penalty)) for r in rewards]
    return Question(
        "Training by a formula",
        f"One group rewards three answers with {listed(rewards)}. The initial model gives each a third. Training "
        f"maximises "
        f"the expected reward minus {penalty} times the chi-squared divergence, the sum of (p - q)²/q. Which model "
        f"results?",
        5,
        listed(decimal(p) for p in policy),
        "Where no probability vanishes, p = q (1 + (R - mean of R under q)/(2 λ)).",
    )


def stretched(rng: np.random.Generator) -> Question:
    least = F(int(rng.integers(1, 4)), 5)
    middle = least + (1 - least) * F(int(rng.integers(1, 4)), 4)
    rewards = [F(1), middle, least]
    report = [(r - least) / (1 - least) for r in rewards]
    return Question(
        "The lie that never hurts",
        f"A group values three answers at {listed(rewards)}; reports are scaled so that the largest reward is 1. What "
        f"is "
        "its stretched report, and by which factor are differences multiplied?",
        3,
        f"{listed(report)}; factor {1 / (1 - least)}",
        "Subtract the least reward everywhere, then divide by one minus the least reward.",
    )


def in_disguise(rng: np.random.Generator) -> Question:
    least, size = F(int(rng.integers(1, 5)), 6), int(rng.integers(1, 5)) * 6
    return Question(
        "A size in disguise",
        f"A group of {size} members reports the stretched form of rewards whose least value is {least} and whose "
        f"largest "
        "is 1. Which size, with the true rewards, would have moved the model as far?",
        3,
        str(F(size) / (1 - least)),
        "Constants do not matter in training, so only size times factor counts: the factor is one over one minus the "
        "least reward.",
    )


def missed(rng: np.random.Generator) -> Question:
    worth = drawn_table(rng)
    best, total = chosen(worth)
    second = sorted(worth, key=lambda name: sum(worth[name]))[-2]
    return Question(
        "What a failed training is worth to a liar",
        f"Three groups value three models as follows ({table(worth)}; one number for each group). Training stops at "
        f"model {second} although {best} is in the set. The set is fixed and payments are what presence costs the "
        "others. How much can a lie gain at most?",
        3,
        str(total - sum(worth[second])),
        "At most what training misses: the difference of the two totals.",
    )


def equal_price(rng: np.random.Generator) -> Question:
    weight = int(rng.integers(1, 12))
    return Question(
        "A payment as a divergence",
        f"Under the KL penalty with weight {weight}, the model without group 1 is 1/2, 1/2 on two answers, and with "
        f"it 3/4, 1/4. "
        "The payment of group 1 is the weight times the divergence of the model with the group from the model without "
        "it. "
        "How large is it (natural logarithms, three decimals)?",
        4,
        decimal(weight * (0.75 * float(np.log(1.5)) + 0.25 * float(np.log(0.5)))),
        f"{weight} (3/4 log(3/2) + 1/4 log(1/2)).",
    )


MAKERS: tuple[Maker, ...] = (stretched, in_disguise, chi_squared, vcg, regrets, equal_price, missed)
