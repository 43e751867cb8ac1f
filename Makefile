# make play       open the house: a page for everyone in the room
# make check      while you work: linter, types, and the tests that notice at once what broke
# make test       every kind of proof, each once
# make thorough   the same proofs at length
# They make their own environment first and need Python 3.11 or later and, the first time, a network.

SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
PYTHON_FOUND := $(shell command -v python3)
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)

# Tests start Python a few hundred times; without the files that it keeps of what it has read, each start takes twice as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play check test thorough lint own interpreted compiled unchecked gpu faults again test-cost soak crash serving serving-soak bench \
	examples locale clean walk engine postgresql lab ray learn gymnasium pettingzoo openspiel

play: $(VENV)/play
	@$(BIN)/ludotheque serve --lan --browser

# uv where it is there, else venv and pip. What is never imported need not be compiled, and that is most of it.
define install
	@if command -v uv >/dev/null; then \
	  test -x $(BIN)/python || uv venv --quiet --python $(PYTHON) $(VENV); \
	  uv pip install --quiet --python $(BIN)/python -e '$(1)'; \
	else \
	  test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -e '$(1)'; \
	fi
	@touch $@
endef

CATALOGUES := $(wildcard src/ludotheque/locale/*/LC_MESSAGES/*.po)

# With the engine: bots that think ahead need it.
$(VENV)/play: pyproject.toml $(CATALOGUES)
	@echo "Making an environment in $(VENV) ..."
	$(call install,.[engine])

$(VENV)/dev: pyproject.toml $(CATALOGUES)
	@echo "Making an environment in $(VENV) ..."
	$(call install,.[dev])
	@touch $(VENV)/play

# The rules compiled, and pictures of what was simulated.
engine: $(VENV)/engine

$(VENV)/engine: pyproject.toml $(CATALOGUES)
	@echo "Installing the engine in $(VENV) ..."
	$(call install,.[engine$(comma)plot])
	@touch $(VENV)/play

postgresql: $(VENV)/postgresql

$(VENV)/postgresql: pyproject.toml $(CATALOGUES)
	@echo "Installing what speaks to PostgreSQL in $(VENV) ..."
	$(call install,.[postgresql])
	@touch $(VENV)/play

# Tournaments with ratings; on many machines. And policies that are trained, on a GPU.
lab: $(VENV)/lab
ray: $(VENV)/ray
learn: $(VENV)/learn

$(VENV)/lab: pyproject.toml $(CATALOGUES)
	$(call install,.[engine$(comma)plot$(comma)lab])
	@touch $(VENV)/play

$(VENV)/ray: pyproject.toml $(CATALOGUES)
	$(call install,.[engine$(comma)plot$(comma)lab$(comma)ray])
	@touch $(VENV)/play

$(VENV)/learn: pyproject.toml $(CATALOGUES)
	$(call install,.[learn])
	@touch $(VENV)/play

# The games inside other people's interfaces.
gymnasium: $(VENV)/gymnasium
pettingzoo: $(VENV)/pettingzoo
openspiel: $(VENV)/openspiel

$(VENV)/gymnasium $(VENV)/pettingzoo $(VENV)/openspiel: $(VENV)/%: pyproject.toml $(CATALOGUES)
	$(call install,.[$*])
	@touch $(VENV)/play

$(VENV)/examples: pyproject.toml $(CATALOGUES)
	$(call install,.[examples])
	@touch $(VENV)/play

# Three learners, each in a few minutes, and the pictures of docs/learning.md.
examples: $(VENV)/examples
	$(BIN)/python examples/cfr_small_game.py --picture docs/images/learning-cfr.svg
	$(BIN)/python examples/ppo_selfplay.py --picture docs/images/learning-ppo.svg
	$(BIN)/python examples/masked_ppo.py --picture docs/images/learning-sb3.svg

$(VENV)/bench: $(VENV)/dev
	$(call install,.[dev$(comma)bench])

comma := ,

PYTEST := $(BIN)/pytest -n $(CORES) --dist worksteal

check: lint
	LUDOTHEQUE_SIZE=check $(PYTEST)

# The types are read by one process.
test: $(VENV)/dev
	$(MAKE) --no-print-directory -j2 lint compiled
	$(MAKE) --no-print-directory interpreted

thorough: $(VENV)/dev
	$(MAKE) --no-print-directory own
	LUDOTHEQUE_SIZE=thorough $(MAKE) --no-print-directory interpreted compiled

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Every branch of games/ is covered by their own tests, few as they are in `make check`: watching each line takes its time.
own: $(VENV)/dev
	LUDOTHEQUE_SIZE=check $(PYTEST) --cov --cov-report=term:skip-covered tests/games tests/test_options.py

interpreted: $(VENV)/dev
	$(PYTEST)

COMPILED := LUDOTHEQUE_RULES=compiled $(PYTEST) tests/games tests/test_every_game.py

# The games' tests again on compiled rules, every index checked.
compiled: $(VENV)/dev
	NUMBA_BOUNDSCHECK=1 $(COMPILED)

# And unchecked, as they run for speed; `make test` does that in tests/engine, `make thorough` in test_every_game.py, too.
unchecked: $(VENV)/dev
	$(COMPILED)

# The tests that need a GPU, with the Python that is there: installs nothing, says what is missing.
gpu:
	@$(PYTHON_FOUND) scripts/gpu.py --keep

# Plants faults in the product and says which of them the tests notice; hours, can be interrupted and goes on.
faults: $(VENV)/dev
	$(BIN)/python -m tests.faults

# The tests ten times running, each run kept; for finding those that fail now and then.
again: $(VENV)/dev
	$(BIN)/python scripts/again.py

# What each test costs, as a table in docs/testing.md.
test-cost: $(VENV)/dev
	$(BIN)/python scripts/test_cost.py

# Plays every game in a browser on five screens and checks each position; can be interrupted and goes on.
walk: $(VENV)/dev
	$(BIN)/python -m tests.walk

# Ten thousand random games of everything; takes a while, shows how far it is.
soak: $(VENV)/dev
	$(BIN)/python benchmarks/soak.py

bench: $(VENV)/bench
	$(BIN)/python benchmarks/positions.py
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/openspiel.py
	$(BIN)/python scripts/figures.py

# The house under harm: hundreds of kills, a thousand games with broken connections, a hundred thousand mutated frames;
# half an hour of mixed load. And beside boardgame.io's server, which needs Node.js.
crash: $(VENV)/dev
	$(BIN)/python benchmarks/crash.py
	$(BIN)/python benchmarks/hostile.py --twins 2

serving-soak: $(VENV)/dev
	$(BIN)/python benchmarks/serving_soak.py --minutes 30

serving: $(VENV)/dev
	npm ci --silent --prefix benchmarks/serving/peer
	$(BIN)/python benchmarks/serving.py --growth

# After changing a text: collect the messages again and compile the catalogues.
locale: $(VENV)/dev
	$(BIN)/python scripts/catalogues.py

clean:
	rm -rf $(VENV) build dist .coverage .mypy_cache .pytest_cache .ruff_cache
