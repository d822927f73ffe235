#!/usr/bin/env bash
# Prints the characters that this machine's Perl knows, with their properties of Unicode.
# Usage: collect.sh [LAST code point, 0x33ff]
set -euo pipefail

perl -CO -e '
  @kinds = qw(Letter Mark Number Punctuation Symbol Separator Other);
  @properties = qw(Alphabetic Cased Dash Default_Ignorable_Code_Point Diacritic Extender Hex_Digit ID_Continue
    ID_Start Ideographic Lowercase Math Quotation_Mark Soft_Dotted Terminal_Punctuation Uppercase White_Space);
  print "code\tcharacter\tkind\tproperties\n";
  for $code (0x21 .. oct(shift)) {
    next if 0x7f <= $code && $code <= 0x9f or 0xd800 <= $code && $code <= 0xdfff;
    $character = chr $code;
    next unless $character =~ /\p{Assigned}/;
    ($kind) = grep { $character =~ /\p{$_}/ } @kinds;
    printf "U+%04X\t%s\t%s\t%s\n", $code, $character eq "\\" ? "\\\\" : $character, $kind,
      join "|", grep { $character =~ /\p{$_}/ } @properties;
  }' "${1:-0x33ff}"
