#!/usr/bin/env bash
# Prints the network links of this machine, with their flags by name.
# Usage: collect.sh
set -euo pipefail

ip -json link
