#!/usr/bin/env bash
# Prints what `insert DB File` takes: each file below a folder with its mode.
# Usage: collect.sh [FOLDER]
set -euo pipefail

printf 'kind\towner\tsize\tmode\tpath\n'
find "${1:-/usr/bin}" -xdev -not -name $'*[\t\n\\\\]*' -printf '%y\t%u\t%s\t0o%m\t%p\n'
