# Everything runs in .venv, which a bare Python 3.11 can make: `make PYTHON=python3.12 build` takes another.
PYTHON ?= python3
override PYTHON := $(or $(PYTHON),python3)
BIN    := .venv/bin
# Modules are compiled when they are imported first: of most packages here, few are.
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check install --no-compile --constraint constraints.txt
NEEDED := import sys; sys.exit(sys.version_info < (3, 10))
INPUTS := pyproject.toml generated/pyproject.toml bridge/pyproject.toml constraints.txt
CODE   := codegen tests generated bridge
DOCS   := mkdocs==1.6.1 mkdocs-material==9.8.1 mkdocstrings==1.0.8 mkdocstrings-python==2.0.11
RELEASE := twine==7.0.0 cyclonedx-bom==7.5.0
# The Pythons of this machine from 3.10 on. Make drops the output of a shell that ends with 127, as a search without success does.
PYTHONS = $(shell for v in 3.10 3.11 3.12 3.13 3.14 3.15; do python$$v -c "" 2>/dev/null && command -v python$$v; done; true)
PLAYWRIGHT := 1.65.2
AXE        := 4.14.1
MERMAID    := 12.3.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# A test that hangs fails. The usual limit of ten minutes is too short for a loaded machine that looks for races.
GO_TEST := go test -race -timeout 60m
unexport PYTHONDONTWRITEBYTECODE  # hundreds of child processes would compile every module again
# Many tests wait for processes and sockets: more workers than cores keep two cores busy.
PYTEST = $(BIN)/python -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder
WORKERS ?= 5

.DEFAULT_GOAL := help
.PHONY: dist release-assets help build test test-long six drafts fuzz growth check lint lint-tests lint-style lint-types lint-output bench figures bridge-figures golden pages atlas atlas-check docs docs-check mutants conformance clients load task-peers login-peers record lock clean typescript typescript-figures go agreement
.DELETE_ON_ERROR:

help:  ## list the targets (default)
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: .venv/installed  ## install, build one revision, decode real messages with it
	$(BIN)/mcpgen build --revision 2025-11-25
	@$(BIN)/python tests/demo.py

test: .venv/installed-dev  ## run the test suite without its slow tests, which `make check` runs too
	@echo "running the tests that take seconds"
	$(PYTEST) -m 'not slow and not long and not growth'

test-long: .venv/installed-dev  ## run the tests that take minutes
	$(PYTEST) -m long --timeout 0

six: .venv/installed-dev  ## run the test suite in a copy with one revision more (SIX="tests/runtime -x")
	PYTHONPATH=tests $(BIN)/python tests/six.py --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(SIX)

drafts: .venv/installed-dev  ## build every schema file of a folder; print how many are built, run and agree (DRAFTS=FOLDER)
	PYTHONPATH=tests $(BIN)/python tests/historic_drafts.py $(DRAFTS)

fuzz: .venv/installed-dev  ## run the fuzzers of codec, conversion, bridge, exceptions and threads for minutes
	$(PYTEST) -m long --timeout 0 tests/runtime

growth: .venv/installed-dev  ## measure time and memory of every public function from 10 kB to 10 MB, for hours
	$(PYTEST) --dist load -m growth --timeout 0 tests/test_growth.py

check: .venv/installed-dev  ## formatting, lint and types, then the tests, the slow ones too
	@$(MAKE) --jobs 2 lint
	@echo "running the tests, those that build packages and start servers too"
	$(PYTEST)

lint: lint-tests lint-types lint-style lint-output  ## formatting, lint, types, and generated files equal to a rebuild

lint-tests: .venv/installed-dev  # every test is found; the workers of a run then find its modules compiled
	@found=$$($(BIN)/python -m pytest --numprocesses 0 --collect-only) || { echo "$$found"; exit 1; }

lint-style: .venv/installed-dev
	$(BIN)/black --check --quiet $(CODE) || $(BIN)/black --check $(CODE)
	$(BIN)/ruff check --quiet codegen tests bridge
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml

