import CommandTable

extension SQLCommand {
  static let manual = CommandManual(
    """
    `sql` runs SQL that the other commands cannot express. flagdb replaces the functions below with plain
    SQL; `--sql` shows the result.

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
    : the stored value of a case, of flags, of an amount or of a date. In a foreign database, this is the
      value that flagdb itself would write: `true` is 1, even if another program stored 7.

    The aggregates `bit_or(column)` and `bit_and(column)` join masks, in SQLite too, and can replace the column:
    `flags(bit_or(markers))` shows the names. `sqlite3` lacks both; `flagdb query --sql` prints a statement that
    it runs.

    The column can have its table before it, as in `s.markers`, and can be in quotes. The flags are one or
    more texts, or a named parameter. A column of a subquery means the attribute with its name. `"has"` in
    double quotes is a function or table of SQLite.

    A condition such as `status = 'measured'` compares a text with the stored number, and is never true; a
    note says so, with the condition to write.

    The result shows flags and cases by name, as `query` does. Computed values are shown unchanged, and a
    relationship as the key of the other record. In a `UNION`, the first `SELECT` determines the names.
    An empty line separates the results of several statements, except in JSON.

    # Parameters
    `--param` sets the value of `:NAME`. A value that looks like a number is a number, unless it begins with
    a zero or a plus. Everything else is a text; single quotes make a number a text. `NAME:null` is NULL.

    # Writing
    Without `--write`, flagdb opens the database read-only, and checks all statements before it shows a
    result. With `--write`, all statements are one transaction: an error undoes all of them, and the rows are
    shown at the end. flagdb refuses `BEGIN`, `COMMIT`, `ATTACH`, `VACUUM`, and pragmas that change
    something.

    If a constraint of the model refuses a value, the error names the attribute and the allowed values.
    `--verbose` adds the message of SQLite and the statement.

    In views and triggers, flagdb writes the original call as a comment before the expression that replaced
    it: `/* flagdb: has(markers, 'HRM') */ ((markers & 2) = 2)`. `migrate` updates these numbers if the model
    changes, and `check` reports numbers that do not match their comment.

    You can create and drop your own tables, views, indexes and triggers. You cannot drop or alter those of
    the model: change the model instead. SQL constraints cannot express all rules of a model, such as a
    pattern for a text; `sql` does not enforce them, and `flagdb check` finds values that break them.
    """,
    examples: """
      Join two tables, and select by a flag.
          $ flagdb sql zoo.db "SELECT code, markers, count(*) AS readings FROM Sample s JOIN Reading r ON r.sample = s.id WHERE has(s.markers, 'HRM') GROUP BY s.id"
          code,markers,readings
          S-2,HRM|PLX,2
          S-4,RAW|HRM|PLX,1

      Print the SQL that SQLite runs.
          $ flagdb sql zoo.db "SELECT code FROM Sample WHERE none(markers, 'HRM')" \\
          >   --sql
          SELECT code FROM Sample WHERE ((markers & 2) = 0);

      Pass a value as a parameter.
          $ flagdb sql zoo.db 'SELECT code FROM Sample WHERE score > :least' \\
          >   -p least=90
          code
          S-2
          S-4

      Change records.
          $ flagdb sql zoo.db --write "UPDATE Sample SET status = stored(status, 'archived') WHERE exactly(markers, 'RAW')"
          1 record changed
      """,
    exitStatuses: [0: "done, also where a change found no record: 0 records changed"],
    seeAlso: ["flagdb-query(1)", "sqlite3(1)"])
}
