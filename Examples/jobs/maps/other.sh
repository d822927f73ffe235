#!/usr/bin/env bash
# The questions of questions.sh, asked with grep, cut, sort, uniq and awk.
# Usage: other.sh FILE.tsv
set -u

grep 'wr.*sh' "$1" | cut -f 1,2

grep -cwE 'dd|dc' "$1"

tail -n +2 "$1" | cut -f 5 | tr '|' '\n' | sort | uniq -c

awk '/wr/ && !/sh/ { n[$1] += $4 } END { for (p in n) print p, n[p] }' "$1"
