# Spinney, from a fresh clone: make play, make test. Needs python3 (3.11 to 3.14) and make.
# For GNU make 3.81 (what macOS ships) and any POSIX shell.

BIN := .venv/bin

# For the tests, more arguments: make test ARGS="-k clock -x"
ARGS =
# Bytecode is kept, also where the environment says otherwise: else each of some hundred processes
# that the tests begin would compile all sources anew.
TESTS = PYTHONDONTWRITEBYTECODE= && export PYTHONDONTWRITEBYTECODE && \
	SPINNEY_CHROMIUM=$$(scripts/browser) && export SPINNEY_CHROMIUM && $(BIN)/

# One pip at a time, also under make -j.
.NOTPARALLEL:

.PHONY: help play test coverage bench load soak shots lint texts docs lock clean

help: ## this list
	@echo 'Spinney. Type make and one of:'
	@sed -n 's/^\([a-z]*\):.*## /  \1	/p' Makefile

play: .venv/play.stamp ## play in the browser
	@echo 'Starting Spinney'
	@$(BIN)/spinney play

test: .venv/dev.stamp ## run all tests, those in a browser too
	$(TESTS)pytest -n auto --dist worksteal $(ARGS)

# Apart from the tests: before Python 3.12 measuring takes half as long again.
coverage: .venv/dev.stamp ## run all tests and measure the share of lines that they run
	@$(BIN)/coverage erase
	$(TESTS)coverage run -m pytest -n auto --dist worksteal
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report --format=total

bench: .venv/dev.stamp ## measure speed, beside other libraries, and the calibration of hints
	@$(MAKE) --no-print-directory .venv/bench.stamp || echo 'Other libraries are skipped.'
	$(BIN)/python -m benchmarks

load: .venv/dev.stamp ## measure the throughput of a server
	$(BIN)/python -m benchmarks.load $(ARGS)

soak: .venv/dev.stamp ## kill a thousand workers during play and count lost data
	$(BIN)/python -m benchmarks.soak $(ARGS)

shots: .venv/dev.stamp ## take pictures of every page and every phase of every game
	SPINNEY_CHROMIUM=$$(scripts/browser) && export SPINNEY_CHROMIUM && \
	$(BIN)/python -m tests.web.shots $(ARGS)

lint: .venv/dev.stamp ## check format, style and types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

texts: .venv/dev.stamp ## extract the texts, update the catalogues of all languages and compile them
	$(BIN)/python -m spinney.i18n.catalogue

docs: .venv/dev.stamp ## build the documentation
	$(BIN)/python docs/generate.py
	$(BIN)/sphinx-build -q -W --keep-going -b html -d build/doctrees docs build/docs
	@echo "file://$(CURDIR)/build/docs/index.html"

lock: ## choose the newest releases anew and write locks/
	scripts/lock --upgrade

clean: ## remove all that make has made
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage* \
		.dmypy.json test-results docs/_pictures
	find src tests benchmarks docs -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || :

# The stamps: nothing is installed again until a lock or pyproject.toml changes.
.venv/%.stamp: locks/%.txt locks/build.txt pyproject.toml .venv/made.stamp
	@scripts/install $*
	@touch $@

.venv/bench.stamp: locks/bench-source.txt

.venv/made.stamp:
	@scripts/venv
	@touch $@

# An upgrade of the system's Python leaves an environment that no longer starts: make it anew.
ifneq ($(shell $(BIN)/python -c 'print(1)' 2>/dev/null),1)
.PHONY: .venv/made.stamp
endif
