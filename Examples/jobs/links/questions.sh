#!/usr/bin/env bash
# Asks a file of network links for what their flags tell.
# Usage: FLAGDB=FILE.json questions.sh
set -euo pipefail

# Which are on, other than the loop of this machine
flagdb query --has UP --none LOOPBACK -c ifname

# How many are on, or the loop
flagdb query --any UP,LOOPBACK --count

# How many have each flag
flagdb query --by-flag

# The largest packet of each type of link that is up
flagdb query --has UP -g link_type -c 'link_type,max(mtu)'
