import CommandTable

/// The manual's text about the formats of records.
enum FormatManual {
  static let blocks: [ProseBlock] = [
    .subheading("Formats"),
    """
    Four formats give back the values that were written, to whoever reads them by these rules; the \
    others are for people and for the shell.
    """,
    .table(
      header: ["format", "no value", "empty text", "escapes"],
      rows: [
        ["`csv`", "nothing", "`\"\"`", "fields in quotes, `\"\"` for `\"`"],
        ["`tsv`", "`\\N`", "nothing", "`\\t` `\\n` `\\r` `\\\\`"],
        ["`json`, `ndjson`", "`null`", "`\"\"`", "JSON's own"],
        ["`table`, `line`", "nothing", "nothing", "what could drive a terminal"],
        ["`markdown`", "nothing", "nothing", "the same, and its own marks"],
        ["`names`", "nothing", "nothing", "nothing"],
      ]),
    """
    In `csv` fields with commas, quotes, line ends or NUL are in quotes; in `names` line ends and \
    tabs in texts stay as they are.
    """,
    """
    Numbers are the shortest that read in again to the same, decimals have all their digits, and \
    bytes are Base64. `--null`, `--csv-safe` and `--raw` change what is written, so that only who \
    knows of them can undo it. On a terminal all formats escape what could drive it.
    """,
    """
    `--output` replaces a file when the new one is whole. It never replaces a file that the command \
    uses: the database, its `-wal`, `-shm` or `-journal`, or an input.
    """,
    """
    Other programs may have stored what flagdb itself does not let in. An infinity is written as \
    `inf`, in JSON as `9e999`, which readers of numbers take for one. Bytes in a text that are no \
    UTF-8 become U+FFFD; `flagdb sql` gives them unchanged with `CAST(note AS BLOB)`, as Base64.
    """,
  ]
}
