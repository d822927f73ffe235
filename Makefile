# Everything that is done to flagdb from a shell. `make help` prints the targets, which are
# described by what follows `##` on their lines.

PREFIX  ?= /usr/local
DESTDIR ?=

share     = $(DESTDIR)$(PREFIX)/share
installed = $(DESTDIR)$(PREFIX)/bin/flagdb \
            $(share)/bash-completion/completions/flagdb \
            $(share)/zsh/site-functions/_flagdb \
            $(share)/fish/vendor_completions.d/flagdb.fish
manuals   = $(wildcard man/*.[1-9])
tool      = .build/debug/flagdb

.PHONY: help demo test check lint bench docs record release install install-share uninstall clean
.DEFAULT_GOAL := help

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: ## Build the tool and show what it does
	@Scripts/setup build
	@swift build --product flagdb
	@Scripts/demo $(tool)

test: ## Build everything and run all tests
	@Scripts/setup test
	@swift build --build-tests
	@swift test --skip-build --disable-xctest

check: ## All that must hold before a commit: lint, then test
	@Scripts/setup test
	@$(MAKE) --no-print-directory lint test

lint: ## Check the form of sources, scripts, manual pages and completions
	@Scripts/lint

bench: release ## Measure against other tools; Benchmarks/README.md says what
	@Benchmarks/run

docs: ## Write man/ and completions/ anew from the table of commands
	@swift build --product flagdb
	@mkdir -p completions man
	@$(tool) document --completions completions --man man

record: ## Write into the transcripts what the tool does now
	@swift build --build-tests
	-@FLAGDB_RECORD=1 swift test --skip-build --disable-xctest --filter TranscriptTests
	@git status --short Tests/Transcripts README.md Documentation

release: ## Build the tool as one static file, dist/flagdb
	@Scripts/setup build
	@Scripts/release

install: release install-share ## Install the tool, manual and completions under PREFIX (and DESTDIR)
	@install -d $(dir $(word 1,$(installed)))
	install -m 755 dist/flagdb $(word 1,$(installed))

install-share: # what is not built: manual and completions
	@for file in $(wordlist 2,4,$(installed)); do install -d "$$(dirname "$$file")"; done
	install -m 644 completions/flagdb.bash $(word 2,$(installed))
	install -m 644 completions/_flagdb $(word 3,$(installed))
	install -m 644 completions/flagdb.fish $(word 4,$(installed))
	@for page in $(manuals); do \
	  folder="$(share)/man/man$${page##*.}"; \
	  install -d "$$folder" && install -m 644 "$$page" "$$folder" || exit 1; \
	done

uninstall: ## Remove what install put under PREFIX (and DESTDIR)
	rm -f $(installed)
	@for page in $(manuals); do \
	  rm -f "$(share)/man/man$${page##*.}/$${page##*/}"; \
	done

clean: ## Remove what was built
	rm -rf .build dist
