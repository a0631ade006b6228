# Short names for `python3 run.py …`; nothing here needs make. `make test ARGS="-- -k papageno"` passes arguments on.

PYTHON ?= python3
ARGS ?=

.PHONY: help play test rules bench setup clean

help:
	@$(PYTHON) run.py --help

play test rules bench setup:
	@$(PYTHON) run.py $@ $(ARGS)

clean:
	rm -rf .venv .cache .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist htmlcov
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
