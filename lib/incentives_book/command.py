"""The command `incentives`: the library and the book's studies and claims, for numbers that stand in a shell or a file.

incentives analyse 12 20 35 60 200 --noise 40
incentives allocate --alone 0.52 0.61 0.74 --levels 0.66 0.72 0.78 0.83
incentives study experiments/own-data/study.toml --list
incentives claims coalitions/lemma-c-1

Each takes `--json`; numbers are read exactly (0.1 is 1/10), and in JSON exact numbers are texts such as "31/18".
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict
from fractions import Fraction
from importlib.metadata import version
from typing import Any, NoReturn


class OneLine(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def number(text: str) -> Fraction:
    """A number as it is written: 3, 0.25 or 1/4, exactly.

    >>> number("0.1"), number("1/4")
    (Fraction(1, 10), Fraction(1, 4))
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"expected a number such as 3, 0.25 or 1/4, got {text!r}") from None


def _told(value: Any) -> Any:
    """What JSON has no word for: Fractions as texts, sets as sorted lists."""
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    return str(value)


def _print(told: Any) -> None:
    print(json.dumps(told, default=_told, indent=1, ensure_ascii=False))


def costs_from(path: str) -> tuple[int, Callable[[int, frozenset[int]], Fraction]]:
    """The number of players and the costs in a JSON file: from each coalition, such as "0,2", to its members' costs in
    order.

    Raises:
        ValueError: no such table, or a coalition is missing, twice there, or has another number of costs.
        OSError: the file cannot be read.
    """

    def exact(text: str) -> Fraction:
        return Fraction(text)

    def refuse(text: str) -> Fraction:
        raise ValueError(f"costs must be finite numbers, got {text}")

    with open(path, encoding="utf-8") as file:
        try:
            table = json.load(file, parse_float=exact, parse_int=exact, parse_constant=refuse)
        except json.JSONDecodeError as error:
            raise ValueError(f"costs must be a JSON file, got {path} ({error})") from error
    if not isinstance(table, dict) or not table:
        raise ValueError(f"costs must map coalitions such as '0,2' to lists, got {type(table).__name__} in {path}")
    found: dict[frozenset[int], dict[int, Fraction]] = {}
    for text, costs in table.items():
        try:
            members = sorted(int(player) for player in text.split(","))
        except ValueError:
            raise ValueError(f"costs must name coalitions such as '0,2', got {text!r}") from None
        if not isinstance(costs, list) or len(costs) != len(members) or not all(isinstance(c, Fraction) for c in costs):
            raise ValueError(f"costs of {text} must be {len(members)} numbers, one per member; got {costs!r}")
        if frozenset(members) in found or len(set(members)) < len(members):
            raise ValueError(f"costs must name each coalition once, got {text!r} again")
        found[frozenset(members)] = dict(zip(members, costs, strict=True))
    players = max(max(coalition) for coalition in found) + 1
    if min(min(coalition) for coalition in found) < 0 or len(found) != 2**players - 1:
        raise ValueError(
            f"costs must name all {2**players - 1} coalitions of the players 0..{players - 1}, got {len(found)}"
        )
    return players, lambda player, coalition: found[coalition][player]


def _analyse(asked: argparse.Namespace) -> None:
    from incentives import coalitions as co

    if bool(asked.sizes) == bool(asked.costs):
        raise ValueError("give either sizes of the players or --costs FILE")
    if asked.costs:
        game: Any = co.HedonicGame(*costs_from(asked.costs))
    else:
        game = co.Game(asked.sizes, noise=asked.noise, spread=asked.spread, federation=asked.federation)
    found = co.analyse(game, asked=None if asked.partition is None else co.Partition.parse(asked.partition))
    if not asked.json:
        print(found)
        return
    _print(
        {
            "stable": {notion: [str(partition) for partition in stable] for notion, stable in found.stable.items()},
            "asked": found.asked,
            "objections": {
                notion: None if move is None else {"who": move.who, "instead": move.instead, "gains": dict(move.gains)}
                for notion, move in found.witnesses.items()
            },
            "best": None if found.best is None else {"partition": found.best, "total": found.total(found.best)},
            "prices": found.prices,
        }
    )


def _allocate(asked: argparse.Namespace) -> None:
    from incentives import rewards as rw

    found = rw.allocate(asked.alone, sorted(asked.levels), cost=asked.cost)
    if asked.json:
        _print(
            {"levels": list(found.levels), "gains": list(found.gains), "mean gain": found.mean_gain, "cost": found.cost}
        )
        return
    for client, (own, given, gain) in enumerate(zip(asked.alone, found.levels, found.gains, strict=True)):
        print(f"client {client}: alone {float(own):.6g}, given {float(given):.6g}, gain {float(gain):.6g}")
    print(f"mean gain {float(found.mean_gain):.6g}, cost {float(found.cost):.6g}")


