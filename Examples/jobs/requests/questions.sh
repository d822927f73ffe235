#!/usr/bin/env bash
# Asks a log of requests for what their flags tell.
# Usage: FLAGDB=FILE.tsv questions.sh
set -euo pipefail

# Which were cut off by the client without a timeout
flagdb query --has DC --none UT -c time,path

# How many did not reach a server
flagdb query --any UF,UH,NR --count

# How many have each flag
flagdb query --by-flag

# The longest try of each path that failed at last
flagdb query --has URX -g path -c 'path,max(ms)'
