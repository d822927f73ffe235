#!/usr/bin/env bash
# The questions of questions.sh, asked with jq, grep, sort and uniq.
# Usage: other.sh FILE.json
set -u

jq -r '.[] | select(.flags | index("UP") and (index("LOOPBACK") | not)).ifname' "$1"

jq -c '.[].flags' "$1" | grep -cE '"(UP|LOOPBACK)"'

jq -r '.[].flags[]' "$1" | sort | uniq -c

jq -r 'map(select(.flags | index("UP"))) | group_by(.link_type)[] | max_by(.mtu) | "\(.link_type) \(.mtu)"' "$1"
