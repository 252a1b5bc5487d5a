"""An oracle that answers as written, for tests that know what must be asked."""

from incentives.consensus import oracles


class Scripted:
    """Answers as written, in order; remembers what was asked."""

    def __init__(self, clients, *answers):
        self.clients, self.answers, self.asked = clients, list(answers), []

    def __call__(self, members):
        self.asked.append(frozenset(members))
        return self.answers.pop(0)


def empty(*witness):
    return oracles.Answer(witness=frozenset(witness))
