# Short names for `python3 run.py …`; nothing here needs make. `make test ARGS="-- -k papageno"` passes arguments on.

PYTHON ?= python3
ARGS ?=

.PHONY: help play test rules bench shots setup pins clean

help:
	@$(PYTHON) run.py --help

play test rules bench shots setup:
	@$(PYTHON) run.py $@ $(ARGS)

# Choose the versions in constraints.txt anew after a change in pyproject.toml; ARGS=--upgrade takes the newest.
pins:
	UV_SYSTEM_CERTS=1 .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --extra dev --no-annotate \
		--custom-compile-command "make pins" --output-file constraints.txt pyproject.toml $(ARGS)

clean:
	rm -rf .venv .cache .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist htmlcov
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
