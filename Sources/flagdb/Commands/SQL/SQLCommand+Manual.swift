import CommandTable

extension SQLCommand {
  static let manual = CommandManual(
    """
    `sql` runs SQL that the other commands cannot express. The functions below are replaced by plain
    SQL before SQLite sees the statement; `--sql` shows the result.

    has(column, 'HRM,PLX')
    : all of these flags
    any(column, 'HRM,PLX')
    : at least one of them
    none(column, 'HRM,PLX')
    : none of them
    exactly(column, 'HRM,PLX')
    : these and no others
    not_all(column, 'HRM,PLX')
    : not all of them
    flags(column)
    : the names of its flags, as in `RAW|HRM`
    field(column, 'core')
    : the value of a field of a mask by its name; `field(column, 'core=typed')` is true if it is that
    stored(column, 'measured')
    : the stored value of what people write: a case, flags, an amount, a date. In a file of others it is
      the one that a change would write: `true` is 1, also where the column has a 7.

    The column may be named with its table, as in `s.markers`, and in quotes. The flags are one text
    or several, or a parameter with a name. A column of a subquery in brackets counts as the
    attribute of that name. `"has"` in double quotes is a function or table of SQLite's own.

    Attributes are shown by names, as `query` shows them. Computed values are shown as SQLite gives
    them, and a relationship as the key of the other record. In a `UNION` the first `SELECT`
    decides. Results of several statements have an empty line between them, except in JSON.

    # Parameters
    `--param` gives `:NAME` a value. A value that looks like a number is a number, unless it begins
    with a zero or a plus. Everything else is a text, and so is a value in single quotes.
    `NAME:null` is NULL.

    # Writing
    Without `--write` the database is opened for reading, and nothing is shown until all statements
    are understood. With `--write` all statements are one transaction: an error undoes all of them,
    and rows are shown at the end. `BEGIN` and `COMMIT`, `ATTACH`, `VACUUM` and pragmas that change
    something are refused.

    If a constraint of the model refuses a value, the error names the attribute and what it accepts.
    `--verbose` adds SQLite's own message and the statement.

    In views and triggers, which the file keeps, a comment with the call stands before the
    expression that replaced it: `/* flagdb: has(markers, 'HRM') */ ((markers & 2) = 2)`. With it
    `migrate` finds the numbers that change with the model, and `check` finds those that no longer
    mean what the words say.

    Your own tables, views, indexes and triggers can be made and dropped. Those that the model has
    made can be neither dropped nor altered: change the model. Rules that SQL constraints cannot
    express, such as that a text matches a pattern, are kept by the other commands only; `flagdb
    check` finds values that break them.
    """,
    examples: """
      How many readings the samples with a pulse have.
          $ flagdb sql zoo.db "SELECT code, markers, count(*) AS readings FROM Sample s JOIN \\
          > Reading r ON r.sample = s.id WHERE has(s.markers, 'HRM') GROUP BY s.id"
          code,markers,readings
          S-2,HRM|PLX,2
          S-4,RAW|HRM|PLX,1

      The SQL that SQLite gets.
          $ flagdb sql zoo.db "SELECT code FROM Sample WHERE none(markers, 'HRM')" --sql
          SELECT code FROM Sample WHERE ((markers & 2) = 0);

      A value from elsewhere, as a parameter.
          $ flagdb sql zoo.db 'SELECT code FROM Sample WHERE score > :least' -p least=90
          code
          S-2
          S-4

      A change.
          $ flagdb sql zoo.db --write "UPDATE Sample SET status = stored(status, 'archived') \\
          > WHERE exactly(markers, 'RAW')"
          1 record changed
      """,
    exitStatuses: [0: "done, also where a change found no record: 0 records changed"],
    seeAlso: ["flagdb-query(1)", "sqlite3(1)"])
}
