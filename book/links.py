"""Finds dead links inside the built site: a page, an image, a script or an anchor that is not there.

python book/links.py [folder]     default: _build/html
"""

import hashlib
import json
import sys
from functools import cache
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


def _read(site: Path, memo: Path | None) -> dict[Path, _Page]:
    """The pages of `site`; what `memo` remembers of a page with the same bytes is not read again."""
    found = {path: path.read_bytes() for path in site.rglob("*.html") if "_static" not in path.parts}  # the theme's
    names = {path: hashlib.sha256(content).hexdigest() for path, content in found.items()}
    known = json.loads(memo.read_text(encoding="utf-8")) if memo and memo.is_file() else {}
    pages = {}
    for path, name in names.items():
        pages[path] = _Page("" if name in known else found[path].decode())
        if name in known:
            pages[path].targets, pages[path].anchors = map(set, known[name])
    if memo:
        kept = {names[path]: [sorted(page.targets), sorted(page.anchors)] for path, page in pages.items()}
        memo.write_text(json.dumps(kept), encoding="utf-8")
    return pages


def dead_links(site: Path, memo: Path | None = None) -> list[str]:
    """One line for each internal link of `site` that leads nowhere, `page: link`."""
    pages = _read(site, memo)
    dead = []

    @cache
    def file_at(folder: Path, path: str) -> Path | None:
        """The file that a link from `folder` leads to; None where there is none."""
        target = (folder / unquote(path)).resolve()
        target = target / "index.html" if target.is_dir() else target
        return target if target.is_file() else None

    for path, page in sorted(pages.items()):
        for link in sorted(page.targets):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = file_at(path.parent, parts.path) if parts.path else path
            missing_anchor = target in pages and unquote(parts.fragment) not in pages[target].anchors
            if target is None or missing_anchor:
                dead.append(f"{path.relative_to(site)}: {link}")
    return dead


def main() -> int:
    dead = dead_links(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "_build" / "html")
    print("\n".join(dead) or "no dead link")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
