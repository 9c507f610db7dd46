"""Does the table behave like its mathematics? Answered from the rounds in its journal, by exact expectations.

Only rounds that are over are looked at. What it tells are counts and round numbers, never the order of any cards.
"""
