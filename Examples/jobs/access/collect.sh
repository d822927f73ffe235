#!/usr/bin/env bash
# Prints SQL for made-up people with roles, the same ones each time. A role allows some permissions and denies others.
# Usage: collect.sh [NUMBER of people, 200] | sqlite3 FILE.db
set -euo pipefail

awk -v count="${1:-200}" '
  function random(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
  BEGIN {
    seed = 1
    roles = split("member 1 0,editor 3 0,host 39 0,guard 8 0,muted 0 2,guest 1 36,chief 63 0", role, ",")
    print "BEGIN;"
    print "CREATE TABLE role (id INTEGER PRIMARY KEY, title TEXT, allow INT, deny INT);"
    print "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE, own INT);"
    print "CREATE TABLE person_role (person INT REFERENCES person, role INT REFERENCES role,"
    print "  PRIMARY KEY (person, role));"
    for (i = 1; i <= roles; i++) {
      split(role[i], part, " ")
      printf "INSERT INTO role VALUES (%d, \"%s\", %d, %d);\n", i, part[1], part[2], part[3]
    }
    for (i = 1; i <= count; i++) {
      own = random(4) ? 0 : 2 ^ random(6)
      printf "INSERT INTO person VALUES (%d, \"person %d\", %d);\n", i, i, own
      for (r = 1; r <= roles; r++) {
        if (random(3) == 0) printf "INSERT INTO person_role VALUES (%d, %d);\n", i, r
      }
    }
    print "COMMIT;"
  }' | tr '"' "'"
