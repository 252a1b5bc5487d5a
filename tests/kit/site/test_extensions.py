"""Sphinx finds the extensions of the kit by their names, and a page written with their roles is built."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CONF = (
    "import sys\nsys.path.insert(0, 'lib')\n"
    "extensions = ['myst_parser', 'claimbook.site.claim_roles', 'claimbook.site.closing_block',"
    " 'claimbook.site.kernel_theorems', 'claimbook.site.questions']\n"
    "html_theme = 'basic'\nhtml_theme_options = {}\n"
)
PAGE = (
    "# Page\n\n{verdict}`holds-if` {claim-id}`coalitions/lemma-c-1` {claim-count}`judged`\n\n```{claim-numbers}\n```\n"
)


def test_a_page_with_verdicts_and_numbers_is_built(tmp_path):
    (tmp_path / "conf.py").write_text(CONF)
    (tmp_path / "index.md").write_text(PAGE)
    (tmp_path / "claimbook.toml").write_text((ROOT / "claimbook.toml").read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(tmp_path), str(tmp_path / "html")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "html" / "index.html").read_text(encoding="utf-8")
    assert '<span class="verdict verdict-holds-if">holds if</span>' in page
    assert "claims-coalitions.html" in page
