#!/usr/bin/env bash
# Prints made-up packets of connections and of a port scan, the same ones each time. Real packets are,
# below this header, tshark -r FILE -T fields -e ip.src -e tcp.dstport -e tcp.flags -e tcp.len
# Usage: collect.sh [NUMBER of connections, 200]
set -euo pipefail

awk -v OFS='\t' -v count="${1:-200}" '
  function random(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
  function client(flags, length_) { print "10.0.0." host, port, flags, length_ }
  function server(flags, length_) { print "10.0.1.1", 40000 + i % 20000, flags, length_ }
  BEGIN {
    seed = 1
    split("22 80 443 5432", ports, " ")
    print "source", "port", "flags", "length"
    for (i = 0; i < count; i++) {
      host = 1 + random(20)
      if (random(5) == 0) {
        host = 66; port = 1 + random(1024)
        client("0x002", 0); server("0x014", 0)
        continue
      }
      port = ports[1 + random(4)]
      client(random(4) ? "0x002" : "0x0c2", 0); server("0x012", 0); client("0x010", 0)
      for (n = random(6); n > 0; n--) { client("0x018", 20 + random(500)); server("0x018", random(1400)) }
      client("0x011", 0)
      if (random(9)) server("0x011", 0); else server("0x004", 0)
    }
  }'
