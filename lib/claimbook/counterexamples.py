"""A check that a theorem `NAME_needs_K` says what its name says: that `NAME` is false with True as its hypothesis K.

Coq compares the types themselves: hypothesis K of the one is replaced in its term, and the other must have the negation
of that as its type. Texts are not compared, and nothing is read again, so that hundreds take seconds.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from claimbook.queries import answer, read_answers, requires

# A product is a hypothesis where what follows does not speak of what it binds; Coq prints an arrow there.
RULES = """Import Constr.Unsafe.
Ltac2 arrow (rest : constr) := Constr.equal (substnl ['True] 0 rest) (substnl ['False] 0 rest).
Ltac2 rec without (number : int) (statement : constr) := match kind statement with
  | Prod bound rest => match arrow rest with
    | true => match Int.equal number 1 with
      | true => make (Prod (Constr.Binder.make None 'True) rest)
      | false => make (Prod bound (without (Int.sub number 1) rest)) end
    | false => make (Prod bound (without number rest)) end
  | _ => Control.throw No_value end.
Ltac2 rec hypotheses (statement : constr) := match kind statement with
  | Prod _ rest => match arrow rest with true => Int.add 1 (hypotheses rest) | false => hypotheses rest end
  | _ => 0 end.
Ltac2 says (shown : constr) (number : int) (theorem : constr) :=
  let wanted := make (App 'not (Array.make 1 (without number (Constr.type theorem)))) in
  let taken := make (Lambda (Constr.Binder.make None wanted) 'I) in
  match check (make (App taken (Array.make 1 shown))) with Val _ => true | Err _ => false end.
"""


def compare(work: Path, shown: Mapping[str, tuple[str, int]], numbers: Mapping[str, int]) -> list[str]:
    """One line for each counterexample that does not say what it should.

    Args:
        work: the folder of the build.
        shown: of each theorem `File.NAME_needs_K` the theorem that it is about, and K.
        numbers: how many hypotheses each of those theorems is thought to have.

    Raises:
        RuntimeError: Coq knows one of them not, or there is no hypothesis of that number.
    """
    if not shown:
        return []
    lines = ["From Ltac2 Require Import Ltac2.", requires(work), RULES]
    for name, (theorem, number) in shown.items():
        lines.append(f'Ltac2 Eval Message.print (Message.of_string "@@shown {name}").')
        lines.append(f"Ltac2 Eval (says '@{name} {number} '@{theorem}, hypotheses (Constr.type '@{theorem})).")
    told, wrong = read_answers(answer(work, "counterexamples", lines)).get("shown", {}), []
    for name, (theorem, number) in shown.items():
        said, count = re.search(r"\((true|false), (\d+)\)", told[name]).groups()
        if said == "false":
            wrong.append(f"{name} does not say that {theorem} fails without its hypothesis {number}")
        if int(count) != numbers[theorem]:
            wrong.append(
                f"{theorem} has {count} hypotheses in Coq, and its text was read as if it had {numbers[theorem]}"
            )
    return wrong
