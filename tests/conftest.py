"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says how busy the machine is, not whether the book is right.
settings.register_profile("book", deadline=None)
settings.load_profile("book")

# The search for doctests cannot tell two files of this name apart.
collect_ignore = ["conftest.py"]
