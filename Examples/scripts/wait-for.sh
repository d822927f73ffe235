#!/usr/bin/env bash
# Waits until a record is as a predicate says, and prints it; gives up after some seconds.
# Usage: wait-for.sh DB ENTITY PREDICATE [SECONDS]
set -euo pipefail

db=$1
entity=$2
predicate=$3
deadline=$((SECONDS + ${4:-60}))

while true; do
  status=0
  flagdb query "$db" "$entity" --where "$predicate" --exists || status=$?
  case $status in
    0) exec flagdb query "$db" "$entity" --where "$predicate" --limit 1 ;;
    3) ;;
    *) exit "$status" ;;
  esac
  if [ "$SECONDS" -ge "$deadline" ]; then
    echo "wait-for: still nothing" >&2
    exit 3
  fi
  sleep 0.2
done
