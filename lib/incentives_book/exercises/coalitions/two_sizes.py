"""Exercises on small and large players."""

from fractions import Fraction
from typing import Any

from incentives import coalitions as co
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.properties import first, numbers

F = Fraction


def turning_point(answer: int) -> str:
    game = co.TwoSizes(
        small=Fraction(5), large=Fraction(25), smalls=20, larges=40, noise=Fraction(10), spread=Fraction(1)
    )

    def better(larges: int) -> bool:
        return game.small_error(20, larges) < game.small_error(20, 0)

    if not better(answer):
        return f"With {answer} large players the small ones are not better off than with none."
    return "Fewer large players are enough." if answer > 1 and better(answer - 1) else ""


def admitted(answer: Any) -> str:
    for noise, guests in zip(range(45, 54), answer, strict=True):
        game = co.TwoSizes(small=18, large=53, smalls=5, larges=10, noise=noise, spread=1)

        def comes(guest: int, game: co.TwoSizes = game) -> bool:
            return game.large_error(5, guest) < game.large_error(0, 1)

        if not 0 <= guests <= 10 or not all(comes(guest) for guest in range(1, guests + 1)):
            return f"At noise {noise} not so many as {guests} large players would come."
        if guests < 10 and comes(guests + 1):
            return f"At noise {noise} another large player would come beside these {guests}."
    return ""


def comes_however_large(answer: Any) -> str:

    def comes(size: Any, large: int) -> bool:
        game = co.TwoSizes(small=size, large=F(large), smalls=smalls, larges=1, noise=F(noise), spread=F(1))
        return game.large_error(smalls, 1) < game.large_error(0, 1)

    for smalls, noise in ((5, 48), (2, 10), (9, 7)):
        size = F(answer(smalls, noise)).limit_denominator(1000)
        if size <= 0 or not all(comes(size, large) for large in (noise, 10**3, 10**6, 10**9)):
            return f"Beside {smalls} players of size {size} some guest does not come where the ratio is {noise}."
        if comes(size * F(1001, 1000), 10**9):
            return f"Beside {smalls} players somewhat larger than {size} guests come too where the ratio is {noise}."
    return ""


def left_behind() -> list[Any]:
    game = co.TwoSizes(small=18, large=53, smalls=5, larges=3, noise=47, spread=1)
    return [error(smalls, 1) for error in (game.small_error, game.large_error) for smalls in (5, 1)]


def blocked(answer: Any) -> str:
    small, large = answer
    if not 0 < small <= 100 < large:
        return "At noise 100 the small size must be at most 100 and the large one above."
    game = co.TwoSizes(small=small, large=large, smalls=10, larges=4, noise=100, spread=1)
    return "" if game.blocking(game.individually_stable()) else "Nobody leaves the arrangement of the recipe here."


def small_ones_welcome(larges: int) -> bool:
    """True if 20 small players would have so many large ones with them, under coarse weights."""
    with_them = co.optimal_coarse_errors([30] * 20 + [300] * larges, noise=10, spread=1)[0]
    return with_them < co.optimal_coarse_errors([30] * 20, noise=10, spread=1)[0]


EXERCISES = (
    Exercise("ex-turning-point", "a whole number of large players", turning_point),
    Exercise("ex-guests", "nine whole numbers, one for each noise from 45 to 53", admitted),
    Exercise(
        "ex-guests-by-hand",
        (
            "a function from the number S of small players and the ratio to the largest size of theirs at which every "
            "guest comes, such as lambda S, ratio: ratio * S"
        ),
        comes_however_large,
    ),
    Exercise(
        "ex-left-behind",
        "four errors: of the small player before and after, of the large one before and after",
        numbers(
            left_behind,
            "The error of the small player before",
            "The error of the small player after",
            "The error of the large player before",
            "The error of the large player after",
        ),
    ),
    Exercise("ex-own-example", "a small and a large size for noise 100, such as (50, 120)", blocked),
    Exercise(
        "ex-coarse-how-many-large",
        "a whole number of large players",
        first(small_ones_welcome, "With {} large players the small ones would rather be among themselves.", most=200),
    ),
)
