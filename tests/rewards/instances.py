"""Small random instances of the allocation problem, for oracles that list everything."""

from fractions import Fraction


def random_instance(rng):
    """Up to five clients and five levels on a grid that makes ties frequent; a floor or a cap now and then."""
    clients, levels, grid = rng.randint(1, 4), rng.randint(1, 5), rng.choice([6, 10, 20, 100])
    contributions = [Fraction(rng.randint(0, grid - 1), grid) for _ in range(clients)]
    own = rng.random() < 0.3
    menus = [
        sorted({Fraction(rng.randint(0, grid), grid) for _ in range(levels)} | {Fraction(1)})
        for _ in range(clients if own else 1)
    ]
    floor = Fraction(rng.randint(0, grid), grid) if rng.random() < 0.3 else None
    return contributions, menus if own else menus[0], menus if own else menus * clients, floor
