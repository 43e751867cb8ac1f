# make play   open the house: a page for everyone in the room
# make test   linter, types and all tests, in about half an hour on two cores
# Both make their own environment first and need Python 3.11 or later and, the first time, a network.

SHELL := /bin/bash
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
CORES := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)

.PHONY: play engine postgresql lab ray learn gymnasium pettingzoo openspiel examples test lint interpreted compiled unchecked soak bench locale clean crash serving serving-soak

play: $(VENV)/play
	@$(BIN)/ludotheque serve --lan --browser

# uv where it is there, else venv and pip.
define install
	@if command -v uv >/dev/null; then \
	  test -x $(BIN)/python || uv venv --quiet --python $(PYTHON) $(VENV); \
	  uv pip install --quiet --python $(BIN)/python -e '$(1)'; \
	else \
	  test -x $(BIN)/python || $(PYTHON) -m venv $(VENV); \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '$(1)'; \
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

test: lint interpreted compiled

lint: $(VENV)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The rules interpreted: every branch of games/ covered by their own tests, then everything else.
interpreted: $(VENV)/dev
	$(BIN)/pytest -n $(CORES) --dist worksteal --cov --cov-report=term:skip-covered tests/games tests/test_options.py
	$(BIN)/pytest -n $(CORES) --dist worksteal --ignore=tests/games --ignore=tests/test_options.py

COMPILED := $(BIN)/pytest -n $(CORES) --dist worksteal tests/games tests/test_every_game.py --ignore-glob="*/test_happenings.py"

# The same tests on compiled rules, every index checked.
compiled: $(VENV)/dev
	LUDOTHEQUE_RULES=compiled NUMBA_BOUNDSCHECK=1 $(COMPILED)

# And unchecked, as they run for speed; `make test` does that in tests/engine and, step by step, in test_every_game.py.
unchecked: $(VENV)/dev
	LUDOTHEQUE_RULES=compiled $(COMPILED)

# Ten thousand random games of everything; takes a while, shows how far it is.
soak: $(VENV)/dev
	$(BIN)/python -m tests.soak --games 10000

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
