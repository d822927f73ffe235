#!/usr/bin/env bash
# Takes the CSV files that came in today into a database. Records that are there already are
# brought up to date; those that are wrong are put aside, each with its reason, for somebody to
# mend.
# Usage: nightly-import.sh DB INBOX
set -euo pipefail

db=$1
inbox=$2
shopt -s nullglob

mkdir -p "$inbox/done" "$inbox/rejected"
wrong=0
for file in "$inbox"/*.csv; do
  name=$(basename "$file")
  echo "$name"
  status=0
  flagdb insert "$db" Sample --from "$file" --upsert code \
    --rejects "$inbox/rejected/$name" 2>&1 || status=$?
  case $status in
    0) rm -f "$inbox/rejected/$name" ;;
    # The others are in.
    3) wrong=1 ;;
    # Nothing is in: the file stays where it is.
    *) exit "$status" ;;
  esac
  mv "$file" "$inbox/done/$name"
done
exit "$wrong"
