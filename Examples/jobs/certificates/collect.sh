#!/usr/bin/env bash
# Prints the certificates of a folder, with the names that OpenSSL has for their key usage.
# Usage: collect.sh [FOLDER, /etc/ssl/certs]
set -euo pipefail

printf 'name\tkind\tbits\tusage\n'
for file in "${1:-/etc/ssl/certs}"/*.pem; do
  openssl x509 -in "$file" -noout -text | awk -v OFS='\t' -v name="$(basename "$file" .pem)" '
    /Public Key Algorithm:/ { kind = $4 }
    /Public-Key:/ { bits = $2; sub(/^\(/, "", bits) }
    /X509v3 Key Usage:/ { getline; usage = $0; gsub(/^ +/, "", usage); gsub(/, /, "|", usage); gsub(/ /, "_", usage) }
    END { print name, kind, bits, usage }'
done
