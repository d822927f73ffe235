#!/usr/bin/env bash
# Asks a column of bits for what they mean, and then uses the names.
# Usage: FLAGDB=FILE.db questions.sh
set -euo pipefail

# What each bit means
flagdb infer letter.bits

# The suggested names
flagdb infer letter.bits --accept all >&2

# How many letters have each, and the bit that nothing explains
flagdb query letter -g 'each(bits)'

# The bills of guests
flagdb query letter --has bill,guest -c id
