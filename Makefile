# make serve: prepare everything and start the app.   make test: prepare everything, then lint, types, all tests.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: serve install test check prove audit bench train lock clean

serve: install
	$(BIN)/companion serve

install: .venv/installed

# One stamp: pip runs again only when the lock file or the project's own metadata changed.
.venv/installed: requirements.lock pyproject.toml
	.ci/system-packages opencv
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Companion needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -x -n 2 --ignore tests/browser --ignore tests/vision --ignore tests/web
	$(BIN)/python tools/audit.py

test: install
	.ci/system-packages opencv chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2

# A million random placements, the engine against the naive scorer; a server killed 500 times. Takes a while.
prove: install
	$(BIN)/python -m tests.prove 1000000
	$(BIN)/python -m tests.kills 500

# Known vulnerabilities of what is installed, where the service that knows them answers.
audit: install
	$(BIN)/python tools/audit.py

bench: install
	$(BIN)/python bench/score.py

# Makes the weights in data/vision anew; they are kept in the repository, so nobody has to.
train: install
	$(BIN)/python -m pip install --quiet --editable .[train]
	$(BIN)/python tools/train_digits.py

# Needs `uv` on the PATH; the lock serves every Python from 3.11 on.
lock:
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 \
	  --no-emit-index-url --no-emit-find-links --no-header --quiet --output-file requirements.lock

clean:
	rm -rf .venv build dist
