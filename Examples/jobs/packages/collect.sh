#!/usr/bin/env bash
# Prints what `insert DB Package` takes: each installed package with those that it depends on.
# Usage: collect.sh [FOLDER of dpkg, /var/lib/dpkg]
set -euo pipefail

# These are fields of dpkg, not of the shell.
# shellcheck disable=SC2016
fields='${db:Status-Status}\t${Package}\t${Section}\t${Priority}\t${Installed-Size}'
# shellcheck disable=SC2016
fields+='\t${Essential}\t${Protected}\t${Multi-Arch}\t${Pre-Depends}, ${Depends}\t${Provides}\n'

# Of alternatives the first one counts that is installed, or is another name of one that is.
dpkg-query --admindir="${1:-/var/lib/dpkg}" -W -f "$fields" | awk -F '\t' '
  function name_of(text) { gsub(/\(.*|:.*| /, "", text); return text }
  $1 == "installed" && !($2 in is) {
    is[$2] = $2; order[++count] = $2; line[$2] = $0
    for (i = split($10, names, ","); i > 0; i--) {
      name = name_of(names[i])
      if (name != "") offered[name] = $2
    }
  }
  END {
    print "name\tsection\tpriority\tsize\tmarks\tdepends"
    for (k = 1; k <= count; k++) {
      split(line[order[k]], field, "\t")
      marks = (field[6] == "yes" ? "|ESSENTIAL" : "") (field[7] == "yes" ? "|PROTECTED" : "")
      if (field[8] ~ /^(same|foreign|allowed)$/) marks = marks "|" toupper(field[8])
      depends = ""
      n = split(field[9], wanted, ",")
      for (i = 1; i <= n; i++) {
        m = split(wanted[i], choices, "|")
        found = ""
        for (j = 1; j <= m && found == ""; j++) {
          name = name_of(choices[j])
          if (name in is) found = name
          else if (name in offered) found = offered[name]
        }
        if (found != "" && !index(depends ",", "\"" found "\",")) depends = depends ",\"" found "\""
      }
      print field[2] "\t" field[3] "\t" field[4] "\t" field[5] + 0 "\t" substr(marks, 2) "\t[" substr(depends, 2) "]"
    }
  }'
