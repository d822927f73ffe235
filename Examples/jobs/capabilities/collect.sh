#!/usr/bin/env bash
# Prints what `insert DB Process` takes: each process that runs with what it may do.
# Usage: collect.sh [FOLDER of processes, /proc] ...
set -euo pipefail

printf 'name\tpid\tuser\tmay\tcould\n'
[ $# -gt 0 ] || set -- /proc
for folder; do
  for process in "$folder"/[0-9]*; do
    # A process may end meanwhile.
    awk -F '\t' -v OFS='\t' '
      { sub(/:$/, "", $1); of[$1] = $2 }
      END { if ("Pid" in of) print of["Name"], of["Pid"], of["Uid"] + 0, "0x" of["CapEff"], "0x" of["CapBnd"] }
    ' "$process/status" 2>/dev/null || true
  done
done
