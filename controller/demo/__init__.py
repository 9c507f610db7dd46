"""The demonstration table of `make run`: the real daemon with simulated hardware, and people who play at it.

Dealer, players and supervisors here are a script outside the daemon: they move simulated hardware and use the control
socket like anybody else. Nothing else of the program may import them.
"""
