"""Questions on one federation whose members can lie, collect less, or copy."""

from fractions import Fraction

import numpy as np

from incentives import together as tg
from incentives_book.exercises.drawn.question import Maker, Question, decimal, listed, pick

F = Fraction
NAMES = "abc"
WORLD = (
    "Three members a, b and c have {sizes} records. The noise of a record is {noise}, the spread of the means is 1, "
    "and everybody uses the mixture of reports that is best for it."
)


def drawn_federation(rng: np.random.Generator) -> tg.Federation:
    """Three members of different sizes, for whom the sizes are efficient."""
    return tg.Federation.priced(pick(rng, (1, 2, 5, 10, 15, 20, 30), 3), noise=int(rng.integers(1, 4)) * 10, spread=1)


def world(federation: tg.Federation) -> str:
    return WORLD.format(sizes=listed(federation.sizes), noise=federation.noise)


def pair(rng: np.random.Generator) -> tuple[int, int]:
    """Two different members."""
    first, second = rng.permutation(3)[:2]
    return int(first), int(second)


def harm_of_a_lie(rng: np.random.Generator) -> Question:
    federation, (user, liar) = drawn_federation(rng), pair(rng)
    shift = int(rng.integers(2, 6))
    weight = federation.weights[user][liar]
    return Question(
        "The harm of a lie",
        f"{world(federation)} Which weight does {NAMES[user]} give to the report of {NAMES[liar]}, and by how much "
        f"does its expected squared error grow if {NAMES[liar]} shifts that report by {shift}?",
        5,
        f"weight {decimal(weight)}; {decimal(weight**2 * shift**2)}",
        "A report has the variance V = spread + noise/size. The weight is noise over the user's size, times 1/V of the "
        "user and 1/V of the other, over the sum of all three 1/V. The harm is the square of weight times shift.",
    )


def price_of_a_record(rng: np.random.Generator) -> Question:
    federation, (user, owner) = drawn_federation(rng), pair(rng)
    weight = federation.weights[user][owner]
    return Question(
        "What a record is worth to somebody else",
        f"{world(federation)} {NAMES[user]} gives the report of {NAMES[owner]} the weight {weight}. What would "
        f"{NAMES[user]} pay for a little more of the records of {NAMES[owner]}, reckoned for one record?",
        3,
        decimal(federation.prices[user][owner]),
        "The Lindahl price is the square of the weight, times the noise, over the square of the owner's size.",
    )


def stakes_paid(rng: np.random.Generator) -> Question:
    federation, who = drawn_federation(rng), int(rng.integers(0, 3))
    reports = [F(int(number)) for number in rng.permutation(9)[:3]]
    left, right = (other for other in range(3) if other != who)
    squares = [federation.weights[user][who] ** 2 for user in (left, right)]
    gaps = [(reports[who] - reports[other]) ** 2 for other in (right, left)]
    paid = sum(square * gap for square, gap in zip(squares, gaps, strict=True))
    return Question(
        "Two stakes",
        f"The report of {NAMES[who]} has the weight {federation.weights[left][who]} in the model of {NAMES[left]} and "
        f"the weight {federation.weights[right][who]} in that of {NAMES[right]}. The three members report "
        f"{listed(reports)}. What does {NAMES[who]} pay to the two others together, before the constants are taken "
        "off?",
        4,
        decimal(paid),
        f"A stake is the square of the weight. The one towards {NAMES[left]} is measured against the report of "
        f"{NAMES[right]}, the one towards {NAMES[right]} against that of {NAMES[left]}: {listed(squares)} times "
        f"{listed(gaps)}.",
    )


def copied_report(rng: np.random.Generator) -> Question:
    federation, who = drawn_federation(rng), int(rng.integers(0, 3))
    reports = [F(int(number)) for number in rng.permutation(9)[:3]]
    left, right = (other for other in range(3) if other != who)
    return Question(
        "Copying instead of collecting",
        f"The report of {NAMES[who]} has the weight {federation.weights[left][who]} in the model of {NAMES[left]} and "
        f"the weight {federation.weights[right][who]} in that of {NAMES[right]}. {NAMES[who]} has collected nothing. "
        f"Before it reports, it sees that {NAMES[left]} reports {reports[left]} and {NAMES[right]} reports "
        f"{reports[right]}. With which report does it pay least?",
        4,
        decimal(tg.peer_stakes(federation).best_report(who, reports)),
        f"The stake towards {NAMES[left]} pulls to the report of {NAMES[right]}, and the other way round. The best "
        "report is their mean, weighted with the squares of the weights.",
    )


def collected_in_private(rng: np.random.Generator) -> Question:
    root = int(rng.integers(2, 6))
    size = root * int(rng.integers(2, 9))
    return Question(
        "What is collected without stakes",
        f"A federation has {root**2} equal members whose means do not differ (spread 0), so that each uses the plain "
        f"mean of all reports. For a planner each member should collect {size} records. How many does a member collect "
        "that counts only its own error and its own costs, if everybody still uses the plain mean?",
        4,
        str(F(size, root)),
        f"Both minimise B·noise/n plus costs. For the planner B sums the squared weights in {root**2} models, for the "
        f"member it is that of one model. So the member collects the planner's size over the root of {root**2}.",
    )


def wrong_size(rng: np.random.Generator) -> Question:
    cost, best = F(int(rng.integers(1, 10)), 20), int(rng.integers(4, 21))
    size = best + int(rng.integers(1, 10))
    return Question(
        "A few records too many",
        f"A member has staked on its report. It expects to spend A/n for the noise of n records, and {cost} for each "
        f"of them, and {best} is the size at which this is least. How much more does it expect to spend with {size} "
        "records?",
        4,
        decimal(cost * F((size - best) ** 2, size)),
        f"At the best size the derivative vanishes, so A is the cost of a record times {best} squared. What is spent "
        f"more is the cost times ({size} - {best})², over {size}.",
    )


def majority_shift(rng: np.random.Generator) -> Question:
    members = int(rng.integers(5, 10))
    liars = int(rng.integers(members // 2 + 1, members))
    stakes = tg.pair_stakes([[int(i != j) for j in range(members)] for i in range(members)])
    gain = -sum(map(sum, stakes.joint_form(range(liars))))
    return Question(
        "A majority that shifts",
        f"In a federation of {members}, each member of every pair pays the squared distance between the two reports, "
        "and the members outside of the pair share what is paid in equal parts. How much do "
        f"{liars} members expect to gain in all, if each of them shifts its honest report by the same amount 1?",
        5,
        decimal(gain),
        f"Only the {liars}·{members - liars} pairs of a liar and an honest member change, each by 1. For each of them "
        f"the liars pay 1 and receive {liars - 1} of {members - 2} parts of 2.",
    )


MAKERS: tuple[Maker, ...] = (
    harm_of_a_lie,
    price_of_a_record,
    stakes_paid,
    copied_report,
    wrong_size,
    collected_in_private,
    majority_shift,
)
