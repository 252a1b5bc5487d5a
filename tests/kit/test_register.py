"""Reading a part's claims."""

import pytest

from claimbook.register import read_part


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[part", "not valid TOML"),
        ("", r"needs a \[part\]"),
        ('[part]\nname = "payments"\npaper = "k"\ntitle = "T"', r"needs a \[part\]"),
    ],
)
def test_a_broken_register_file_is_named(text, message):
    with pytest.raises(ValueError, match=message):
        read_part("coalitions", text)


def test_a_part_may_have_no_paper_and_no_empty_one():
    head = '[part]\nname = "coalitions"\ntitle = "T"\n'
    assert read_part("coalitions", head).paper == ""
    with pytest.raises(ValueError, match="perhaps a paper"):
        read_part("coalitions", head + 'paper = ""\n')


def test_fields_that_do_not_belong_are_kept_for_the_report():
    text = (
        '[part]\nname = "coalitions"\npaper = "k"\ntitle = "T"\n[[claim]]\nid = "coalitions/lemma-1"\ncolour = '
        '"red"\nuses = "x"\n'
    )
    (row,) = read_part("coalitions", text).entries
    assert (row.unknown, row.ill_typed) == (("colour",), ("uses",))
