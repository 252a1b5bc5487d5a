"""Keeps pages to themselves: without the live-code scripts of Thebe, and with a policy that lets nothing load from
elsewhere.

Jupyter Book always adds Thebe, here even twice, which is an error in the browser's console. The policy stands in each
page, since a page that is opened from a folder has no server to send one.
"""

# `file:` beside 'self', which not every browser takes for the folder from which a page was opened. Scripts stand in the
# pages
# (the theme's), hence 'unsafe-inline'; pictures and the worker of a live page come as data and
# blobs. book/live.py widens what a page that runs may ask for (`policy`).
SOURCES = "'self' file: data: blob:"


def policy(connect: str = "", script: str = "") -> str:
    """The element that holds the Content-Security-Policy of a page.

    Args:
        connect: hosts that the page may ask for data, beside its own.
        script: what its scripts may do beyond standing in the page.

    >>> policy().count("https:")
    0
    """
    rules = {
        "default-src": f"{SOURCES} 'unsafe-inline'",
        "script-src": f"{SOURCES} 'unsafe-inline' {script}",
        "connect-src": f"{SOURCES} {connect}",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self' file:",
    }
    content = "; ".join(f"{name} {allowed}".strip() for name, allowed in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{content}">'


def drop_thebe(app, pagename, templatename, context, doctree):
    def is_thebe(file):
        return "thebe" in f"{getattr(file, 'filename', '')} {getattr(file, 'attributes', {}).get('body', '')}".lower()

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if not is_thebe(file)]


def add_policy(app, pagename, templatename, context, doctree):
    # The first thing in the head after the encoding: a policy holds for what follows it.
    context["metatags"] = f"{policy()}{context.get('metatags', '')}"


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("html-page-context", add_policy, priority=910)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
