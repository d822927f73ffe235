#!/usr/bin/env bash
# Prints SQL for made-up letters, the same ones each time, with a column of bits that nobody documented.
# Usage: collect.sh [NUMBER of letters, 1200] | sqlite3 FILE.db
set -euo pipefail

cat <<END
CREATE TABLE person (id INTEGER PRIMARY KEY, kind TEXT);
CREATE TABLE letter (id INTEGER PRIMARY KEY, form TEXT, pages INT, owner INT REFERENCES person, bits INT);
WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO person SELECT i, iif(i % 4, 'member', 'guest') FROM n;
WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${1:-1200})
INSERT INTO letter SELECT i, iif(i % 3, 'note', 'bill'), i * 7919 % 31, nullif(i * 13 % 41, 0), 0 FROM n;
UPDATE letter SET bits = (form = 'bill') + (pages >= 20) * 2 + (owner IS NOT NULL) * 4
  + 8 * ifnull((SELECT kind = 'guest' FROM person WHERE person.id = owner), 0) + (id * id % 11 < 5) * 16;
END
