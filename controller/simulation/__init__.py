"""Rounds by the thousand through the real rules, or by the billion without them, held against the exact analysis.

It plays a table of its own, never the running one, writes no journal and moves no money. Chance is an argument: the
same seed gives the same tally on any number of cores.
"""
