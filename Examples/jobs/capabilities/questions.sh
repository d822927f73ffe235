#!/usr/bin/env bash
# Asks a database of processes for what they may do.
# Usage: FLAGDB=DB questions.sh
set -euo pipefail

# Who may do nearly all
flagdb query Process --has may:SYS_ADMIN -c pid,name

# Who may load modules or write to all memory
flagdb query Process --any may:SYS_MODULE,SYS_RAWIO --count

# How many may do each
flagdb query Process -g 'each(may)'

# Who has some of it, but not all
flagdb query Process -w 'may.count in 1...40' -c pid
