"""The command `incentives`: the library and the book's studies and claims, for numbers that stand in a shell or a file.

incentives analyse 12 20 35 60 200 --noise 40
incentives allocate --alone 0.52 0.61 0.74 --levels 0.66 0.72 0.78 0.83
incentives study experiments/own-data/study.toml --list
incentives claims coalitions/lemma-c-1
incentives records empty-core

Each takes `--csv FILE`, a table with one header line (`-` for the standard input), and `--json`. Numbers are read
exactly (0.1 is 1/10), and in JSON exact numbers are texts such as "31/18".
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

from incentives.__main__ import overview
from incentives_book.csv_columns import Table, parsed, read_table, source_of, text_of


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
    """A value in the words of JSON: Fractions as texts, sets as sorted lists."""
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    return str(value)


def _print(told: Any) -> None:
    print(json.dumps(told, default=_told, indent=1, ensure_ascii=False))


def costs_from(path: str) -> tuple[int, Callable[[int, frozenset[int]], Fraction], tuple[str, ...] | None]:
    """The number of players and the costs in a file, and the players' names where the columns of a CSV file tell them.

    Args:
        path: JSON, from each coalition, such as "0,2", to its members' costs in order; or CSV, a column for each player
            and a row for each coalition, blank for who is no member. `-` for the standard input.

    Raises:
        ValueError: no such table, or a coalition is missing, twice there, or has another number of costs.
        OSError: the file cannot be read.
    """
    text, source = text_of(path), source_of(path)
    found, names = (_json_costs(text, source), None) if text.lstrip()[:1] in ("{", "[") else _csv_costs(text, source)
    players = max(max(coalition) for coalition in found) + 1 if names is None else len(names)
    if min(min(coalition) for coalition in found) < 0 or len(found) != 2**players - 1:
        raise ValueError(
            f"costs must name all {2**players - 1} coalitions of the players 0..{players - 1}, got {len(found)}"
        )
    return players, lambda player, coalition: found[coalition][player], names


def _csv_costs(text: str, source: str) -> tuple[dict[frozenset[int], dict[int, Fraction]], tuple[str, ...]]:
    table = parsed(text, source)
    found: dict[frozenset[int], dict[int, Fraction]] = {}
    for line, row in table.rows:
        costs = {
            player: table.entry(line, name, row[name], number) for player, name in enumerate(table.names) if row[name]
        }
        if frozenset(costs) in found:
            raise ValueError(f"costs must name each coalition once, got that of line {line} of {source} again")
        found[frozenset(costs)] = costs
    return found, table.names


def _json_costs(text: str, source: str) -> dict[frozenset[int], dict[int, Fraction]]:

    def exact(text: str) -> Fraction:
        return Fraction(text)

    def refuse(text: str) -> Fraction:
        raise ValueError(f"costs must be finite numbers, got {text}")

    try:
        table = json.loads(text, parse_float=exact, parse_int=exact, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"costs must be a JSON file, got {source} ({error})") from error
    if not isinstance(table, dict) or not table:
        raise ValueError(f"costs must map coalitions such as '0,2' to lists, got {type(table).__name__} in {source}")
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
    return found


def _analyse(asked: argparse.Namespace) -> None:
    from incentives import coalitions as co

    if bool(asked.sizes) + bool(asked.csv) + bool(asked.costs) != 1:
        raise ValueError("give either sizes of the players, or --csv FILE with a column 'size', or --costs FILE")
    names: Any = None
    if asked.costs:
        players, cost, names = costs_from(asked.costs)
        game: Any = co.HedonicGame(players, cost)
    else:
        table = read_table(asked.csv) if asked.csv else None
        sizes = asked.sizes if table is None else table.column("size", number)
        names = table.column("name") if table is not None and "name" in table.names else None
        game = co.Game(sizes, noise=asked.noise, spread=asked.spread, federation=asked.federation)
    partition = None if asked.partition is None else co.Partition.parse(asked.partition)
    found = co.analyse(game, asked=partition, names=names)
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
            **({} if found.note is None else {"note": found.note}),
            **({} if names is None else {"names": list(names)}),
        }
    )


def _from_columns(asked: argparse.Namespace, columns: dict[str, str]) -> list[list[Fraction]]:
    """The values of each option, or the column of this name in the file that `--csv` names."""
    if asked.csv and all(getattr(asked, option) is not None for option in columns):
        every = " and ".join(f"--{option}" for option in columns)
        raise ValueError(f"give either {every} or --csv FILE, not both: nothing is left to read from it")
    table: Table | None = read_table(asked.csv) if asked.csv else None
    found = []
    for option, name in columns.items():
        given = getattr(asked, option)
        if table is None and given is None:
            raise ValueError(f"give --{option}, or --csv FILE with a column {name!r}")
        if table is not None and given is not None and name in table.names:
            raise ValueError(f"give either --{option} or a column {name!r}, not both")
        found.append(table.column(name, number, shorter=True) if given is None and table is not None else given)
    return found


def _allocate(asked: argparse.Namespace) -> None:
    from incentives import rewards as rw

    alone, levels = _from_columns(asked, {"alone": "alone", "levels": "level"})
    found = rw.allocate(alone, sorted(levels), cost=asked.cost)
    if asked.json:
        _print(
            {"levels": list(found.levels), "gains": list(found.gains), "mean gain": found.mean_gain, "cost": found.cost}
        )
        return
    for client, (own, given, gain) in enumerate(zip(alone, found.levels, found.gains, strict=True)):
        print(f"client {client}: alone {float(own):.6g}, given {float(given):.6g}, gain {float(gain):.6g}")
    print(f"mean gain {float(found.mean_gain):.6g}, cost {float(found.cost):.6g}")


def _study(asked: argparse.Namespace) -> None:
    from incentives_book.study.csv_study import as_study_file

    if bool(asked.file) == bool(asked.csv):
        raise ValueError("give either a study file or --csv FILE with a column 'study' and a row for each run")
    if asked.file:
        _run_study(asked.file, asked)
    else:
        with as_study_file(asked.csv) as file:
            _run_study(str(file), asked)


def _run_study(file: str, asked: argparse.Namespace) -> None:
    from incentives_book.study.__main__ import main as command

    if not asked.json:
        command([file, *asked.more])
        return
    with redirect_stdout(sys.stderr):
        runs, records = command([file, *asked.more])
    _print({"runs": runs, "records": records})


def _claims(asked: argparse.Namespace) -> None:
    from claimbook.register import entries

    if asked.csv and asked.id:
        raise ValueError("give either a part of the name or --csv FILE with a column 'id'")
    every = entries()
    if not every:
        raise ValueError(
            "the claims stand in the repository of the book and in the wheel from its site; "
            "the package from an index has none"
        )
    wanted = read_table(asked.csv).column("id") if asked.csv else [id for id in every if asked.id in id]
    if unknown := [id for id in wanted if id not in every]:
        raise ValueError(f"no claim has the name {unknown[0]!r}")
    found = [every[id] for id in wanted if asked.verdict in (None, every[id].verdict)]
    if not found:
        lacking = [f"{asked.id!r} in its name"] * bool(asked.id) + [f"the verdict {asked.verdict!r}"] * bool(
            asked.verdict
        )
        raise ValueError(f"no claim{' of this file' if asked.csv else ''} has {' and '.join(lacking)}")
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


def _records(asked: argparse.Namespace) -> None:
    from incentives_book.study.fetched import fetch, studies

    if asked.csv and asked.study:
        raise ValueError("give either names of studies or --csv FILE with a column 'study'")
    if asked.list:
        told = studies()
        _print(told) if asked.json else print("\n".join(told))
        return
    wanted = read_table(asked.csv).column("study") if asked.csv else asked.study
    found = fetch(wanted, into=asked.into, source=getattr(asked, "from"))
    _print([path.as_posix() for path in found]) if asked.json else print("\n".join(map(str, found)))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    whole = OneLine(prog="incentives", description=(__doc__ or "").splitlines()[0])
    whole.add_argument("--version", action="version", version=f"incentives {version('incentives')}")
    commands = whole.add_subparsers(
        dest="command", required=True, metavar="analyse | allocate | study | claims | records"
    )

    def add(
        name: str, does: Callable[[argparse.Namespace], None], words: str, example: str, columns: str
    ) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=words, description=words, epilog=f"example: incentives {name} {example}")
        one.add_argument("--csv", metavar="FILE", help=f"{columns}, below one header line; - for the standard input")
        one.add_argument("--json", action="store_true", help="print JSON")
        one.set_defaults(does=does)
        return one

    one = add(
        "analyse",
        _analyse,
        "who would rather leave: stable partitions, objections, totals",
        "5 5 25 --noise 10 --partition '0,1 | 2'",
        "a CSV file with a column 'size', and 'name' if players have names",
    )
    one.add_argument("sizes", nargs="*", type=number, help="samples of each player")
    one.add_argument("--noise", type=number, default=Fraction(1), help="variance of one sample (default 1)")
    one.add_argument("--spread", type=number, default=Fraction(1), help="variance of the owners' means (default 1)")
    one.add_argument("--federation", default="uniform", choices=("local", "uniform", "coarse", "fine"))
    one.add_argument(
        "--costs",
        metavar="FILE",
        help='own costs instead of sizes: JSON such as {"0": [1], "1": [1], "0,1": [0.5, 2]}, or CSV with a column for '
        "each player and a row for each coalition, blank for who is no member; - for the standard input",
    )
    one.add_argument("--partition", help="whose objections are wanted (default: everybody together)")
    one = add(
        "allocate",
        _allocate,
        "who is given which level: the fairest that leaves nobody worse off",
        "--alone 0.5 0.7 --levels 0.6 0.7 0.8",
        "a CSV file with columns 'alone' and 'level', of any lengths",
    )
    one.add_argument("--alone", nargs="+", type=number, help="what each client reaches alone")
    one.add_argument("--levels", nargs="+", type=number, help="the levels on offer")
    one.add_argument("--cost", default="ratio", help="what is minimised (default ratio)")
    one = add(
        "study",
        _study,
        "run a study; finished runs are not repeated",
        "experiments/own-data/study.toml --list",
        "a CSV file with a row for each run: its kind in a column 'study', its fields in columns of their names",
    )
    one.add_argument("file", nargs="?", help="a study file; records go beside it")
    one = add(
        "claims",
        _claims,
        "claims of the papers and their verdicts",
        "coalitions/ --verdict false",
        "a CSV file with a column 'id' of whole names",
    )
    one.add_argument("id", nargs="?", default="", help="a part of the name (default: all claims)")
    one.add_argument("--verdict", help="only claims of this verdict, such as holds or false")
    one = add(
        "records",
        _records,
        "fetch the records of the book's studies, checked by the digests that came with the package",
        "empty-core",
        "a CSV file with a column 'study'",
    )
    one.add_argument("study", nargs="*", help="names of studies (default: all of them)")
    one.add_argument("--list", action="store_true", help="name the studies and fetch nothing")
    one.add_argument("--into", metavar="FOLDER", default="experiments", help="default: experiments")
    one.add_argument("--from", metavar="SOURCE", help="a file or an address of the archive (default: of the release)")
    return whole


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; what is wrong is said in one line, with exit status 2. Without any argument, say what there is."""
    if not (sys.argv[1:] if arguments is None else arguments):
        print(overview())
        return
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
