# Everything sets itself up in .venv; Python 3.11 or later and make are all that has to be there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATA ?=
ARGS ?=

.PHONY: demo test lint bench results clean

$(VENV)/.installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "sitegist needs Python 3.11 or later; set PYTHON=..."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(MAKE) --no-print-directory system-venv
	$(BIN)/pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/pip install --quiet --editable . --group test --group lint
	@touch $@

# Debian keeps venv in a package of its own.
.PHONY: system-venv
system-venv:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv $(VENV); \
	else echo "please install python3-venv (apt-get install python3-venv)"; exit 1; fi

$(VENV)/.bench: $(VENV)/.installed
	$(BIN)/pip install --quiet --editable '.[peers,learn]' --group bench
	@touch $@

## demo: crawl, mine and judge our demonstration site, and show it in a browser; ARGS=--once
demo: $(VENV)/.installed
	$(BIN)/sitegist demo $(ARGS)

## screenshots: take those of docs/images anew
.PHONY: screenshots
screenshots: $(VENV)/.installed chromium
	$(BIN)/python examples/screenshots.py $(ARGS)

# The tests of the application and of rendering drive the system's browser.
.PHONY: chromium
chromium:
	@for name in chromium chromium-browser google-chrome google-chrome-stable; do \
		if command -v $$name >/dev/null; then exit 0; fi; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; \
	else echo "no Chromium, so tests in a browser are skipped; install it with: apt-get install chromium"; fi

## test: all tests, documentation included
test: $(VENV)/.installed chromium
	$(BIN)/python -m pytest -n auto

## lint: style and types
lint: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

## bench: speed and memory, beside the peers; DATA=folder of pages, else the demonstration site
bench: $(VENV)/.bench
	$(BIN)/python benchmarks/speed.py $(DATA)

## bench-crawl: 2,000 pages crawled and mined by one command, killed on the way too; ARGS="--pages 500"
.PHONY: bench-crawl
bench-crawl: $(VENV)/.bench
	$(BIN)/python -m benchmarks.crawling $(ARGS)

## results: measure docs/results.md anew on the sites in DATA; ARGS="--only sites", and the like
results: $(VENV)/.bench
	@test -n "$(DATA)" || { echo "make results DATA=FOLDER, with sites/NAME.tar.xz"; exit 1; }
	$(BIN)/python -m benchmarks.results $(DATA) --parallel 2 $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache
