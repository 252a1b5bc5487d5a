"""The game between a server and an oracle, solved from the definitions: only worlds, no mechanism.

A world is a tuple of true sets and a tuple of reports, both frozensets of points. The server asks families of
clients; the oracle answers a point of all reports asked, with the clients whom it truly fails, or "empty"
with a witness. The server wins in t calls if it can always end with a returned point that is good in every
world still possible.
"""

from functools import reduce
from itertools import combinations


def meet(sets):
    return reduce(frozenset.__and__, sets)


def families(clients):
    return [frozenset(f) for n in range(1, clients + 1) for f in combinations(range(clients), n)]


def answers(world, members, most):
    """All that an oracle may say; `most` bounds witnesses, or asks for minimal ones, or for none."""
    truths, reports = world
    common = meet([reports[j] for j in members])
    if common:
        return [("point", x, frozenset(j for j, s in enumerate(truths) if x not in s)) for x in sorted(common)]
    if most is None:
        return [("empty",)]
    bad = [f for f in families(len(truths)) if f <= members and not meet([reports[j] for j in f])]
    bad = [f for f in bad if not any(g < f for g in bad)] if most == "minimal" else [f for f in bad if len(f) <= most]
    return [("empty", f) for f in bad]


class CallGame:
    """Who wins with how many calls, by minimax over sets of possible worlds (numbered)."""

    def __init__(self, worlds, *, most):
        self.worlds = list(dict.fromkeys(worlds))
        self.clients = len(self.worlds[0][0])
        self.good = [meet(truths) for truths, _ in self.worlds]
        self.table = {}
        for members in families(self.clients):
            heard = {}
            for number, world in enumerate(self.worlds):
                for answer in answers(world, members, most):
                    heard.setdefault(answer, set()).add(number)
            self.table[members] = [(answer, frozenset(who)) for answer, who in heard.items()]
        self.memo = {}

    def finished(self, possible, seen):
        return any(all(x in self.good[w] for w in possible) for x in seen)

    def server_wins(self, calls, *, first=None):
        return self._wins(frozenset(range(len(self.worlds))), frozenset(), calls, first)

    def _wins(self, possible, seen, calls, first=None):
        key = (possible, seen, calls, first)
        if key not in self.memo:
            self.memo[key] = self.finished(possible, seen) or (
                calls > 0
                and any(
                    self._survives_answers(possible, seen, members, calls)
                    for members in ([first] if first else families(self.clients))
                )
            )
        return self.memo[key]

    def _survives_answers(self, possible, seen, members, calls):
        return all(
            self._wins(left, seen | {answer[1]} if answer[0] == "point" else seen, calls - 1)
            for answer, who in self.table[members]
            if (left := possible & who)
        )
