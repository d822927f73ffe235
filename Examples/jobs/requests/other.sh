#!/usr/bin/env bash
# The questions of questions.sh, asked with grep, cut, sort, uniq and awk.
# Usage: other.sh FILE.tsv
set -u

grep DC "$1" | grep -v UT | cut -f 1,2

grep -cE 'UF|UH|NR' "$1"

tail -n +2 "$1" | cut -f 4 | tr '|' '\n' | sort | uniq -c

awk '/URX/ && $6 > n[$2] { n[$2] = $6 } END { for (p in n) print p, n[p] }' "$1"
