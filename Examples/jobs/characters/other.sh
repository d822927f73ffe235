#!/usr/bin/env bash
# The questions of questions.sh, asked with grep, cut, sort, uniq and awk.
# Usage: other.sh FILE.tsv
set -u

grep Math "$1" | grep -v Alphabetic | cut -f 1,2

grep -cE 'Dash|Quotation_Mark' "$1"

tail -n +2 "$1" | cut -f 4 | tr '|' '\n' | sort | uniq -c

grep ID_Continue "$1" | grep -v ID_Start | cut -f 3 | sort | uniq -c
