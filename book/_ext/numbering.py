"""Leaves the numbers of figures and statements as they are while nothing that is numbered has come, gone or moved.

Sphinx counts them on every build, for which it reads every page of the last build back: most of the time of a build in
which one page has changed.
"""

import hashlib

from docutils import nodes
from sphinx import addnodes
from sphinx.environment.collectors.toctree import TocTreeCollector

count = TocTreeCollector.assign_figure_numbers


def outline(node, env):
    """Sections, contents and numbered things below `node`, nested as they stand."""
    found = []
    for child in node.children:
        if isinstance(child, nodes.Element):
            kinds = [domain.get_enumerable_node_type(child) for domain in env.domains.values()]
            mark = [child["entries"]] if isinstance(child, addnodes.toctree) else [kind for kind in kinds if kind]
            inside = outline(child, env)
            if mark or inside or isinstance(child, nodes.section):
                found.append([type(child).__name__, mark, child["ids"], inside])
    return found


def remember(app, doctree):
    text = repr(outline(doctree, app.env))
    app.env.metadata[app.env.docname]["outline"] = hashlib.sha256(text.encode()).hexdigest()


def assign_figure_numbers(self, env):
    """The pages whose numbers have changed."""
    outlines = {docname: env.metadata[docname].get("outline") for docname in sorted(env.found_docs)}
    now = repr((outlines, env.toc_secnumbers, env.config.numfig, env.config.numfig_secnum_depth))
    then, numbers = getattr(env, "numbered", ("", {}))
    if now == then:
        env.toc_fignumbers = dict(numbers)  # reading a page again has dropped its own
        return []
    changed = count(self, env)
    env.numbered = now, dict(env.toc_fignumbers)
    return changed


def setup(app):
    TocTreeCollector.assign_figure_numbers = assign_figure_numbers
    app.connect("doctree-read", remember)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
