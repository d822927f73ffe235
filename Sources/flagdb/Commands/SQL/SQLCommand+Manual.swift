import CommandTable

extension SQLCommand {
  static let manual = CommandManual(
    discussion: [
      """
      It is for what the other commands cannot say. The functions below are replaced by plain SQL \
      before SQLite sees the statement; `--sql` shows by what.
      """,
      .definitions([
        Definition("has(column, 'HRM,PLX')", "all of these flags"),
        Definition("any(column, 'HRM,PLX')", "at least one of them"),
        Definition("none(column, 'HRM,PLX')", "none of them"),
        Definition("exactly(column, 'HRM,PLX')", "these and no others"),
        Definition("not_all(column, 'HRM,PLX')", "not all of them"),
        Definition("flags(column)", "the names of its flags, as in `RAW|HRM`"),
        Definition(
          "stored(column, 'measured')",
          "what is stored for a value as people write it: a case, flags, an amount, a date"),
      ]),
      """
      The column may be named with its table, as in `s.markers`, and in quotes. The flags are one \
      text or several, or a parameter with a name. A column that comes out of a query in brackets \
      is taken for the attribute of that name. In double quotes `"has"` is a function or table of \
      SQLite's.
      """,
      """
      What an attribute holds is shown in names, as `query` shows it; what is computed is shown as \
      SQLite gives it, and a relationship as the key of the other record. Of a `UNION` the first \
      `SELECT` says what the columns are. Several answers have an empty line between them, JSON \
      has none.
      """,
      .heading("Parameters"),
      """
      `--param` gives `:NAME` a value. One that looks like a number is a number, unless it begins \
      with a zero or a plus; all else is a text, and so is what stands in single quotes. \
      `NAME:null` is NULL.
      """,
      .heading("Writing"),
      """
      Without `--write` the database is opened for reading, and nothing is shown until all \
      statements have been understood. With it all statements are one transaction: an error undoes \
      all of them, and rows are shown when it is done. `BEGIN` and `COMMIT`, `ATTACH`, `VACUUM` \
      and pragmas that change something are refused.
      """,
      """
      What a constraint of the model refuses is told by its attribute and what that may be, and \
      with `--verbose` in SQLite's own words too, with the statement.
      """,
      """
      In what the file keeps, as a view or a trigger, the call stays in a comment before the expression \
      that it became: `/* flagdb: has(markers, 'HRM') */ ((markers & 2) = 2)`. By that `migrate` finds \
      the numbers that change with the model, and `check` those that are no longer what the words mean.
      """,
      """
      Tables, views, indexes and triggers of one's own can be made and dropped. What the model has \
      made can neither be dropped nor altered: change the model. What its constraints cannot say, \
      as that a text matches a pattern, only the other commands see to; `flagdb check` finds it.
      """,
    ],
    examples: [
      Example(
        "How many readings the samples with a pulse have.",
        """
        flagdb sql zoo.db "SELECT code, markers, count(*) AS readings FROM Sample s \
        JOIN Reading r ON r.sample = s.id WHERE has(s.markers, 'HRM') GROUP BY s.id"
        """,
        output: """
          code,markers,readings
          S-2,HRM|PLX,2
          S-4,RAW|HRM|PLX,1
          """),
      Example(
        "What SQLite is asked.",
        "flagdb sql zoo.db \"SELECT code FROM Sample WHERE none(markers, 'RAW,HRM')\" --sql",
        output: "SELECT code FROM Sample WHERE ((markers & 3) = 0);"),
      Example(
        "A value that comes from elsewhere, as a parameter.",
        "flagdb sql zoo.db 'SELECT code, score FROM Sample WHERE score > :least' -p least=90",
        output: """
          code,score
          S-2,91.0
          S-4,95.0
          """),
      Example(
        "A change.",
        """
        flagdb sql zoo.db --write "UPDATE Sample SET status = stored(status, 'archived') \
        WHERE exactly(markers, 'RAW')"
        """,
        output: "1 record changed"),
    ],
    exitStatuses: [
      ExitStatus(0, "done, also where a change found no record: 0 records changed")
    ],
    seeAlso: [PageReference("flagdb-query", 1), PageReference("sqlite3", 1)])
}
