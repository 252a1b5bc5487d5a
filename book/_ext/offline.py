"""Keeps pages to themselves: without the live-code scripts of Thebe, which would load from another host.

Jupyter Book always adds them, here even twice, which is an error in the browser's console.
"""


def drop_thebe(app, pagename, templatename, context, doctree):
    def is_thebe(file):
        return "thebe" in f"{getattr(file, 'filename', '')} {getattr(file, 'attributes', {}).get('body', '')}".lower()

    for kind in ("script_files", "css_files"):
        context[kind] = [file for file in context.get(kind, []) if not is_thebe(file)]


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
