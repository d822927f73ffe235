#!/usr/bin/env bash
# Asks a database of files for what their modes tell.
# Usage: FLAGDB=DB questions.sh
set -euo pipefail

# The commands that run with the rights of their owner or group
flagdb query File --any SUID,SGID -c path

# What everyone may write into, other than links and shared folders
flagdb query File --has OW --none STICKY -w 'kind != l' -c path

# How many there are with each bit
flagdb query File -g 'each(mode)'

# The size of all programs
flagdb query File --any UX,GX,OX -w 'kind = f' -c 'sum(size)'
