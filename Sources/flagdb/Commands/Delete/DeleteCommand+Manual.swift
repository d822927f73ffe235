import CommandTable

extension DeleteCommand {
  static let manual = CommandManual(
    discussion: [
      """
      Without a selection nothing is removed, unless `--all` says that every record is meant. \
      Where standard input and standard error are a terminal, the command says how many records \
      are selected, and how many others go with them, and asks; `--yes` answers beforehand. A \
      script is not asked: its selection, or its `--all`, has said enough.
      """,
      """
      What becomes of records that refer to a removed one is what the model says of the \
      relationship: they go too (`.cascade`), they lose the reference (`.nullify`), or they keep \
      it from being removed (`.deny`, and wherever the reference is not optional). Those that go \
      too are counted, over however many relationships, and told by entity after the number of \
      those that were selected.
      """,
      """
      A selection has no order and no limit. Where the oldest ten are meant, `query` with `--sort` and \
      `--limit` finds their keys, and `--where 'id in {…}'` takes them.
      """,
    ],
    examples: [
      Example(
        "Records without any of two flags.", "flagdb delete zoo.db Sample --none HRM,PLX",
        output: "2 records deleted"),
      Example(
        "A record with what belongs to it.", "flagdb delete zoo.db Sample --where \"code = 'S-2'\"",
        output: "1 record deleted, and 2 of Reading with it"),
    ],
    exitStatuses: [
      ExitStatus(0, "done, also where no record was selected: 0 records deleted")
    ],
    seeAlso: [
      PageReference("flagdb-backup", 1), PageReference("flagdb-update", 1),
      PageReference("flagdb-predicates", 7),
    ])
}