def _study(asked: argparse.Namespace) -> None:
    from incentives_book.study.__main__ import main as command
    from incentives_book.study.records import key_of
    from incentives_book.study.runner import done
    from incentives_book.study.study_file import read_study

    if not asked.json:
        command([asked.file, *asked.more])
        return
    with redirect_stdout(sys.stderr):
        command([asked.file, *asked.more])
    study = read_study(asked.file)
    finished = done(study, {})
    names = [key_of(study.kind.told(setting)) for setting in study.settings]
    _print({"runs": len(names), "records": [finished[name] for name in names if name in finished]})


def _claims(asked: argparse.Namespace) -> None:
    from claimbook.register import entries

    found = [entry for id, entry in entries().items() if asked.id in id and asked.verdict in (None, entry.verdict)]
    if not found:
        raise ValueError(
            f"no claim has {asked.id!r} in its name" + (f" and the verdict {asked.verdict!r}" if asked.verdict else "")
        )
    if asked.json:
        _print([{name: value for name, value in asdict(entry).items() if value} for entry in found])
    elif len(found) == 1:
        for name, value in asdict(found[0]).items():
            if value and isinstance(value, str):
                print(f"{name}: {value}")
    else:
        widest = max(len(entry.id) for entry in found)
        for entry in found:
            print(f"{entry.id:<{widest}}  {entry.verdict:<12}  {entry.title}")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = OneLine(prog="incentives", description=(__doc__ or "").splitlines()[0])
    whole.add_argument("--version", action="version", version=f"incentives {version('incentives')}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="analyse | allocate | study | claims")

    def add(name: str, does: Callable[[argparse.Namespace], None], words: str, example: str) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=words, description=words, epilog=f"example: incentives {name} {example}")
        one.add_argument("--json", action="store_true", help="print JSON")
        one.set_defaults(does=does)
        return one

    one = add(
        "analyse",
        _analyse,
        "who would rather leave: stable partitions, objections, totals",
        "5 5 25 --noise 10 --partition '0,1 | 2'",
    )
    one.add_argument("sizes", nargs="*", type=number, help="samples of each player")
    one.add_argument("--noise", type=number, default=Fraction(1), help="variance of one sample (default 1)")
    one.add_argument("--spread", type=number, default=Fraction(1), help="variance of the owners' means (default 1)")
    one.add_argument("--federation", default="uniform", choices=("local", "uniform", "coarse", "fine"))
    one.add_argument(
        "--costs", metavar="FILE", help='own costs instead of sizes: JSON such as {"0": [1], "1": [1], "0,1": [0.5, 2]}'
    )
    one.add_argument("--partition", help="whose objections are wanted (default: everybody together)")
    one = add(
        "allocate",
        _allocate,
        "who is given which level: the fairest that leaves nobody worse off",
        "--alone 0.5 0.7 --levels 0.6 0.7 0.8",
    )
    one.add_argument("--alone", nargs="+", type=number, required=True, help="what each client reaches alone")
    one.add_argument("--levels", nargs="+", type=number, required=True, help="the levels on offer")
    one.add_argument("--cost", default="ratio", help="what is minimised (default ratio)")
    one = add("study", _study, "run a study; finished runs are not repeated", "experiments/own-data/study.toml --list")
    one.add_argument("file", help="a study file; records go beside it")
    one = add("claims", _claims, "claims of the papers and their verdicts", "coalitions/ --verdict false")
    one.add_argument("id", nargs="?", default="", help="a part of the name (default: all claims)")
    one.add_argument("--verdict", help="only claims of this verdict, such as holds or false")
    return whole


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what is wrong is said in one line, with exit status 2."""
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.insert(0, os.getcwd())  # as `python -m` does: a study may name code beside it
    command = parser()
    asked, more = command.parse_known_args(arguments)
    if more and asked.command != "study":
        command.error(f"unknown argument {more[0]!r}")
    asked.more = more
    try:
        asked.does(asked)
    except BrokenPipeError:
        sys.stderr.close()  # whoever reads has read enough
    except (ValueError, OSError, ModuleNotFoundError) as error:
        command.exit(2, f"incentives {asked.command}: {' '.join(str(error).split())}\n")


if __name__ == "__main__":
    main()
