"""What the game is worth, exactly: counted, never sampled.

`counting` counts how the dealer's unseen cards fall, `rows` keeps what was counted as a few integers from which any pay
table is answered, the rest asks questions of the rows. Nothing here knows a running table; nothing here may round
before the last line is printed.
"""
