"""What is read, printed, signed and filed of a journal: reconciliations, rounds, evidence, shift closes, slips.

Papers show what the journal says. They compute no money, decide nothing and write to no journal.
"""
