# Two commands do all set-up on a fresh machine: `make run` and `make test`. All they make here is .venv.
# A show of `make run` keeps its journal in a temporary directory; `ROUNDS=20 make run` ends by itself.
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# The first Python here that will do; name another with make PYTHON=...
FITS := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c '$(FITS)' 2>/dev/null && { echo "$$python"; break; }; done)

.PHONY: run test nightly lint bench hil clean

run: $(READY)
	@$(BIN)/python -m controller.demo $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED))

test: $(READY)
	$(BIN)/pytest

# The property tests look much longer: 5,000 histories each.
nightly: $(READY)
	HYPOTHESIS_PROFILE=nightly $(BIN)/pytest tests/properties --timeout 0

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

# Debian's python3 cannot make a virtual environment before python3-venv is installed. Where its pip is there, that helps
# out; root installs the package; anybody else is told in one line what to do.
$(READY): pyproject.toml
	@"$(PYTHON)" -c '$(FITS)' 2>/dev/null || { \
		echo "tablehand needs Python 3.11 to 3.13, and $(or $(PYTHON),no python3 here) is not one; name yours: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@echo "tablehand: setting up $(VENV) with $$($(PYTHON) -V); this takes a minute the first time"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); \
		$(PYTHON) -m pip install -q --disable-pip-version-check --target $(VENV)/maker virtualenv >/dev/null 2>&1 \
		&& PYTHONPATH=$(VENV)/maker $(PYTHON) -m virtualenv -q $(VENV); } \
	|| { test "$$(id -u)" = 0 && apt-get install -qq -y python3-venv >/dev/null && $(PYTHON) -m venv $(VENV); } \
	|| { echo "tablehand: $(PYTHON) cannot make a virtual environment here; on Debian: sudo apt-get install python3-venv"; exit 2; }
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $@
