#!/usr/bin/env bash
# Asks a database of packages for what they need, and what needs them.
# Usage: FLAGDB=DB questions.sh
set -euo pipefail

# What most packages need
flagdb query Package -g 'each(depends.name)' -s '-count(),each(depends.name)' -n 5

# What nobody needs and takes most room
flagdb query Package -w 'needed.count = 0' -c name,size -s -size,name -n 5

# The room that each section takes
flagdb query Package -g section -c 'section,sum(size)'

# How many there are of each mark
flagdb query Package -g 'each(marks)'

# What may not be removed, though neither its mark nor its priority says so
flagdb query Package --none ESSENTIAL,PROTECTED -w 'priority != required and any needed.marks has ESSENTIAL' -c name