lint-types: .venv/installed-dev
	$(BIN)/mypy --strict codegen/mcpgen bridge/mcp_bridge
	$(BIN)/mypy --strict generated/mcp_revisions tests/inferences docs/examples
	$(BIN)/pyright

lint-output: .venv/installed-dev
	$(BIN)/mcpgen build --check
	$(BIN)/mcpgen build --language typescript --check
	$(BIN)/mcpgen build --language go --check

bench: .venv/installed-dev  ## measure: builds, decoding, converting, the bridge over pipes and HTTP
	@for script in tests/bench/bench_*.py; do $(BIN)/python $$script || exit; done

figures: .venv/installed-dev  ## on a quiet machine: measure the aims and each kind of frame; write their two pages and the README's claim
	$(BIN)/python tests/bench/bench_figures.py --write

bridge-figures: .venv/installed-dev  ## on a quiet machine: measure the bridge beside a relay and a proxy; write the table of docs/measured.md
	$(BIN)/python tests/bench/bridge_table.py --write

typescript-figures: .venv/installed-dev  ## on a quiet machine: measure the npm package; write the table of docs/measured.md
	$(BIN)/python tests/bench/bench_typescript.py --write

golden: .venv/installed-dev  ## write the golden folders, tests/inferences and docs/new-revision.md again; review the difference
	PYTHONPATH=tests $(BIN)/python -m support.golden_folders
	PYTHONPATH=tests $(BIN)/python -m support.golden_adapters
	PYTHONPATH=tests $(BIN)/python -m support.inferences
	PYTHONPATH=tests $(BIN)/python -m support.golden_atlas
	PYTHONPATH=tests $(BIN)/python -m support.page_walk_through

pages: .venv/installed  ## write the reference pages of docs/ again: advice.md, cli.md, rules.md
	PYTHONPATH=tests $(BIN)/python -m support.reference_pages

atlas: .venv/installed  ## write the atlas to build/atlas
	$(BIN)/mcpgen atlas --out build/atlas

atlas-check: .venv/installed-dev atlas  ## open the atlas in a browser: links, search, accessibility (needs npm and Chromium)
	$(PIP) playwright==$(PLAYWRIGHT)
	@test -d build/axe/node_modules/axe-core || npm install --silent --no-fund --no-audit --prefix build/axe axe-core@$(AXE)
	PYTHONPATH=tests $(BIN)/python tests/browser/check_atlas.py build/atlas build/axe/node_modules/axe-core/axe.min.js --shots build/shots

docs: .venv/installed atlas  ## write the docs site to build/docs, with the API reference and the atlas (needs npm)
	$(PIP) $(DOCS)
	@test -d build/mermaid/node_modules/mermaid || npm install --silent --no-fund --no-audit --prefix build/mermaid mermaid@$(MERMAID)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	rm -rf build/docs/atlas
	cp -r build/atlas build/docs/atlas
	mkdir -p build/docs/javascripts
	cp build/mermaid/node_modules/mermaid/dist/mermaid.min.js build/docs/javascripts/
	@echo "wrote the site; open build/docs/index.html"

docs-check: docs  ## open the docs site in a browser: links, figures, no request to another site (needs npm and Chromium)
	$(PIP) playwright==$(PLAYWRIGHT)
	PYTHONPATH=tests $(BIN)/python tests/browser/check_docs.py build/docs --shots build/shots

typescript: .venv/installed-dev  ## build the npm package: check its types, typescript/dist, the tarball, tried in a fresh folder (needs npm's registry)
	$(BIN)/mcpgen build --language typescript --check
	PYTHONPATH=tests $(BIN)/python -m support.npm_package

go: .venv/installed-dev  ## check, vet and test the Go module (needs Go and its module proxy)
	$(BIN)/mcpgen build --language go --check
	@test -z "$$(cd go && gofmt -l .)" || { echo "run gofmt -w go" >&2; exit 1; }
	cd go && go vet ./... && go run $(STATICCHECK) ./... && $(GO_TEST) ./...
	cd go/mcpsdk && go vet ./... && $(GO_TEST) ./...
	cd go/examples/mcpgo && go vet ./... && $(GO_TEST) ./...
	$(PYTEST) tests/go

