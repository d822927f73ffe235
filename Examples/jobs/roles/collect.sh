#!/usr/bin/env bash
# Prints made-up roles, the same ones each time, as Discord sends them: permissions are a number in quotes. Real ones:
# curl -H "Authorization: Bot $TOKEN" https://discord.com/api/v10/guilds/$GUILD/roles
# Usage: collect.sh [NUMBER of roles, 100]
set -euo pipefail

awk -v count="${1:-100}" '
  function random(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
  BEGIN {
    seed = 1
    # Members, speakers, moderators, managers, administrators, robots.
    split("1071698660929 3146240 1102732853254 268435472 8 68608", usual, " ")
    split("0 3447003 10181046 15158332", colors, " ")
    print "["
    for (i = 0; i < count; i++) {
      permissions = usual[1 + random(6)]
      if (random(3) == 0) permissions += 536870912
      if (random(3) == 0) permissions += 17179869184
      printf "{\"id\":\"4177198342%09d\",\"name\":\"role %d\",\"color\":%d,\"position\":%d,\"permissions\":\"%.0f\"}%s\n",
        i, i, colors[1 + random(4)], i, permissions, i < count - 1 ? "," : ""
    }
    print "]"
  }'
