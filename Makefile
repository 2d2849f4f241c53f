# Everything runs in .venv, which is set up by itself. Needs Python 3.11+ and make; all paths are relative, so that a folder
# with a space in its name does no harm.

SHELL := /bin/sh
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet install -c constraints.txt

.PHONY: demo test verify lint bench notebooks documents venv clean
.DEFAULT_GOAL := demo

.venv/base.stamp: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "mjsim needs Python 3.11 or newer, with venv" >&2; exit 2; }
	@echo "setting up .venv with $(PYTHON) (once)" >&2
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@$(PIP) -e .
	@touch $@

.venv/dev.stamp: .venv/base.stamp
	@echo "adding the tools for tests (once)" >&2
	@$(PIP) -e '.[dev]'
	@touch $@

.venv/bench.stamp: .venv/base.stamp
	@$(PIP) -e '.[bench]'
	@touch $@

.venv/notebooks.stamp: .venv/base.stamp
	@$(PIP) -e '.[notebooks]'
	@touch $@

venv: .venv/dev.stamp

demo: .venv/base.stamp  ## play 200,000 hands each of three variants, with tables and charts
	@$(PY) -m mjsim demo

test: .venv/dev.stamp  ## the tests
	@$(PY) -m pytest -n auto

verify: .venv/dev.stamp  ## the long checks
	@$(PY) -m pytest -n auto -m verify

lint: .venv/dev.stamp  ## style and types
	@$(PY) -m ruff check .
	@$(PY) -m mypy

bench: .venv/bench.stamp  ## speed, beside peers
	@$(PY) -m mjsim bench --peers

notebooks: .venv/notebooks.stamp  ## execute the notebooks and write them with their outputs
	@$(PY) notebooks/make.py

.venv/fuzz.stamp: .venv/dev.stamp
	@$(PIP) -e '.[fuzz]'
	@touch $@

fuzz: .venv/fuzz.stamp  ## variant files and expressions, four minutes each, with coverage (needs a wheel of atheris for this system)
	@for target in expressions files variants; do $(PY) -m tests.fuzz.run $$target || exit 1; done

digests: .venv/dev.stamp  ## what every variant plays, written anew after a change of KERNEL_VERSION
	@$(PY) -m tests.digests.make

documents: .venv/base.stamp  ## everything that is made from the code: docs, data dictionary, index of the catalogue
	@$(PY) -m mjsim.docs
	@$(PY) -m tests.catalog.reachability
	@$(PY) -m mjsim.store.dictionary > data/README.md
	@$(PY) -m mjsim.cli.variants > index.tmp && mv index.tmp mjsim/catalog/index.json

clean:  ## the environment and all caches; data sets under data/runs stay
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist
	find mjsim tests -name __pycache__ -type d -prune -exec rm -rf {} +
