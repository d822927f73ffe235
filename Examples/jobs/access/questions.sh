#!/usr/bin/env bash
# Asks a database of people and roles what each person may do.
# Usage: FLAGDB=FILE.db questions.sh
set -euo pipefail

# What each may do: all that a role allows and no role denies, and what is granted personally
flagdb query person -c 'name,role.allow.union.subtracting(role.deny.union).union(own)'

# Who may ban
flagdb query person -w 'role.allow.union.subtracting(role.deny.union).union(own) has BAN' -c name

# Who was granted personally what a role allows
flagdb query person -w '!own.isDisjoint(with: role.allow.union)' -c name

# How many people have each by their roles, of those to whom no role denies anything
flagdb query person -w 'role.deny.union is empty' -g 'each(role.allow.union)'
