#!/usr/bin/env bash
# Asks a file of packets for what their flags tell.
# Usage: FLAGDB=FILE.tsv FLAGDB_MODEL=model.swift questions.sh
set -euo pipefail

# Who opens connections, and to which port
flagdb query --has SYN --none ACK -c source,port

# How many end one
flagdb query --any FIN,RST --count

# How many have each flag
flagdb query --by-flag

# The bytes that each computer pushed
flagdb query --has PSH -g source -c 'source,sum(length)'
