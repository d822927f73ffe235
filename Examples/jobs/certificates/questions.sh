#!/usr/bin/env bash
# Asks a file of certificates for what their keys may do.
# Usage: FLAGDB=FILE.tsv questions.sh
set -euo pipefail

# Which may sign lists of revoked certificates, but nothing else than certificates
flagdb query --has CRL_Sign --none Digital_Signature -c name

# How many may sign anything
flagdb query --any Certificate_Sign,Digital_Signature --count

# How many may do each
flagdb query --by-flag

# The shortest key of each kind that may sign certificates
flagdb query --has Certificate_Sign -g kind -c 'kind,min(bits)'
