#!/usr/bin/env bash
# Prints the memory maps of the processes that you may see, with the flags of proc(5): rd, wr, ex, sh and others.
# Usage: collect.sh [FOLDER of processes, /proc]
set -euo pipefail

printf 'process\tstart\tsize\tused\tflags\n'
for process in "${1:-/proc}"/[0-9]*; do
  # A process may end meanwhile.
  awk -v OFS='\t' -v process="$(basename "$process")" '
    $1 ~ /^[0-9a-f]+-[0-9a-f]+$/ { start = $1; sub(/-.*/, "", start) }
    $1 == "Size:" { size = $2 }
    $1 == "Rss:" { used = $2 }
    sub(/^VmFlags: /, "") { gsub(/^ +| +$/, ""); gsub(/ /, "|"); print process, start, size, used, $0 }
  ' "$process/smaps" 2>/dev/null || true
done
