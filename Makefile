# Everything that is done to flagdb from a shell. `make help` prints the targets, which are
# described by what follows `##` on their lines.

PREFIX  ?= /usr/local
DESTDIR ?=

# Not every shell puts the home folder in place of a tilde within a word.
ifneq ($(filter ~/%,$(firstword $(PREFIX))),)
override PREFIX := $(HOME)$(patsubst ~%,%,$(PREFIX))
endif

# The shell takes both from its environment, so that no blank or quote in them does harm.
export PREFIX DESTDIR
bin   = "$$DESTDIR$$PREFIX/bin"
exec  = "$$DESTDIR$$PREFIX/libexec"
share = "$$DESTDIR$$PREFIX/share"
bash  = $(share)/bash-completion/completions
zsh   = $(share)/zsh/site-functions
fish  = $(share)/fish/vendor_completions.d
tool  = .build/debug/flagdb

.PHONY: help demo test test-elsewhere campaigns torture race sanitize check lint bench docs archive site record release deb dist source \
        container reproduce install install-share uninstall check-prefix check-writable clean
.DEFAULT_GOAL := help

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: ## Build the tool and show what it does
	@Scripts/setup build
	@Scripts/build --product flagdb
	@Scripts/demo $(tool)

test: ## Build everything and run all tests
	@Scripts/setup test
	@Scripts/build-tests
	@Scripts/test

test-elsewhere: ## Run tests at another date, in another time zone and locale, with the tool as users have it
	@Scripts/setup test
	@Scripts/build-tests
	@Scripts/test-elsewhere

campaigns: ## Run in full the tests of which 'make test' runs a part: each night
	@Scripts/setup test
	@Scripts/build-tests
	@Scripts/campaigns

torture: ## Look for broken promises, for TORTURE_SECONDS (3600); SANITIZE=address or thread
	@Scripts/setup build
	@Scripts/torture

race: ## Run ten readers and a writer of the library under the thread sanitizer
	@Scripts/setup build
	@Scripts/build --product ManyReaders --sanitize=thread --scratch-path .build/thread
	@.build/thread/debug/ManyReaders

sanitize: ## Run the tests that run in one process under a sanitizer: SANITIZE=thread (or address)
	@Scripts/setup test
	@Scripts/sanitize "$${SANITIZE:-thread}"

check: ## All that must hold before a commit: lint, then test with more of each campaign, here and elsewhere
	@$(MAKE) --no-print-directory lint
	@FLAGDB_TEST_CAMPAIGNS=many $(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-elsewhere

lint: ## Check the form of sources, scripts, manual pages and completions
	@Scripts/setup test
	@Scripts/lint

bench: release ## Measure against other tools; Benchmarks/README.md says what
	@Benchmarks/run

docs: ## Write man/, completions/, the picture of the README and the code that tests compile
	@Scripts/build --product flagdb
	@mkdir -p completions man
	@$(tool) document --completions completions --man man
	@$(tool) stats Examples/commits.tsv parts --svg Documentation/commits.svg
	@$(tool) generate Tests/TestSupport/*.flagmodel --style swift --out Tests/GeneratedCodeTests/Crowded.swift
	@echo "'make archive' makes the reference of the library"

archive: ## Make the reference of the library, .build/FlagDB.doccarchive, by DocC
	@Scripts/setup build
	@Scripts/build --target FlagDB
	@Scripts/archive .build/debug/Modules .build/FlagDB.doccarchive

site: ## Write the page for browsers, dist/site/index.html, from README, guide and man pages
	@Scripts/setup site
	@Scripts/site dist/site

record: ## Write into the transcripts what the tool does now
	@Scripts/build-tests
	-@FLAGDB_RECORD=1 Scripts/test --filter TranscriptTests >/dev/null 2>&1
	@git status --short Tests/Transcripts README.md Documentation

release: ## Build the tool as one static file, dist/flagdb, and the one that it starts for servers; FLAGDB_EDITOR, SQLITE
	@Scripts/setup build
	@Scripts/release

deb: release ## Make a Debian package in dist/, for `dpkg -i`
	@Scripts/package deb dist/flagdb dist

dist: release ## Make an archive for any Linux in dist/, with a checksum
	@Scripts/package tar dist/flagdb dist

source: ## Make an archive of the sources, and a source package of Debian, in dist/
	@Scripts/source debian dist

container: release ## Make an image of the tool alone, by docker, podman or buildah
	@Scripts/container

reproduce: ## Build the commit twice, in two folders, and compare the bytes
	@Scripts/setup test
	@Scripts/reproduce

install: check-writable release install-share ## Install tool, manual and completions under PREFIX (and DESTDIR)
	install -d $(bin) $(exec)
	install -m 755 dist/flagdb $(bin)
	install -m 755 dist/flagdb-postgresql $(exec)

install-share: check-writable # what is not built: manual and completions
	install -d $(bash) $(zsh) $(fish)
	install -m 644 completions/flagdb.bash $(bash)/flagdb
	install -m 644 completions/_flagdb $(zsh)
	install -m 644 completions/flagdb.fish $(fish)
	@for page in man/*.[1-9]; do \
	  folder=$(share)/man/man$${page##*.}; \
	  install -d "$$folder" && install -m 644 "$$page" "$$folder" || exit 1; \
	done

uninstall: check-prefix ## Remove what install put under PREFIX (and DESTDIR)
	rm -f $(bin)/flagdb $(exec)/flagdb-postgresql $(bash)/flagdb $(zsh)/_flagdb $(fish)/flagdb.fish
	@for page in man/*.[1-9]; do rm -f $(share)/man/man"$${page##*.}/$${page##*/}"; done

check-prefix: # a shell leaves `~` in the middle of a word alone
	@case $$PREFIX in /*) ;; *) \
	  echo "PREFIX must be a path from the root, found '$$PREFIX'" >&2; exit 1 ;; esac

check-writable: check-prefix # before a build of some minutes
	@folder=$$DESTDIR$$PREFIX; \
	while [ ! -e "$$folder" ]; do folder=$$(dirname "$$folder"); done; \
	[ -d "$$folder" ] && [ -w "$$folder" ] || { \
	  echo "cannot write into '$$folder'; use sudo, or a folder of yours, as in PREFIX=~/.local" >&2; \
	  exit 1; }

clean: ## Remove what was built
	rm -rf .build dist
