#!/usr/bin/env bash
# Makes a database whose last changes are still in its write-ahead log, as an app leaves it that was killed.
# Usage: collect.sh FILE.db
set -euo pipefail

sqlite3 "$1" >/dev/null 'PRAGMA page_size = 1024' 'PRAGMA journal_mode = WAL' \
  'CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, flags INT)' \
  "INSERT INTO item VALUES (1, 'lamp', 1), (2, 'sofa', 4), (3, 'desk', 5)"
sqlite3 "$1" >/dev/null '.dbconfig no_ckpt_on_close on' \
  'UPDATE item SET flags = flags | 2 WHERE id > 1' \
  "INSERT INTO item VALUES (4, 'vase', 6)" \
  'UPDATE item SET flags = 0' \
  'DELETE FROM item WHERE id = 2'
