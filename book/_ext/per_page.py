"""Numbers statements, figures, tables and exercises from 1 on each page; a reference from another page names the page.

Sphinx counts through the whole book. Its own numbers are kept beside ours, because it compares them from build to build
to see which pages to write again.
"""

from copy import deepcopy

from docutils import nodes
from sphinx_proof.domain import ProofDomain

Numbers = dict[str, dict[str, dict[str, tuple[int, ...]]]]


def from_one(numbers: Numbers) -> Numbers:
    """Per page and kind, the same order counted from 1.

    >>> from_one({"page": {"theorem": {"b": (179,), "a": (178,)}}})
    {'page': {'theorem': {'a': (1,), 'b': (2,)}}}
    """
    return {
        page: {
            kind: {label: (position,) for position, label in enumerate(sorted(known, key=known.get), 1)}
            for kind, known in kinds.items()
        }
        for page, kinds in numbers.items()
    }


def restore(app, env):
    """Before Sphinx counts: the numbers it gave last time."""
    env.toc_fignumbers = getattr(env, "counted_through", env.toc_fignumbers)
    return []


def renumber(app, env):
    """After it has counted."""
    env.counted_through = deepcopy(env.toc_fignumbers)
    env.toc_fignumbers = from_one(env.toc_fignumbers)
    return []


def let_go(app, env):
    """Keeps of each exercise and solution what references to it show, not the page that holds it.

    Sphinx-exercise remembers the node, and with it its page's whole tree, which would be saved and read with every
    build.
    """
    for known in getattr(env, "sphinx_exercise_registry", {}).values():
        if known.get("node") is not None:
            known["node"] = alone(known["node"])


def alone(node):
    """A copy of a statement's node with its title only, outside of any document."""
    copied = node.copy()
    copied += [child.deepcopy() for child in node.children[:1]]
    for part in copied.findall():
        part.document = None
    return copied


class StatementsOfPages(ProofDomain):
    """The domain of statements, whose references say on which page a number counts."""

    def resolve_xref(self, env, fromdocname, builder, typ, target, node, contnode):
        found = super().resolve_xref(env, fromdocname, builder, typ, target, node, contnode)
        home = env.proof_list.get(target, {}).get("docname") if found is not None else None
        if home and home != fromdocname and target in contnode.astext():
            found += nodes.Text(f" of “{env.titles[home].astext()}”")
        return found


def setup(app):
    app.add_domain(StatementsOfPages, override=True)
    app.connect("env-get-updated", restore, priority=1)
    app.connect("env-get-updated", renumber, priority=999)
    app.connect("env-updated", let_go)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