agreement: .venv/installed-dev  ## run the testees of other implementations; write docs/agreement.md (needs npm, Go, cargo, Maven)
	$(BIN)/python tests/testees/agreement.py

mutants: .venv/installed-dev  ## change the code's meaning in small ways; print each change that no test notices (MUTANTS="--sample 3")
	$(BIN)/python tests/mutants.py $(MUTANTS)

conformance: .venv/installed-dev  ## run the official conformance suite through the bridge; write docs/conformance.md (needs npm)
	$(BIN)/python tests/conformance/run.py

clients: .venv/installed-dev  ## run official clients through the bridge over minutes; write docs/bridge-clients.md (needs npm, Go, cargo, Maven)
	$(BIN)/python tests/clients/matrix.py

load: .venv/installed-dev  ## load the bridge: 1,000 sessions, 10,000 calls, broken peers; four processes (needs haproxy)
	$(BIN)/python tests/load/http_load.py
	$(BIN)/python tests/load/many_processes.py

task-peers: .venv/installed-dev  ## run tasks across the bridge with the official clients and servers (needs npm)
	$(BIN)/python -m pytest -n0 -m long --timeout 0 tests/bridge/core/test_bridge_task_peers.py

login-peers: .venv/installed-dev  ## log in with authorization servers of the registries of npm and Python
	$(BIN)/python -m pytest -n0 -m long --timeout 0 tests/bridge/test_login_peers.py

record: .venv/installed-dev  ## record live sessions of real servers again (needs npm)
	$(BIN)/python tests/recording/record.py

lock: .venv/installed-dev  ## resolve constraints.txt again, for Python 3.10 and later on every platform
	$(BIN)/python -m pip --quiet install uv==0.13.8
	UV_PYTHON_DOWNLOADS=never $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.10 --no-annotate \
	  --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
	  --no-emit-package mcp-revisions \
	  --extra dev --extra forms --extra login pyproject.toml generated/pyproject.toml bridge/pyproject.toml --output-file constraints.txt

dist: .venv/installed-dev build/release/installed typescript  ## build every package twice, check it, install it with every Python here, and run its job (needs npm)
	build/release/bin/python tests/release/packages.py build dist
	build/release/bin/python tests/release/packages.py install dist --pythons $(PYTHONS)

release-assets: build/release/installed  ## after `make dist`: write build/assets, the export and an SBOM of each package
	build/release/bin/python tests/release/packages.py assets dist

# The tools of a release bring packages that change what the tests see, so they have an environment of their own.
build/release/installed: .venv/installed constraints.txt
	$(BIN)/python -m venv build/release
	build/release/bin/python -m pip --quiet --disable-pip-version-check install --constraint constraints.txt hatchling $(RELEASE)
	@touch $@

clean:  ## remove the environment and every cache
	rm -rf .venv build dist generated/dist bridge/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/installed: $(INPUTS)
	@echo "installing mcpgen, mcp-revisions and mcp-revisions-bridge in .venv, with the packages of constraints.txt"
	@$(PYTHON) -c "$(NEEDED)" || { echo "make: Python 3.10 or later is needed, and $(PYTHON) is $$(case "$$($(PYTHON) --version 2>&1)" in "Python "[0-9]*) $(PYTHON) --version ;; *) echo no Python that runs ;; esac); choose another: make PYTHON=python3.12 build" >&2; exit 1; }
	@$(BIN)/python -c "$(NEEDED)" 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@$(PIP) hatchling editables
	@$(PIP) --no-build-isolation --editable . --editable generated --editable bridge
	@touch $@

.venv/installed-dev: .venv/installed
	@echo "installing the development tools"
	@$(PIP) --no-build-isolation --editable '.[dev]' --editable 'generated[forms]' --editable 'bridge[login]'
	@touch $@
