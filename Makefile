# Two commands do all set-up on a fresh machine: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test lint bench hil clean

run: $(READY)
	@$(BIN)/python -m controller.demo $(if $(ROUNDS),--rounds $(ROUNDS))

test: $(READY)
	$(BIN)/pytest

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/pip install -q -e '.[bench]'
	$(BIN)/python -m tests.benchmarks

hil: $(READY)
	$(BIN)/python -m tests.hil

clean:
	rm -rf $(VENV) .hil var

# Debian's python3 lacks ensurepip until python3-venv is installed: say so in one line instead of a traceback.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
		|| { echo "tablehand needs Python 3.11 to 3.13; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another: make PYTHON=python3.12 ..."; exit 2; }
	@$(PYTHON) -m venv --clear $(VENV) || { echo "cannot make a virtual environment: apt-get install python3-venv"; exit 2; }
	$(BIN)/pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@
