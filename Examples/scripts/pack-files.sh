#!/usr/bin/env bash
# Packs the files whose records have some flags. Names end in NUL on their way, so that blanks and
# newlines in them do no harm.
# Usage: pack-files.sh DB FLAGS ARCHIVE
set -euo pipefail

db=$1
flags=$2
archive=$3

if ! flagdb query "$db" Document --has "$flags" --exists; then
  echo "no document has $flags" >&2
  exit 1
fi
flagdb query "$db" Document --has "$flags" --columns path --format names --nul |
  xargs -0 tar -cf "$archive" --
