"""The federation of a rule: its name, or the share that coarse federation gives to the own average."""

from incentives import coalitions as co


def federation(rule):
    return rule if isinstance(rule, str) else co.Coarse(rule)
