# `make book` and `make test` start from a bare clone with Python 3.11+ and make. `make help` lists the rest.

.DEFAULT_GOAL := help
.PHONY: help book live offline classroom exams test thorough notebooks pairs pdf browser benchmarks mutation kernel lock hashes clean

# The first Python that is new enough; PYTHON=... chooses another.
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c '$(NEW_ENOUGH)' 2>/dev/null && { echo $$p; break; }; done)

# CONSTRAINTS= (empty) installs the newest versions instead of the locked ones.
CONSTRAINTS ?= constraints.txt
# HASHED=constraints-hashed.txt checks the digest of every package, PyTorch apart, before it is installed.
HASHED ?=
VENV ?= .venv
BIN := $(VENV)/bin
# The mark is named for what the two files hold: a new date on them installs nothing.
STATE := $(shell cat pyproject.toml $(CONSTRAINTS) /dev/null | cksum | tr ' ' -)
READY := $(VENV)/ready-$(STATE)
# One process per core, so one thread in each.
TEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest -q -n auto --dist worksteal

help:  ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/make \1\t\2/' | expand -t 18

$(READY):
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found; install one or set PYTHON=..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
		{ rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment; on Debian: apt-get install python3-venv"; exit 1; }
	@echo "installing into $(VENV) (once; two or three minutes)"
	@$(if $(HASHED),$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes --no-deps -r $(HASHED))
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
		$(if $(CONSTRAINTS),-c $(CONSTRAINTS)) --editable ".[book,dev,learning,data,llm,cluster]"
	@rm -f $(VENV)/ready-*
	@touch $@

book: $(READY)  ## run the notebooks where needed, build the site
	@$(BIN)/python book/make.py

# PYODIDE_DIST=... names a folder or an archive with Pyodide's compiled wheels, PYODIDE_VERSION=... another pinned version.
live: book  ## the site again, with pages that run in the reader's browser (Pyodide, self-hosted)
	@$(BIN)/python book/live.py

offline: book  ## the same as one archive, which runs from a stick without a server
	@$(BIN)/python book/live.py --offline

classroom: $(READY)  ## after make book or make live: serve the site to everybody on this network
	@$(BIN)/python book/classroom.py

# Of the site as it is, so that it can follow `make live`, which a new book would take away.
exams: $(READY)  ## after make book: exams as PDF, without and with verdicts (Chromium); SEED=7: questions with drawn numbers
	@$(BIN)/python book/exams.py $(if $(SEED),--seed $(SEED))

test: $(READY)  ## run the notebooks where needed, then every check: pairs, register, linter, tests
	@$(BIN)/python book/execute.py
	@$(BIN)/python book/pairing.py --check
	@$(BIN)/python -m claimbook
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --quiet --check . || { echo "format: run $(BIN)/ruff format ."; exit 1; }
	@$(TEST) -m "not browser and not thorough" --junitxml=_build/tests.xml
	@$(BIN)/python -m claimbook --passed _build/tests.xml > _build/register.txt || \
		{ sed -n '/problem/,$$p' _build/register.txt; exit 1; }
	@echo "Looked at: executed notebooks in _build/executed, verdicts above; the site is made by make book."

thorough: $(READY)  ## the tests that make test leaves out: they build small books, or work through all errors
	@$(TEST) -m thorough $$(grep -rl --include='test_*.py' mark.thorough tests)

notebooks: $(READY)  ## write the .ipynb beside every .md, and run them where needed
	@$(BIN)/python book/pairing.py
	@$(BIN)/python book/execute.py

pairs: $(READY)  ## write the .ipynb beside every .md, running nothing
	@$(BIN)/python book/pairing.py

pdf: $(READY)  ## the book as a PDF (needs xelatex and latexmk)
	@$(BIN)/python book/execute.py
	@$(BIN)/python book/build.py --pdf

# A question to a page that has crashed is never answered; after ten minutes its process ends and the others go on.
browser: $(READY)  ## test the built site in headless Chromium
	@$(TEST) -m browser --timeout 600 --timeout-method thread -rs tests/book

benchmarks: $(READY)  ## measure, side by side; decides nothing
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		$(if $(CONSTRAINTS),-c $(CONSTRAINTS)) --editable ".[book,dev,learning,data,llm,cluster,benchmarks]"
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

mutation: $(READY)  ## after make test: break every check on purpose (PAGES=...: of some pages) and see whether it notices
	@OMP_NUM_THREADS=1 $(BIN)/python -u -m claimbook mutation $(PAGES)

kernel: $(READY)  ## let a second kernel check every identity and every sign (needs coqc; on Debian: apt-get install coq)
	@$(BIN)/python book/execute.py
	@$(BIN)/python -m claimbook theorems
	@$(BIN)/python -m claimbook kernel

lock:  ## write constraints.txt from a fresh environment
	@rm -rf _build/lock && $(PYTHON) -m venv _build/lock
	@_build/lock/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[book,dev,learning,data,llm,cluster,benchmarks]"
	@{ sed -n '/^#/p' constraints.txt; _build/lock/bin/python -m pip list --format=freeze --exclude-editable \
		--exclude pip --exclude setuptools --exclude wheel --exclude incentives | sed 's/+[^ ]*$$//' | sort -f; } > _build/lock.txt
	@mv _build/lock.txt constraints.txt && rm -rf _build/lock
	@echo "The versions: constraints.txt; now make hashes"

hashes:  ## write constraints-hashed.txt: the digests of all files of the locked versions
	@mkdir -p _build && $(PYTHON) -m venv _build/uv && _build/uv/bin/python -m pip install --quiet --disable-pip-version-check uv
	@_build/uv/bin/uv pip compile --quiet pyproject.toml $(foreach e,book dev learning data llm cluster,--extra $(e)) -c constraints.txt \
		--universal --python-version 3.11.15 --generate-hashes --no-header --no-annotate -o _build/hashed.txt
	@$(PYTHON) book/hashes.py _build/hashed.txt constraints.txt > _build/hashes.txt && mv _build/hashes.txt constraints-hashed.txt

clean:  ## remove everything that was built; the environment stays
	rm -rf _build .pytest_cache .ruff_cache .hypothesis book/claims.md book/claims-*.md book/claim-graph.md book/errata-*.md book/questions-*.md
	find book lib notebooks tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
