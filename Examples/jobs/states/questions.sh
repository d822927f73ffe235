#!/usr/bin/env bash
# Asks a database for its states before the commits that are in its write-ahead log.
# Usage: FLAGDB=FILE.db questions.sh
set -euo pipefail

# Which were rare before somebody cleared all flags
flagdb query item --wal-at 2 --has rare -c title

# How many had each flag before all commits
flagdb query item --wal-at 0 -g 'each(flags)'

# The flags to restore
flagdb query item --wal-at 2 -c id,flags

# How the record with the key 3 changed, the last change first
flagdb log item 3 --wal
