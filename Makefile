# make site: everything to a built website; make test: everything that CI runs but the proofs and coverage;
# make proofs: those. All start from nothing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SITE := build/site
export NO_MKDOCS_2_WARNING := 1
# two builds of one commit are byte-identical
export SOURCE_DATE_EPOCH := $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

.PHONY: site test coverage mutated mutants proofs check serve bench dist lock clean
.DEFAULT_GOAL := site

# a stamp per kind of environment: nothing is reinstalled while neither the project's nor the lock's dependencies changed
$(VENV)/site.stamp: pyproject.toml constraints.txt
	@tools/environment $(PYTHON) $(VENV) site
	@touch $@

$(VENV)/test.stamp: pyproject.toml constraints.txt
	@tools/environment $(PYTHON) $(VENV) site,test
	@touch $@ $(VENV)/site.stamp

site: $(VENV)/site.stamp
	$(BIN)/dpzoo check definitions
	$(BIN)/dpzoo site build
	@echo
	@echo "The website is in $(SITE): open $(SITE)/index.html, or serve it with 'make serve'."

check: $(VENV)/site.stamp
	$(BIN)/dpzoo check definitions

serve: $(VENV)/site.stamp
	$(BIN)/dpzoo site serve

test: $(VENV)/test.stamp
	tools/browser >/dev/null
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/dpzoo check definitions
	$(BIN)/dpzoo site build
	CHROMIUM="$$(tools/browser)" DPZOO_SITE=$(SITE) $(BIN)/python -m pytest -n auto --dist loadgroup

# the same tests, and how much of the code they reach: to watch every line takes twice as long, so a release does it
coverage: $(VENV)/test.stamp
	tools/browser >/dev/null
	$(BIN)/dpzoo site build
	CHROMIUM="$$(tools/browser)" DPZOO_SITE=$(SITE) $(BIN)/coverage run -m pytest -n auto --dist loadgroup
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# compiles the proofs, checks them against what the records say, and lists what they assume
proofs: $(VENV)/site.stamp
	@tools/rocq
	$(BIN)/dpzoo formal --verify build/proofs
	@git diff --exit-code --stat -- proofs/checked.json || { echo "proofs/checked.json has changed: commit it"; exit 1; }
# mutation tests of what says yes and what concludes; a part of it: make mutants MUTANTS='dpzoo.witnesses.*'
mutants: $(VENV)/test.stamp
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

bench: $(VENV)/test.stamp
	$(BIN)/python tests/bench.py
	CHROMIUM="$$(tools/browser)" $(BIN)/python tests/lighthouse.py

# mutated records and command lines: findings or a sentence, never a traceback
mutated: $(VENV)/test.stamp
	$(BIN)/python tests/mutated.py 10000 2000

# wheel and sdist into dist/, built twice: the two must be equal, and fit for a package index
dist: $(VENV)/test.stamp
	rm -rf dist build/again
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python -m build --no-isolation --outdir build/again . >/dev/null
	cd dist && sha256sum *.whl *.tar.gz > ../build/SHA256SUMS
	cd build/again && sha256sum --check ../SHA256SUMS
	$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz

# newest versions that the oldest supported Python can take; run it with Python 3.11
lock:
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[site,test]'
	@{ echo '# Exact versions of everything that make installs; made by make lock.'; $(BIN)/python -m pip freeze --exclude-editable; } > constraints.txt
	@touch $(VENV)/site.stamp $(VENV)/test.stamp

clean:
	rm -rf build dist mutants $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
