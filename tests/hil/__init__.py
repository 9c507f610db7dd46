"""Proofs on real input: the installed controller on a virtual board with a GPIO chip, a UART, systemd and a power cord.

`make hil` runs them; they are no pytest tests, since they boot a machine. Nothing they download or build is committed.
"""
