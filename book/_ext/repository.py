"""Names the repository once: `repository.url` in _config.yml, or GITHUB_REPOSITORY (owner/name) where it is set."""

import os


def name_repository(app, config):
    name = os.environ.get("GITHUB_REPOSITORY")
    if name:
        config.html_theme_options["repository_url"] = f"https://github.com/{name}"
    owner, project = config.html_theme_options["repository_url"].rstrip("/").split("/")[-2:]
    config.html_baseurl = config.ogp_site_url = f"https://{owner.lower()}.github.io/{project}/"


def setup(app):
    app.connect("config-inited", name_repository, priority=1)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
