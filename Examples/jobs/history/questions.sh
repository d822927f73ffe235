#!/usr/bin/env bash
# Asks a database of commits for the parts that they change.
# Usage: FLAGDB=DB questions.sh
set -euo pipefail

# Commits of code without tests
flagdb query Commit --has CODE --none TESTS -c hash

# The last commit of each part, and how many there are
flagdb query Commit -g 'each(parts)' -c 'each(parts),count(),max(at)'

# What each author added
flagdb query Commit -g author -c 'author,sum(added)'

# Documentation alone, by month
flagdb query Commit --exactly DOCS -g 'month(at)'
