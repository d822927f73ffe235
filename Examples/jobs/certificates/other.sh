#!/usr/bin/env bash
# The questions of questions.sh, asked with grep, cut, sort, uniq and awk.
# Usage: other.sh FILE.tsv
set -u

grep CRL_Sign "$1" | grep -v Digital_Signature | cut -f 1

grep -cE 'Certificate_Sign|Digital_Signature' "$1"

tail -n +2 "$1" | cut -f 4 | tr '|' '\n' | sort | uniq -c

awk '/Certificate_Sign/ && (!b[$2] || $3 < b[$2]) { b[$2] = $3 } END { for (k in b) print k, b[k] }' "$1"
