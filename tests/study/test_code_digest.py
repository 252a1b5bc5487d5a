"""What a result depends on: nothing that is run is missing, and what is not mentioned changes nothing."""

import importlib
import sys

import pytest

from claimbook.definitions import Definitions
from incentives_book.study import code_digest as module
from incentives_book.study.code_digest import CODE, code_digest
from incentives_book.study.study_file import KINDS, read_study

HELPER = (
    '"""Helpers."""\nimport math\n\nRATE = 2\n\ndef double(x):\n    """Twice."""\n    return RATE * x\n\ndef '
    "other(x):\n    return math.sqrt(x)\n"
)
RULE = (
    '"""A rule."""\nfrom .helper import double\nfrom toy import face\n\nclass Rule:\n    """Ours."""\n\n    def '
    "__call__(self, x):\n        return double(x) + face.seen(x)\n\ndef unused(x):\n    return x\n"
)
FACE = (
    "def seen(x):\n    from toy.inner import deep\n    return deep(x)\n\ndef unseen(x):\n    from toy.helper "
    "import double as deep\n    return deep(x)\n"
)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """From changes of a small package's text to the digest of its rule."""
    folder = tmp_path / "toy"
    folder.mkdir()
    texts = {"__init__": "", "helper": HELPER, "rule": RULE, "face": FACE, "inner": "def deep(x):\n    return -x\n"}
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(module, "CODE", Definitions(("toy",), types=CODE.types))

    def digest(name="rule", old="", new=""):
        path = folder / f"{name}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new) if old else text)
        Definitions.read.cache_clear()
        code_digest.cache_clear()
        found = code_digest("toy.rule:Rule")
        path.write_text(text)
        return found

    yield digest
    for name in [name for name in sys.modules if name.split(".")[0] == "toy"]:
        del sys.modules[name]
    Definitions.read.cache_clear()
    code_digest.cache_clear()


def test_what_a_definition_reaches_is_followed(toy):
    toy()
    found = module.CODE.reached("toy.rule:Rule")
    assert found == [
        ("toy.face", "seen"),
        ("toy.helper", "RATE"),
        ("toy.helper", "double"),
        ("toy.inner", "deep"),
        ("toy.rule", "Rule"),
    ]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rule", "double(x) +", "double(x) -"),
        ("helper", "RATE = 2", "RATE = 3"),
        ("helper", "RATE * x", "RATE + x"),
        ("inner", "-x", "+x"),
        ("face", "deep(x)", "deep(2 * x)"),
        ("helper", "import math\n", "import math\nprint('entered')\n"),
        ("rule", "    def __call__", "    rate: int\n\n    def __call__"),  # a field of a dataclass
        ("rule", "    def __call__", "    rate: InitVar[int] = 1\n\n    def __call__"),
    ],
)
def test_an_edit_of_what_is_reached_changes_the_digest(toy, name, old, new):
    assert toy(name, old, new) != toy()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rule", "A rule.", "A better rule."),
        ("rule", "Ours.", "Theirs."),
        ("helper", '    """Twice."""\n', "    # twice\n\n"),
        ("helper", "math.sqrt(x)", "x"),
        ("rule", "return x\n", "return 2 * x\n"),
        ("face", "def unseen(x)", "def unseen(y)"),
        ("rule", "return double(x) + face.seen(x)", "return (double(x)\n            + face.seen(x))"),
    ],
)
def test_words_layout_and_what_is_not_reached_leave_it_alone(toy, name, old, new):
    assert toy(name, old, new) == toy()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("helper", "def double(x):", "def double(x: 'float') -> float:"),
        ("helper", "def double(x):", "def double(x: list[int]) -> int:"),
        ("inner", "def deep(x):", "from typing import Literal\nSide = Literal['left']\n\ndef deep(x: Side) -> Side:"),
        ("inner", "def deep", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import enum\n\ndef deep"),
    ],
)
def test_types_change_no_number(toy, name, old, new):
    assert toy(name, old, new) == toy()


def test_another_word_of_a_field_changes_nothing_and_a_class_in_a_type_is_followed(toy, tmp_path):
    field = "    rate: {} = 1\n\n    def __call__"
    assert toy("rule", "    def __call__", field.format("int")) == toy("rule", "    def __call__", field.format("bool"))
    assert toy("rule", "    def __call__", field.format("ClassVar[int]")) != toy(
        "rule", "    def __call__", field.format("int")
    )
    (tmp_path / "toy" / "inner.py").write_text("class State:\n    pass\n\ndef deep(x: State):\n    return -x\n")
    before = toy()
    assert ("toy.inner", "State") in module.CODE.reached("toy.rule:Rule")
    assert toy("inner", "pass", "size = 3") != before


def test_a_module_that_moves_leaves_the_digest_alone(toy, tmp_path):
    folder, before = tmp_path / "toy", toy()
    (folder / "moved").mkdir()
    for name in ("helper", "inner"):
        (folder / f"{name}.py").rename(folder / "moved" / f"{name}.py")
    (folder / "moved" / "__init__.py").write_text("")
    for path in (folder / "rule.py", folder / "face.py"):
        text = path.read_text().replace("from .helper", "from .moved.helper")
        path.write_text(text.replace("from toy.inner", "from toy.moved.inner"))
    importlib.invalidate_caches()
    assert toy() == before
    assert ("toy.moved.inner", "deep") in module.CODE.reached("toy.rule:Rule")


@pytest.mark.parametrize("name", KINDS)
def test_no_function_that_a_run_enters_is_missing(small, name):
    study = read_study(small(name))
    kind, against, entered = study.kind, {}, set()
    settings = study.settings if name in ("rewards", "truthful-federation") else study.settings[:1]

    def note(frame, event, argument):
        if event == "call":
            entered.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname.split(".")[0]))

    for setting in settings:
        entered.clear()
        sys.setprofile(note)
        try:
            fields = kind.run(setting, **against)
        finally:
            sys.setprofile(None)
        against = {"against": fields} if name == "rewards" else {}
        # Functions without a name of their own, and what hands a setting on or finds a file.
        ours = {(m, n) for m, n in entered if m.split(".")[0] in module.PACKAGES and not n.startswith(("<", "__"))}
        apart = {*module.APART, "incentives_book.study.rewards.study"}
        missing = {(m, n) for m, n in ours if m not in apart} - set(CODE.reached(*kind.code(setting)))
        assert not missing
        assert len(ours) > 5


def test_a_method_does_not_depend_on_the_others():
    pytest.importorskip("torch")
    from incentives_book.study.rewards.methods import METHODS
    from incentives_book.study.rewards.study import KIND, Setting

    reach = {method: dict.fromkeys(CODE.reached(*KIND.code(Setting(method=method)))) for method in METHODS}
    assert ("incentives.methods.iafl", "Iafl") in reach["iafl"]
    assert ("incentives.rewards.allocation", "allocate") in reach["aequa"]
    for method in ("aequa", "cgsv", "stand-alone"):
        assert ("incentives.methods.iafl", "Iafl") not in reach[method]
    assert ("incentives.methods.cgsv", "cosine_contributions") in reach["aequa-cgsv"]
    assert ("incentives.methods.shapfed", "last_layer_contributions") in reach["aequa-shapfed"]
    digests = {method: code_digest(*KIND.code(Setting(method=method))) for method in METHODS}
    assert len(set(digests.values())) == len(METHODS)


@pytest.mark.parametrize("start", ["numpy:array", "incentives.nothing", "incentives.randomness:chaos"])
def test_bad_input_is_refused(start):
    with pytest.raises(ValueError, match="start must name definitions of incentives, incentives_book"):
        code_digest(start)
