#!/usr/bin/env bash
# Creates the database that the guide and the man pages use: Examples/zoo.sh [zoo.db]
set -euo pipefail

db=${1:-zoo.db}
model=$(dirname "${BASH_SOURCE[0]}")/zoo.swift

flagdb new "$db" "$model"
{
  flagdb insert "$db" Sample code=S-1 taken=2026-11-17 markers=RAW
  flagdb insert "$db" Sample code=S-2 taken=2026-11-18T09:30 score=91 status=measured \
    markers=HRM,PLX price=12.50 note='after the run'
  flagdb insert "$db" Sample code=S-3 taken=2026-11-19 score=47.5 status=archived
  flagdb insert "$db" Sample code=S-4 taken=2026-11-20T16:05 score=95 status=measured \
    markers=RAW,vitals price=8
  flagdb insert "$db" Reading sample=S-2 value=71 tags=rest
  flagdb insert "$db" Reading sample=S-2 value=143.5 tags=run,peak
  flagdb insert "$db" Reading sample=S-4 value=96
} >/dev/null
