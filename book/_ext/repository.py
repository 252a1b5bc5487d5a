"""Names the repository and the site once: see book/address.py."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from address import repository, site_of


def name_repository(app, config):
    config.html_theme_options["repository_url"] = repository()
    config.html_baseurl = config.ogp_site_url = site_of(repository())


def setup(app):
    app.connect("config-inited", name_repository, priority=1)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
