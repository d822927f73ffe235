#!/usr/bin/env bash
# Asks a database of temperatures for what their quality is.
# Usage: FLAGDB=DB questions.sh
set -euo pipefail

# Ice under a free sky
flagdb query cell --has ice --none cloud,land -c id,kelvin

# How many are water of the land
flagdb query cell --any lake,river --count

# How many have each flag
flagdb query cell --by-flag

# The highest temperature in the wind of each month
flagdb query cell --has high_wind -g month -c 'month,max(kelvin)'
