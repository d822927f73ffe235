#!/usr/bin/env bash
# The questions of questions.sh, asked of copies whose write-ahead logs end early.
# Usage: other.sh FILE.db
set -euo pipefail

# Makes state.db of the first commits. The last page of a commit has a size of the database (sqlite.org/fileformat.html).
state() {
  local left="$2" at=32
  while [ "$left" -gt 0 ]; do
    [ "$(od -An -tx1 -j $((at + 4)) -N 4 "$1-wal")" = ' 00 00 00 00' ] || left=$((left - 1))
    at=$((at + 24 + 1024))
  done
  cp "$1" state.db; head -c $at "$1-wal" > state.db-wal
}

names="(SELECT group_concat(name, '|') FROM (SELECT 'old' AS name WHERE flags & 1 UNION ALL SELECT 'used' WHERE flags & 2 UNION ALL SELECT 'rare' WHERE flags & 4))"

state "$1" 2; sqlite3 -tabs state.db "SELECT title FROM item WHERE flags & 4"

state "$1" 0; sqlite3 -tabs state.db "SELECT name, count(*) FROM item JOIN (SELECT 'old' AS name, 1 AS bit UNION SELECT 'used', 2 UNION SELECT 'rare', 4) ON flags & bit GROUP BY 1"

state "$1" 2; sqlite3 -tabs state.db "SELECT id, $names FROM item"

for commit in 4 3 2 1; do state "$1" $((commit - 1)); before=$(sqlite3 state.db "SELECT $names FROM item WHERE id = 3"); state "$1" $commit; sqlite3 -tabs state.db "SELECT $commit, 'item', id, 'update', 'flags', '$before', ifnull($names, '') AS now FROM item WHERE id = 3 AND now <> '$before'"; done
