#!/usr/bin/env bash
# Prints what `insert DB Commit` takes: each commit of a repository with the parts that it changed.
# Usage: collect.sh [REPOSITORY]
set -euo pipefail

printf 'hash\tat\tauthor\tparts\tfiles\tadded\n'
git -C "${1:-.}" log --no-merges --no-renames --numstat --format='=%H%x09%aI%x09%an' | awk -F '\t' -v OFS='\t' '
  function print_commit() {
    if (hash != "") print hash, at, author, substr(parts, 2), files, added
  }
  function has(part) { if (!index(parts "|", "|" part "|")) parts = parts "|" part }
  /^=/ {
    print_commit()
    hash = substr($1, 2); at = $2; author = $3; parts = ""; files = added = 0
  }
  NF == 3 && !/^=/ {
    files++; added += $1
    if ($3 ~ /(^|\/)[Tt]ests?\//) has("TESTS")
    else if ($3 ~ /\.(md|[1-9])$/) has("DOCS")
    else if ($3 ~ /(^|\/)(Makefile|Package\.swift|Scripts\/|\.)/) has("BUILD")
    else has("CODE")
  }
  END { print_commit() }'
