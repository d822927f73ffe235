import CommandTable

extension DefineCommand {
  mutating func declare(in table: inout OptionTable) {
    table.database(&database)
    table.form(.flags, &kind, summary: "adds a flag set, or flags to one")
    table.argument(
      "NAME", &name, .asks("flag-set"),
      help: "the name of the thing that is added or extended; an expression has its entity, as in "
        + "`Sample.passing` or `Sample.above(limit)`")
    table.argument(
      "FLAG", &parts,
      help: "a flag, which gets the next free bit; `NAME=0x40` says which, "
        + "`NAME=FLAG,FLAG` names a combination")
    table.form(.enumeration, &kind, summary: "adds an enum")
    table.argument("NAME", &name, .asks("enumeration"), help: "the enum")
    table.argument(
      "CASE", &parts, help: "a case, stored as its name; after `NAME=1` as numbers, counted on")
    table.form(.entity, &kind, summary: "adds a kind of record")
    table.argument("NAME", &name, help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"),
      help: "an attribute as in `note:String?`, with a default as in `score:Double=50` "
        + "or `taken:Date=now`")
    table.form(.attribute, &kind, summary: "adds attributes to an entity")
    table.argument("NAME", &name, .asks("entity"), help: "the entity")
    table.argument(
      "NAME:TYPE", &parts, .asks("definition"), help: "an attribute, as for a new entity")
    table.form(
      .expression, &kind,
      summary: "names a calculation, which is then used like an attribute"
    )
    table.argument("NAME", &name, .asks("expression-name"), help: "the entity and the name")
    table.argument(
      "EXPRESSION", &expression, .asks("predicate"),
      help: "in the language of `--where`, as in `readings[value >= 90].count`; a "
        + "parameter is written `$limit`")
    table.value(
      "unique", &unique, "NAME", .asks("defined-name"),
      help: "no two records have the same value of this attribute")
  }

  func complete() throws {
    if !unique.isEmpty, kind != .entity, kind != .attribute {
      throw CommandError("'--unique' belongs to 'entity' and 'attribute'")
    }
  }
}
