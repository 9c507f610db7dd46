"""The law: one file per chapter of the rulebook, each with its clauses, the facts they ask for and the rows.

Nothing here changes a table; what is done about a finding is the business of the procedures beside this package.
"""
