#!/usr/bin/env bash
# Asks a file of memory maps for what their flags tell.
# Usage: FLAGDB=FILE.tsv questions.sh
set -euo pipefail

# What other processes see when it is written
flagdb query --has wr,sh -c process,start

# How many are not in a dump, or not in a child
flagdb query --any dd,dc --count

# How many have each flag
flagdb query --by-flag

# The memory of each process that only it can write
flagdb query --has wr --none sh -g process -c 'process,sum(used)'
