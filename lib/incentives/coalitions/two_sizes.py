"""The game of small and large players: two sizes, any number of each, answered by counting.

A player's error depends on its own size and on how many small and large players sit with it, so errors,
blocking coalitions and moves are looked up by counts `(s, ell)`: a check costs `smalls * larges` look-ups where
naming the players would cost `2 ** (smalls + larges)`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Rational
from typing import Any, Literal

from incentives.coalitions.stability import GroupConcept, SingleConcept
from incentives.numbers import as_count

from .arrangements import Arrangement, Block, CountedMove, arrangements, as_arrangement

NUMBER = (int, float, Fraction)


def _check_counts(s: Any, ell: Any, **positive: Any) -> None:
    """ValueError where a count is negative or a size or variance not positive; symbols are let through."""
    for name, value in (("s", s), ("ell", ell)):
        if isinstance(value, NUMBER) and not value >= 0:
            raise ValueError(f"{name} must be a count of at least 0; got {value!r}")
    if isinstance(s, NUMBER) and isinstance(ell, NUMBER) and s + ell == 0:
        raise ValueError(f"s and ell must count at least one player; got {s!r} and {ell!r}")
    for name, value in positive.items():
        if isinstance(value, NUMBER) and not value > 0:
            raise ValueError(f"{name} must be > 0; got {value!r}")


def uniform_error_by_counts(own: Any, s: Any, ell: Any, *, small: Any, large: Any, noise: Any, spread: Any) -> Any:
    """Error, under uniform federation, of a player of size `own` in a coalition of `s` small and `ell` large ones.

    The player is one of those counted. Takes ints and Fractions, and SymPy expressions, which the pages
    differentiate.

    Reference:
        Donahue and Kleinberg (2021), Corollary 4.3, with the squares gathered.

    >>> uniform_error_by_counts(5, 2, 1, small=5, large=25, noise=10, spread=1)
    Fraction(76, 49)
    """
    _check_counts(s, ell, small=small, large=large, noise=noise, spread=spread)
    # The factor turns ints into Fractions and leaves SymPy expressions as they are.
    total = Fraction(1) * (s * small + ell * large)
    squares = s * small**2 + ell * large**2
    return noise / total + spread * (squares / total**2 + 1 - 2 * own / total)


def coarse_error_by_counts(own: Any, s: Any, ell: Any, *, small: Any, large: Any, noise: Any, spread: Any) -> Any:
    """Error of a player of size `own` with `s` small and `ell` large *others*, its coarse weight chosen optimally.

    Precisions add: its own samples bring own/noise, the mean of the others 1/(spread + the error of that mean).

    Reference:
        Donahue and Kleinberg (2021), Lemma 6.3, solved for 1/error.

    >>> coarse_error_by_counts(30, 2, 1, small=30, large=300, noise=10, spread=1)
    Fraction(125, 447)
    """
    _check_counts(s, ell, small=small, large=large, noise=noise, spread=spread)
    total = Fraction(1) * (s * small + ell * large)
    squares = s * small**2 + ell * large**2
    others = spread + noise / total + spread * squares / total**2
    return noise * others / (own * others + noise)


@dataclass(frozen=True)
class TwoSizes:
    """`smalls` players with `small` samples each and `larges` players with `large` samples each.

    Attributes:
        small, large: samples of a small and of a large player, `small < large`.
        smalls, larges: how many players of each kind, not both zero.
        noise: variance of one sample around its owner's mean, positive.
        spread: variance of the owners' means, positive.
        federation: "uniform", or "coarse" with optimal weights.

    Raises:
        ValueError: a number is not exact, or out of range; the message names it.

    >>> game = TwoSizes(small=18, large=53, smalls=5, larges=3, noise=47, spread=1)
    >>> game.individually_stable()
    ((5, 1), (0, 1), (0, 1))
    >>> print(game.blocking(game.individually_stable()))
    4 small and 2 large form π(4,2) and gain from 3.57e-05 to 0.0135
    >>> game.core_arrangements()
    [((4, 2), (1, 1))]
    """

    small: int | Fraction
    large: int | Fraction
    smalls: int
    larges: int
    noise: int | Fraction
    spread: int | Fraction
    federation: Literal["uniform", "coarse"] = "uniform"

    def __post_init__(self) -> None:
        for name in ("small", "large", "noise", "spread"):
            value = getattr(self, name)
            # Floats are refused: the answers hang on ties.
            if isinstance(value, bool) or not isinstance(value, Rational) or value <= 0:
                raise ValueError(f"{name} must be a positive int or Fraction, got {value!r}")
        if self.small >= self.large:
            raise ValueError(f"small must be less than large, got {self.small} and {self.large}")
        for name in ("smalls", "larges"):
            count = getattr(self, name)
            if type(count) is not int or count < 0:
                raise ValueError(f"{name} must be a count, at least 0; got {count!r}")
        if not self.smalls + self.larges:
            raise ValueError("smalls and larges are both 0; a game needs a player")
        if self.federation not in ("uniform", "coarse"):
            raise ValueError(f'federation must be "uniform" or "coarse", got {self.federation!r}')

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every coalition (small, large) that these players can form, in increasing order."""
        every = [(s, ell) for s in range(self.smalls + 1) for ell in range(self.larges + 1)]
        return tuple(every[1:])  # without (0, 0)

    @cached_property
    def _known(self) -> dict[tuple[str, int, int], Fraction]:
        return {}  # errors worked out so far; a cache, not state

    def small_error(self, s: int, ell: int) -> Fraction:
        """Exact error of a small player among `s` small, itself included, and `ell` large players."""
        return self._error("small", s, ell)

    def large_error(self, s: int, ell: int) -> Fraction:
        """Exact error of a large player among `s` small and `ell` large players, itself included."""
        return self._error("large", s, ell)

    def _error(self, kind: str, s: int, ell: int) -> Fraction:
        s, ell = (n if type(n) is int else as_count(name, n) for name, n in (("s", s), ("ell", ell)))
        key = (kind, s, ell)
        if key not in self._known:
            is_small = kind == "small"
            if not (is_small <= s <= self.smalls and (not is_small) <= ell <= self.larges):
                raise ValueError(
                    f"no {kind} player sits in π({s},{ell}): counts include the player and go up to "
                    f"π({self.smalls},{self.larges})"
                )
            own = self.small if is_small else self.large
            sizes: dict[str, Any] = {
                "small": self.small,
                "large": self.large,
                "noise": self.noise,
                "spread": self.spread,
            }
            if s + ell == 1:
                self._known[key] = Fraction(self.noise) / Fraction(own)
            elif self.federation == "uniform":
                self._known[key] = uniform_error_by_counts(own, s, ell, **sizes)
            else:
                self._known[key] = coarse_error_by_counts(own, s - is_small, ell - (not is_small), **sizes)
        return self._known[key]

    def arrangement(self, blocks: Iterable[Block]) -> Arrangement:
        """These blocks as an arrangement of all the players; ValueError if they do not add up."""
        return as_arrangement(blocks, smalls=self.smalls, larges=self.larges)

    def blocking(self, arrangement: Iterable[Block], *, concept: GroupConcept = "core") -> CountedMove | None:
        """A coalition that its members prefer to the arrangement, or None.

        A coalition (s, ell) is best staffed by the s worst-off small and the ell worst-off large players, so one
        question for each pair of counts settles the matter.

        Args:
            arrangement: the coalitions (small, large) formed now.
            concept: "core", every member strictly better; "strict-core", all weakly and one strictly.
        """
        if concept not in ("core", "strict-core"):
            raise ValueError(f'concept must be "core" or "strict-core", got {concept!r}')
        seated = self.arrangement(arrangement)
        small_now = sorted((self.small_error(*b) for b in seated for _ in range(b[0])), reverse=True)
        large_now = sorted((self.large_error(*b) for b in seated for _ in range(b[1])), reverse=True)
        for s, ell in self.blocks:
            small_gains = _gains(small_now[:s], self.small_error(s, ell)) if s else ()
            large_gains = _gains(large_now[:ell], self.large_error(s, ell)) if ell else ()
            gains = small_gains + large_gains
            if min(gains) > 0 or (concept == "strict-core" and min(gains) == 0 < max(gains)):
                return CountedMove(s, ell, (s, ell), small_gains, large_gains)
        return None

    def improving_move(
        self, arrangement: Iterable[Block], *, concept: SingleConcept = "individual"
    ) -> CountedMove | None:
        """One player who would rather sit in another block or alone, or None.

        Args:
            arrangement: the coalitions (small, large) formed now.
            concept: "individual", no member of the block it joins may lose; "nash", they are not asked.
        """
        if concept not in ("individual", "nash"):
            raise ValueError(f'concept must be "individual" or "nash", got {concept!r}')
        seated = self.arrangement(arrangement)
        for home in sorted(set(seated)):
            elsewhere = list(seated)
            elsewhere.remove(home)
            for s, ell in sorted({(0, 0), *elsewhere}):
                for kind, into in (("small", (s + 1, ell)), ("large", (s, ell + 1))):
                    if not home[kind == "large"]:
                        continue
                    gain = self._error(kind, *home) - self._error(kind, *into)
                    if gain > 0 and (concept == "nash" or self._welcome((s, ell), into)):
                        if kind == "small":
                            return CountedMove(1, 0, into, (gain,), ())
                        return CountedMove(0, 1, into, (), (gain,))
        return None

    def _welcome(self, hosts: Block, into: Block) -> bool:
        kinds = [kind for kind, count in zip(("small", "large"), hosts, strict=True) if count]
        return all(self._error(kind, *into) <= self._error(kind, *hosts) for kind in kinds)

    def core_arrangements(self, *, concept: GroupConcept = "core") -> list[Arrangement]:
        """All core-stable (or strictly core-stable) arrangements: each is tried, so for about a dozen players."""
        lasting = [block for block in self.blocks if not self._splits(block)]
        every = arrangements(self.smalls, self.larges, blocks=lasting)
        return [seated for seated in every if self.blocking(seated, concept=concept) is None]

    def _splits(self, block: Block) -> bool:
        # Whether some members would leave together; such a coalition is in no stable arrangement.
        return any(
            (not s or self.small_error(s, ell) < self.small_error(*block))
            and (not ell or self.large_error(s, ell) < self.large_error(*block))
            for s, ell in self.blocks
            if s <= block[0] and ell <= block[1]
        )

    def individually_stable(self) -> Arrangement:
        """An individually stable arrangement, for any two sizes, in O(log larges) look-ups.

        Three regimes. Large players at or below noise/spread: everybody together. Small players at or above it:
        everybody alone. Between: the small players with as many large ones as want to come; a large player's error
        grows with their number, so bisection finds it, and the small players then never object.

        Raises:
            ValueError: the federation is not uniform.

        Reference:
            Donahue and Kleinberg (2021), Theorems 5.4 and 5.5 and Lemma 5.3.

        >>> TwoSizes(small=5, large=25, smalls=20, larges=2, noise=10, spread=1).individually_stable()
        ((20, 0), (0, 1), (0, 1))
        """
        if self.federation != "uniform":
            raise ValueError(f"Theorem 5.5 is about uniform federation; this game's is {self.federation!r}")
        ratio, alone = Fraction(self.noise) / Fraction(self.spread), Fraction(self.noise) / Fraction(self.large)
        if self.large <= ratio:
            return ((self.smalls, self.larges),)
        if self.small >= ratio:
            return self.arrangement([(1, 0)] * self.smalls + [(0, 1)] * self.larges)
        low, high = 0, self.larges  # the number of guests lies between
        while low < high:
            middle = (low + high + 1) // 2
            if self.large_error(self.smalls, middle) <= alone:
                low = middle
            else:
                high = middle - 1
        crowd = [(self.smalls, low)] if self.smalls + low else []
        return self.arrangement(crowd + [(0, 1)] * (self.larges - low))

    def strictly_core_stable(self) -> Arrangement:
        """The strictly core-stable arrangement of coarse federation: all together, or small and large apart.

        The small players decide. Where they are indifferent everybody stays together; the paper separates there, and
        that fails.

        Raises:
            ValueError: the federation is not coarse.

        Reference:
            Donahue and Kleinberg (2021), Theorem 6.5.

        >>> game = TwoSizes(small=30, large=300, smalls=3, larges=1, noise=10, spread=1, federation="coarse")
        >>> game.strictly_core_stable()
        ((3, 0), (0, 1))
        """
        if self.federation != "coarse":
            raise ValueError(f"Theorem 6.5 is about coarse federation; this game's is {self.federation!r}")
        S, L = self.smalls, self.larges
        if S and L and self.small_error(S, L) > self.small_error(S, 0):
            return ((S, 0), (0, L))
        return ((S, L),)


def _gains(now: list[Fraction], then: Fraction) -> tuple[Fraction, ...]:
    # `now` comes worst first, so the gains come least first.
    return tuple(error - then for error in reversed(now))
