"""How a proof is put into words."""

from claimbook import recording

from .rows import RIGHT


def test_a_sign_receipt_shows_substitutions_and_coefficients():
    with recording() as records:
        RIGHT["sign"]()
    assert records[0].how == "with m = d + n, mu = d + e + n: 4 coefficients, all positive"
    assert records[0].subject["relation"] == ">0"
