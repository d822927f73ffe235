#!/usr/bin/env bash
# The questions of questions.sh, asked with bash, awk and sqlite3. Each line is a rule of flagdb and a name.
# Usage: other.sh
set -u

while read -r _ name bits; do ((bits & (bits - 1))) && echo "several-bits $name"; done < item.h

awk 'NR == FNR { bit[$2] = $1; name[$1] = $2; next } $2 in bit && bit[$2] != $3 { print "moved-flag", $2 } !($2 in bit) && $3 in name { print "renamed-flag", name[$3] }' item.lock item.h

awk 'NR == FNR { bit[tolower($2)] = $3; next } { flag = "item_" tolower($1); sub(",", "") } flag in bit && bit[flag] != $3 { print "different-bits", $1 }' item.h item.ts

sqlite3 item.db "SELECT DISTINCT printf('undeclared-bit 0x%x', flags & ~0x1fd) FROM item WHERE flags & ~0x1fd"
