#!/usr/bin/env bash
# Asks the definitions of flags for mistakes. 'lint' exits with 3 if it finds one.
# Usage: questions.sh
set -uo pipefail

# Which number is no bit
flagdb lint item.h

# Which released flag has another name or another bit, and which bit is reused
flagdb lint item.h --lock item.lock --allow several-bits

# Where C and TypeScript differ
flagdb lint item.h item.ts --allow several-bits

# Which bits of the records have no name
flagdb lint item.db --allow unused-bit
