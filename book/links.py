"""Finds dead links inside the built site: a page, an image, a script or an anchor that is not there.

    python book/links.py [folder]     default: _build/html
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[1]


class _Page(HTMLParser):
    """Collects the link targets and the anchors of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.anchors.update(filter(None, [values.get("id"), values.get("name") if tag == "a" else None]))
        link = values.get("href") if tag in {"a", "link"} else values.get("src")
        if link:
            self.targets.add(link)


def dead_links(site: Path) -> list[str]:
    """One line for each internal link of `site` that leads nowhere, `page: link`."""
    found = (path for path in site.rglob("*.html") if "_static" not in path.parts)  # the theme's templates
    pages = {path: _Page(path.read_text(encoding="utf-8")) for path in found}
    dead = []
    for path, page in sorted(pages.items()):
        for link in sorted(page.targets):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target = target / "index.html"
            missing_anchor = target in pages and unquote(parts.fragment) not in pages[target].anchors
            if not target.is_file() or missing_anchor:
                dead.append(f"{path.relative_to(site)}: {link}")
    return dead


def main() -> int:
    dead = dead_links(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "_build" / "html")
    print("\n".join(dead) or "no dead link")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
