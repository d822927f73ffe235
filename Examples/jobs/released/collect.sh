#!/usr/bin/env bash
# Writes made-up definitions into the current folder: item.h of a release; or item.h of today with the mistakes that
# people make, the same in TypeScript, and a database of records.
# Usage: collect.sh release; flagdb lint item.h --lock item.lock; collect.sh today
set -euo pipefail

define() { printf '#define ITEM_%s\n' "$@"; }

if [ "$1" = release ]; then
  define 'OLD 0x1' 'USED 0x2' 'RARE 0x4' 'SOLD 0x8' 'LENT 0x10' 'LOST 0x20' > item.h
  exit
fi

# HEAVY is a decimal number, USED moved, LOST has another name, and GIFT took the bit of SOLD.
define 'OLD 0x1' 'RARE 0x4' 'GIFT 0x8' 'LENT 0x10' 'MISSING 0x20' 'HEAVY 0x64' 'LARGE 0x80' 'USED 0x100' > item.h

cat > item.ts <<'END'
export enum Item {
  Old = 0x1,
  Rare = 0x4,
  Gift = 0x8,
  Lent = 0x20,
  Missing = 0x10,
  Heavy = 0x40,
  Large = 0x80,
  Used = 0x100,
}
END

rm -f item.db
sqlite3 item.db 'CREATE TABLE item (id INTEGER PRIMARY KEY, flags INT);
  WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
  INSERT INTO item SELECT i, (i % 2) + (i % 3 = 0) * 4 + (i % 50 = 0) * 512 FROM n'
