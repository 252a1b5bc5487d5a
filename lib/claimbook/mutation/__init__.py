"""Breaking the checks on purpose: each wrong sign, coefficient, exponent or index must make a check fail.

`expressions` and `records` work on the formulas that the executed pages have proved, `cells` on the code of the pages.
`python -m claimbook mutation` runs both and prints the kill rates.
"""
