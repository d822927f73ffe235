#!/usr/bin/env bash
# For cron, which mails what is printed: silent while all is well, and never two at once.
# Usage: cron-check.sh DB
set -euo pipefail

db=$1

status=0
if [ -f "$db" ]; then
  exec 9<"$db"
  flock -n 9 || exit 0
fi
report=$(flagdb check "$db" 2>&1 9<&-) || status=$?
case $status in
  0) ;;
  3) printf '%s needs a look:\n%s\n' "$db" "$report" ;;
  *) printf '%s could not be checked (exit %s):\n%s\n' "$db" "$status" "$report" ;;
esac
exit "$status"
