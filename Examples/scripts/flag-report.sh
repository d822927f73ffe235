#!/usr/bin/env bash
# Prints how often each flag is set and which combinations there are, for a mail or a log.
# Usage: flag-report.sh DB ENTITY ATTRIBUTE
set -euo pipefail

db=$1
entity=$2
attribute=$3

echo "Flags of $entity.$attribute"
flagdb stats "$db" "$entity" "$attribute" --format json |
  jq -r '.attributes[].flags[] | [.name, .count] | @tsv' |
  sort -t "$(printf '\t')" -k 2,2nr |
  column -t -s "$(printf '\t')"

echo
echo "Combinations"
flagdb query "$db" "$entity" --group-by "$attribute" --sort '-count()' --format tsv --no-header |
  awk -F '\t' '{ print ($1 == "" ? "(none)" : $1) "\t" $2 }' |
  column -t -s "$(printf '\t')"
