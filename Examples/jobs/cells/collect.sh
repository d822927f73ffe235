#!/usr/bin/env bash
# Prints SQL for a database of made-up temperatures of the sea, the same ones each time. Their flags are those of
# quality.cdl.
# Usage: collect.sh [NUMBER of cells, 1000]
set -euo pipefail

awk -v count="${1:-1000}" '
  function random(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
  BEGIN {
    seed = 1
    print "CREATE TABLE cell (id INTEGER PRIMARY KEY, month INTEGER, kelvin REAL, flags INTEGER);"
    print "BEGIN;"
    for (i = 1; i <= count; i++) {
      flags = random(3) ? 0 : 1
      kind = random(100)
      flags += kind < 28 ? 2 : kind < 38 ? 4 : kind < 40 ? 10 : kind < 41 ? 18 : 0
      if (random(10) < 4) flags += 32
      if (random(16) < 1) flags += 64
      if (random(25) < 1) flags += 128
      # Some languages write a comma into 271.5.
      month = 1 + random(12)
      printf "INSERT INTO cell VALUES (%d, %d, %d.%d, %d);\n", i, month, 271 + random(30), random(10), flags
    }
    print "COMMIT;"
  }'
