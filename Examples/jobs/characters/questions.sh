#!/usr/bin/env bash
# Asks a file of characters for what their properties tell.
# Usage: FLAGDB=FILE.tsv questions.sh
set -euo pipefail

# Signs of mathematics that are no letters
flagdb query --has Math --none Alphabetic -c code,character

# How many are dashes or marks of quotations
flagdb query --any Dash,Quotation_Mark --count

# How many have each property
flagdb query --by-flag

# How many of each kind may be in a name, but not begin it
flagdb query --has ID_Continue --none ID_Start -g kind
