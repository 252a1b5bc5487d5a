"""What cells put out is written for people: no value in Python's words, as `[True, False]` or `Fraction(2, 1)`."""

import ast
import re
import sys

import nbformat
import pytest
from execute import executed_path
from pairing import ROOT, sources

sys.path.insert(0, str(ROOT / "book" / "_ext"))
from reading import speaks

CONSTRUCTED = re.compile(r"\b(Fraction|frozenset|array|defaultdict|Counter|mpf|np\.\w+)\(|<[\w.]+ object at ")
RECEIPT = "application/vnd.incentives.check+json"
PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT)]


def is_container(line):
    """Whether a line is nothing but a tuple, list, set, dictionary, truth value or None."""
    try:
        value = ast.literal_eval(line.strip())
    except (ValueError, SyntaxError):
        return False
    return value is None or isinstance(value, (tuple, list, set, dict, bool))


def raw(output):
    """Whether an output shows a value in Python's words; what is typeset beside its text, a table or a formula, is not
    looked at.
    """
    if output.output_type == "stream":
        text = output.text.strip()
        lines = text.splitlines()
        return (
            any(map(CONSTRUCTED.search, lines))
            or any(map(is_container, lines))
            or bool(re.fullmatch(r"[-+.\de]+", text))
        )
    data = output.get("data", {})
    text = data.get("text/plain", "").strip()
    if output.output_type != "execute_result" or set(data) != {"text/plain"} or not text:
        return False
    return bool(CONSTRUCTED.search(text)) or is_container(text) or not speaks(text)


def printed(text):
    return nbformat.v4.new_output("stream", text=text)


def returned(**data):
    return nbformat.v4.new_output("execute_result", data={f"text/{kind}": text for kind, text in data.items()})


@pytest.mark.parametrize(
    "output",
    [
        returned(plain="[True, False]"),
        returned(plain="672"),
        returned(plain="(Fraction(2, 1), 'all together')"),
        returned(plain="np.float64(0.37)"),
        printed("672\n"),
        printed("a leaves\nNone\n"),
        printed("the witness is frozenset({0, 2})\n"),
    ],
)
def test_a_value_in_pythons_words_is_found(output):
    assert raw(output)


@pytest.mark.parametrize(
    "output",
    [
        printed("672 games, none with an empty core\n"),
        printed("the point (1/2, 3) is shared\n"),
        printed("noise  stable\n  10   together\n"),
        returned(plain="x**2", latex="$x^2$"),
        returned(plain="'three of four leave'"),
    ],
)
def test_a_sentence_a_table_and_a_formula_are_not(output):
    assert not raw(output)


@pytest.mark.parametrize("page", PAGES)
def test_outputs_speak(page):
    notebook = nbformat.read(executed_path(ROOT / page, ROOT), as_version=4)
    found = [cell.source for cell in notebook.cells for output in cell.get("outputs", []) if raw(output)]
    assert not found, "\n---\n".join(found)


def has_nested_text(call):
    """Whether an f-string of a call holds another text, which versions of Python write in two ways."""
    texts = [node for node in ast.walk(ast.parse(call)) if isinstance(node, ast.FormattedValue)]
    inner = [node for text in texts for node in ast.walk(text.value)]
    return any(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in inner)


@pytest.mark.parametrize("page", PAGES)
def test_the_call_of_a_check_is_written_alike_by_every_version_of_python(page):
    cells = nbformat.read(executed_path(ROOT / page, ROOT), as_version=4).cells
    receipts = [out.data.get(RECEIPT, {}) for cell in cells for out in cell.get("outputs", []) if "data" in out]
    assert [told["source"] for told in receipts if "source" in told and has_nested_text(told["source"])] == []


def test_a_text_within_a_text_is_noticed():
    assert has_nested_text("""f(step=f'with {", ".join(names)}')""")
    assert not has_nested_text("f(step=f'with {name}')")
