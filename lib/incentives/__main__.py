"""`python -m incentives`: the version, the parts, and where to read; with arguments, the command `incentives`."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, entry_points, metadata

import incentives

PARTS = {
    "coalitions": "who federates with whom, and who would rather leave",
    "consensus": "one model for everybody, and who named a false wish",
    "payments": "what each group pays for fine-tuning on its rewards",
    "rewards": "what each client takes home, by what it contributed",
    "together": "one price for members who misreport, collect less or leave",
    "learning": 'training on federated data (pip install "incentives[learning]")',
    "methods": "what each method gives to whom, on data of yours; inside Flower too",
    "charging": 'a bill on a language model (pip install "incentives[llm]")',
}


def overview() -> str:
    """The overview for somebody who has just installed the package."""
    try:
        told = metadata("incentives")
        version, links = told["Version"], told.get_all("Project-URL") or []
    except PackageNotFoundError:
        version, links = "(a working copy that is not installed)", []
    lines = [f"incentives {version}", "", "  from incentives import coalitions as co, rewards as rw", ""]
    lines += [f"  {name:11s} {what}" for name, what in PARTS.items()]
    where = [link.split(", ", 1)[1] for link in links if link.startswith("Homepage")]
    lines += ["", f"Read: {where[0]}" if where else "Read: help(incentives)", "Commands: incentives --help"]
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Print the overview, or hand the arguments to the installed command."""
    if not arguments:
        print(overview())
        return
    found = [point for point in entry_points(group="console_scripts") if point.name == "incentives"]
    if not found:
        sys.exit(f"incentives: the command comes with an installed package; here is only {incentives.__path__[0]}")
    found[0].load()(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
