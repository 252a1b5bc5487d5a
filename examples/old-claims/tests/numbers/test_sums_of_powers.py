"""Four fifth powers, by another search: from the largest term downwards."""

import pytest


def split(rest, terms, most):
    if terms == 0:
        return rest == 0
    return any(split(rest - n**5, terms - 1, n) for n in range(1, most + 1) if n**5 <= rest <= terms * n**5)


@pytest.mark.backs("numbers/prose-euler-powers", "numbers/new-smallest-fifth-power")
def test_the_first_is_144():
    assert 27**5 + 84**5 + 110**5 + 133**5 == 144**5
    assert not any(split(total**5, 4, total - 1) for total in range(2, 60))
    assert split(144**5, 4, 143)
