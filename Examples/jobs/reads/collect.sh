#!/usr/bin/env bash
# Prints made-up reads of a sequencer, the same ones each time. Real reads are, below this header,
# samtools view FILE | cut -f 1-5
# Usage: collect.sh [NUMBER of reads, 1000]
set -euo pipefail

awk -v OFS='\t' -v count="${1:-1000}" '
  # A generator of Park and Miller, as the random numbers of each awk differ.
  function chance(percent) {
    seed = seed * 16807 % 2147483647
    return seed % 100 < percent
  }
  BEGIN {
    seed = 1
    print "name", "flags", "chromosome", "position", "quality"
    for (i = 0; i < count; i++) {
      flags = i % 2 ? 129 : 65
      if (chance(3)) flags += 4
      else if (chance(90)) flags += 2
      if (chance(2)) flags += 8
      flags += chance(50) ? 16 : 32
      if (chance(4)) flags += 256
      else if (chance(2)) flags += 2048
      if (chance(1)) flags += 512
      if (chance(8)) flags += 1024
      quality = chance(80) ? 60 : seed % 60
      print "r" int(i / 2), flags, "chr" 1 + seed % 22, 1 + seed % 99999, quality
    }
  }'
