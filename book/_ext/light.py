"""Makes pages lighter: the template beside this file leaves out what the theme loads without need."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"


def add_templates(app, config):
    config.templates_path.append(str(TEMPLATES))


def setup(app):
    app.connect("config-inited", add_templates)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
