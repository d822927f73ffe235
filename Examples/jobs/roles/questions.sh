#!/usr/bin/env bash
# Asks a file of roles for what they allow.
# Usage: FLAGDB=FILE.json FLAGDB_MODEL=model.swift questions.sh
set -euo pipefail

# Which manage webhooks and are no administrators
flagdb query --has MANAGE_WEBHOOKS --none ADMINISTRATOR -c name

# How many may throw members out
flagdb query --any KICK_MEMBERS,BAN_MEMBERS --count

# How many allow each
flagdb query --by-flag

# The highest role of each colour that may speak to all
flagdb query --has MENTION_EVERYONE -g color -c 'color,max(position)'
