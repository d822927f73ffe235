import CommandTable

/// What the page of `migrate` tells.
extension MigrateCommand {
  static let discussion: [ProseBlock] = [
    """
    `migrate` compares the model in the database with the one that it is given, prints what has to \
    change, and does it as one transaction: a kill or a full disk at any moment leaves the \
    database as it was. Records keep their keys and their names: where a flag has another bit, the \
    stored numbers are changed so that every record has the flags that it had.
    """,
    """
    Nothing is lost unasked. What the new model has no place for is counted first, and each loss \
    is told with the number of records and one of them; then nothing is done. A name given with \
    `--rename`, a value given with `--fill`, or `--allow-loss` lets it pass. Before anything is \
    lost, the database is copied beside itself, and the name of the copy is printed.
    """,
  ]

  static let examples: [Example] = []
}
