"""What must not change unseen, written out. When it changes on purpose: `python -m tests.golden`, and read the diff."""
