#!/usr/bin/env bash
# Prints made-up requests, the same ones each time, as the access log of Envoy has them: its response flags
# tell why a request failed.
# Usage: collect.sh [NUMBER of requests, 1000]
set -euo pipefail

awk -v OFS='\t' -v count="${1:-1000}" '
  function random(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
  BEGIN {
    seed = 1
    split("/ /cart /search /login /pay", paths, " ")
    split("UF|URX UF UH DC UT UT|DC NR RL UC|URX UO", failures, " ")
    split("503 503 503 0 504 0 404 429 503 503", statuses, " ")
    print "time", "path", "status", "flags", "bytes", "ms"
    for (i = 0; i < count; i++) {
      failure = random(20) < 3 ? 1 + random(10) : 0
      second = int(i * 86400 / count)
      time = sprintf("2026-11-27T%02d:%02d:%02dZ", int(second / 3600), int(second / 60) % 60, second % 60)
      status = failure ? statuses[failure] : 200
      print time, paths[1 + random(5)], status, failures[failure], random(9000), random(failure ? 9000 : 300)
    }
  }'
