"""The house rules on the shelf: profiles, pay tables and award tables, by name.

A name is looked up beside the settings file first (`profiles/my-house.yaml`), then among those that come with the
program. What is returned is frozen; a file with faults raises `FaultyError` with every one of them, an unknown name
`NotOnShelfError` with the names there are.
"""

from controller.library.shelves import Library, NotOnShelfError, load_awards, load_paytable, load_profile

__all__ = ["Library", "NotOnShelfError", "load_awards", "load_paytable", "load_profile"]
