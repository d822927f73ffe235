import CommandTable
import FlagFormats
import FlagModel

extension ImportOptions {
  mutating func declare(in table: inout OptionTable) {
    table.heading("many records")
    let from = table.value(
      "from", &files, "FILE", .file(extensions: ["csv", "tsv", "json", "ndjson"]),
      help: "add the records of this file, or of standard input if it is -")
    declareInput(in: &table, of: from)
    declareConflicts(in: &table, of: from)
    table.heading("invalid records", needs: from)
    table.value(
      "on-error", &givenErrorRule, "WHAT",
      help: "stop at an invalid record, skip it, or collect it")
    table.value(
      "rejects", &rejects, "FILE", .file(),
      help: "write the invalid records into this file, each with its reason")
    table.heading("a new entity", needs: from)
    let create = table.switch(
      "create", &creates,
      help: "create the entity from the input, and the database, if they do not exist")
    table.heading("a new entity", needs: create)
    table.value("sample", &sample, "N", help: "guess the types from the first N records only")
    declareTypes(in: &table)
    table.value(
      "unique", &uniques, "COLUMN", .asks("file-column"),
      help: "no two records have the same value of this column")
  }

  private mutating func declareInput(in table: inout OptionTable, of from: DeclaredOption) {
    table.heading("many records", needs: from)
    table.value(
      "format", short: "f", &style.format, "FORMAT",
      help: "the format; by default guessed from the name or content of the file")
    declareDelimiter(in: &table)
    let noHeader = table.switch(
      "no-header", &hasHeader, is: false,
      help: "the first line is a record, not the names of the columns")
    table.value(
      "columns", &style.columnNames, "NAMES", .asks("attributes"), needs: noHeader,
      help: "the columns of a file without a header; the attributes in order by default"
    ) { $0.split(separator: ",", omittingEmptySubsequences: false).map { Name($0) } }
    declareMappings(in: &table)
    table.value("skip", &skippedColumns, "COLUMN", .asks("file-column"), help: "ignore this column")
    table.value("null", &style.nullText, "TEXT", help: "the text that stands for no value")
    declareDates(in: &table)
    declareSplits(in: &table)
  }

  private mutating func declareConflicts(in table: inout OptionTable, of from: DeclaredOption) {
    table.heading("conflicts and batches", needs: from)
    let ignore = table.switch(
      "ignore", &conflictRule, is: .ignore,
      help: "skip a record whose unique value exists already")
    let replace = table.switch(
      "replace", &conflictRule, is: .replace,
      help: "replace all values of the existing record")
    let upsert = table.value(
      "upsert", &conflictRule, "ATTRIBUTE", .asks("unique"),
      help: "update the record with the same value of this attribute, or insert one"
    ) { .upsert(Name($0)) }
    table.exclude(ignore, replace, upsert)
    table.value(
      "batch", &batch, "N", help: "commit after every N records, not once at the end"
    ) { word in
      guard let number = Int64(word), number > 0 else {
        throw UnreadableWord(expected: "a number from 1 on")
      }
      return number
    }
    table.value("skip-records", &skipped, "N", help: "skip the first N records of the input")
  }

  // MARK: Options of record files

  mutating func declareTypes(in table: inout OptionTable) {
    table.value(
      "type", &types, "COLUMN:TYPE", .asks("column-type"),
      help: "the type of a column; `OptionSet` and `enum` declare one from its values")
    table.value(
      "flags", &flags, "COLUMN=SET", .asks("column-flags"),
      help: "the flags of a column: `FILE`, `FILE.h:TYPE` or `old,rare=0x4`")
  }

  mutating func declareSplits(in table: inout OptionTable) {
    table.value(
      "split", &splits, "COLUMN=SIGNS", .asks("column-split"),
      help: "the signs between the flags of a column: `comma`, `blank`, `;`")
  }

  mutating func declareMappings(in table: inout OptionTable) {
    table.value(
      "map", &mappings, "COLUMN=ATTRIBUTE", .asks("mapping"),
      help: "the attribute for a column with another name")
  }

  mutating func declareDelimiter(in table: inout OptionTable) {
    table.value(
      "delimiter", &style.delimiter, "CHARACTER",
      help: "the character between fields, or `tab`", reading: Self.delimiter)
  }

  mutating func declareDates(in table: inout OptionTable) {
    table.value("dates", &dates, "KIND", help: "how dates are written: as text, or as numbers")
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    let names = ["\\t": UInt8(0x09), "tab": 0x09]
    if let byte = names[text] { return byte }
    let forbidden = Array("\"\r\n".utf8)
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0, !forbidden.contains(byte)
    else {
      throw UnreadableWord(
        expected: "one ASCII character", hint: "as in --delimiter ';' or --delimiter tab")
    }
    return byte
  }

  mutating func complete() throws {
    if files.count(where: { $0 == "-" }) > 1 {
      throw CommandError("--from - is given twice, and standard input can be read only once")
    }
    if givenErrorRule == .collect, rejects == nil {
      throw CommandError("--on-error collect needs a file", hint: "add --rejects FILE")
    }
    if rejects != nil, errorRule != .collect {
      throw CommandError("'--rejects' needs '--on-error collect'")
    }
    if creates, !hasHeader, style.columnNames == nil {
      throw CommandError("--create with --no-header needs --columns")
    }
    if isDryRun, batch != nil {
      throw CommandError("--dry-run commits nothing, so --batch has no effect; leave one out")
    }
    if isDryRun, rejects != nil {
      throw CommandError("--dry-run writes no file; leave out --rejects")
    }
    if let rejects, rejects != "-", files.contains(rejects) {
      throw CommandError("--rejects: '\(rejects)' is the input itself")
    }
    try applyMappings()
  }

  /// Checks the options for columns, and applies those for their names.
  mutating func applyMappings() throws {
    try requireOnce("--map", mappings.map(\.column))
    try requireOnce("--type", types.map(\.column))
    try requireOnce("--flags", flags.map(\.typed))
    try requireOnce("--split", splits.map(\.column))
    for mapping in mappings { self.mapping.map(mapping.column, to: mapping.attribute) }
    for column in skippedColumns { mapping.skip(column) }
  }

  /// Throws if an option gives two values for a column.
  private func requireOnce(_ option: String, _ columns: [Name]) throws {
    var seen: Set<Name> = []
    for column in columns where !seen.insert(column).inserted {
      throw CommandError("\(option): the column '\(column)' is given twice")
    }
  }
}

/// An argument of `--map`: `'Sample Code=code'`.
struct ColumnMapping: CommandWord {
  let column: Name
  let attribute: Name

  init(word: String) throws(UnreadableWord) {
    guard let equals = word.lastIndex(of: "="), equals != word.startIndex,
      word.index(after: equals) != word.endIndex
    else {
      throw UnreadableWord(expected: "COLUMN=ATTRIBUTE", hint: "as in 'Sample Code=code'")
    }
    column = Name(word[..<equals])
    attribute = Name(word[word.index(after: equals)...])
  }
}
