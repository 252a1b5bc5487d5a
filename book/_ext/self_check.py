"""Under each exercise whose answer can be judged: the line that judges it, from incentives_book.exercises.

It is no cell of the page: nothing runs in the build. Where the page runs in a browser live.js makes it a field with a
button. The editions of a page, which put a cell there, are written before.
"""

from docutils import nodes

EXERCISES = {"exercise_node", "exercise_enumerable_node"}


def self_check(label: str, form: str, begin: str) -> nodes.container:
    """The lines under an exercise that check an answer."""
    lines = [
        "from incentives_book.exercises import check",
        *([begin] if begin else []),
        "answer = ...",
        f'check("{label}", answer)',
    ]
    code = nodes.literal_block("\n".join(lines), "\n".join(lines), language="python")
    words = nodes.paragraph("", "", nodes.emphasis(text="Check yourself. "), nodes.Text(f"An answer is {form}."))
    return nodes.container("", words, code, classes=["self-check"])


def add_checks(app, doctree, docname):
    if app.builder.format != "html" or not docname.startswith("notebooks/"):
        return
    found = [node for node in doctree.findall(nodes.Element) if type(node).__name__ in EXERCISES]
    if not found:
        return
    from incentives_book.exercises import EXERCISES as CHECKED  # the parts of the library come with it

    for node in found:
        exercise = CHECKED.get(node.get("label", ""))
        if exercise:
            node.parent.insert(node.parent.index(node) + 1, self_check(exercise.label, exercise.form, exercise.begin))


def setup(app):
    app.connect("doctree-resolved", add_checks, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
