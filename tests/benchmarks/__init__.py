"""How fast the table is, as ratios against a peer measured in the same run; absolute figures belong to one machine.

`make bench` runs them. They are no tests: nothing here is timed in `make test`.
"""
