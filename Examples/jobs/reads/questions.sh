#!/usr/bin/env bash
# Asks a file of reads for what their flags tell.
# Usage: FLAGDB=FILE.tsv FLAGDB_MODEL=model.swift questions.sh
set -euo pipefail

# Duplicates of reads that are aligned, and at their first place
flagdb query --has DUP --none UNMAP,SECONDARY -c name

# How many are at a second place, or a part of a read
flagdb query --any SECONDARY,SUPPLEMENTARY --count

# How many have each flag
flagdb query --by-flag

# The worst quality of proper pairs on each chromosome
flagdb query --has PROPER_PAIR -g chromosome -c 'chromosome,min(quality)'
