import CommandTable

/// The text about record formats in the manual.
enum FormatManual {
  static let prose: Prose = """
    ## Formats
    `csv`, `tsv`, `json` and `ndjson` keep every value: a reader that follows these rules gets back
    what was stored. The other formats are for people and for the shell.

    | format | no value | empty text | escapes |
    | `csv` | nothing | `""` | fields in quotes, `""` for `"` |
    | `tsv` | `\\N` | nothing | `\\t` `\\n` `\\r` `\\\\` |
    | `json`, `ndjson` | `null` | `""` | JSON's own |
    | `table`, `line` | nothing | nothing | what could drive a terminal |
    | `markdown` | nothing | nothing | the same, and its own marks |
    | `names` | nothing | nothing | nothing |

    In tables and lines `[]` is a set without flags. Where the names of a set do not fit its column, a table on a
    terminal says it in short: `all − SYS_RESOURCE` for all but that one, a combination with the rest as in
    `vitals|RAW`, or as many names as fit and the number of the others, as in `RAW|HRM|+4`. If all names of a set
    share a long beginning, it is left out, as in `SD…HIZ`. `--wide` shows all names, however wide the table becomes.

    In `csv`, fields with commas, quotes, line ends or NUL are in quotes. In `names`, line ends and
    tabs within texts stay as they are.

    Numbers are written with the fewest digits that read back to the same number, decimals with all
    their digits, and bytes as Base64. `--null`, `--csv-safe` and `--raw` change what is written; a
    reader has to know that they were used. On a terminal every format escapes characters that could
    drive it.

    `--output` replaces a file once the new one is complete. It never replaces a file that the
    command uses: the database, its `-wal`, `-shm` or `-journal`, or an input.

    Other programs can store values that flagdb refuses. An infinity is written as `inf`, and in
    JSON as `9e999`, which most readers take for an infinity. Bytes in a text that are not UTF-8
    become U+FFFD; `flagdb sql` shows them unchanged, as Base64, with `CAST(note AS BLOB)`.
    """
}
