import CommandTable
import Databases
import Definitions
import FlagFormats
import FlagModel
import ModelText

/// `flagdb flags DB TYPE [VALUE…]`: decodes numbers, encodes names, lists flags.
struct FlagsCommand: Command {
  static let name = "flags"
  static let summary = "lists flags, and converts names to bitmask numbers and back"

  var database = ""
  var type: Name?
  var values: [String] = []
  var definitions = DefinitionOptions()
  var reading = ReadingOptions()
  var output = OutputOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrDefinitions(&database)
    table.argument(
      "TYPE", &type, .asks("any-flag-set"), isDottedName: true,
      help: "the flag set, as in BIOMarker; by default all are listed")
    table.argument(
      "VALUE", isOptional: true, &values, .asks("flags-of-type"),
      help: "a number to convert to names, or names to convert; `-` reads lines of them")
    table.part(&definitions)
    table.part(&output)
    table.part(&reading.records)
  }

  func complete() throws {
    let inputs = ([database] + values).count { $0 == "-" }
    if inputs > 1 {
      throw CommandError("standard input can be read only once, and '-' is given twice")
    }
  }

  func run(in session: Session) throws -> Exit {
    if let file = try definitionFile(in: session), file.language != .swift, type == nil {
      let fileDefinitions = try file.definitions(definitions, in: session)
      try list(fileDefinitions.listings, others: fileDefinitions.names, in: session)
      return .done
    }
    let (sets, exit) = try sets(in: session)
    if let set = sets.first, !values.isEmpty {
      try translate(set, in: session)
    } else {
      try list(sets, in: session)
    }
    return exit
  }

  /// The named flag set, or all of them. In a definition file, unreadable sets are reported and
  /// skipped.
  private func sets(in session: Session) throws -> ([FlagSet], Exit) {
    guard let file = try definitionFile(in: session) else {
      let opened = try session.openToRead(database, reading)
      let schema = opened.schema
      let all = schema.allFlagSets
      if all.isEmpty, opened.kind.isRecordFile {
        throw CommandError(
          "'\(ModelFile.name(of: database))' has no column of flags",
          hint: "name the flags of a column, as in --flags COLUMN=read,write", exit: .failed)
      }
      let sets = if let type { [try flagSet(type, in: schema)] } else { all }
      if opened.kind.isRecordFile { return (sets.map(\.calledAsInFiles), .done) }
      return (sets, .done)
    }
    if file.language != .swift, let type {
      let defined = try read(type, of: file.definitions(definitions, in: session))
      if values.isEmpty { DefinitionFile.say(defined, in: session) }
      return ([defined.set], .done)
    }
    let declared = try ModelFile.flagSets(of: database, in: session)
    let names = declared.names
    if names.isEmpty, type == nil {
      throw CommandError("'\(database)' declares no flag set", exit: .failed)
    }
    let place = try type.map { try flagSetIndex(typed: $0, in: names) }
    let wanted = place.map { $0..<$0 + 1 } ?? names.indices
    let (sets, diagnostics) = declared.read(wanted)
    let isWrong = diagnostics.contains { $0.severity == .error }
    if isWrong, sets.isEmpty { throw Diagnostics(diagnostics) }
    session.say(shownInPart(diagnostics) { $0.rendered() })
    return (sets, isWrong ? .failed : .done)
  }

  /// The file that defines flags; nil for a database, and for a record file.
  private func definitionFile(in session: Session) throws -> DefinitionFile? {
    guard let file = DefinitionFile(database, definitions) else { return nil }
    let mayHaveRecords =
      [.table, .json].contains(file.language) && definitions.language == nil && database != "-"
      && RecordFile(database) != nil
    // A value in place of the name tells nothing of the file.
    let name = type.flatMap { mayBeName($0) ? $0 : nil }
    if mayHaveRecords, try reading.records.first != nil || !file.defines(name, in: session) {
      return nil
    }
    return file
  }

  private func mayBeName(_ word: Name) -> Bool {
    word.text.unicodeScalars.first.map { $0 != "-" && !("0"..."9").contains($0) } ?? false
  }

  /// The set of a name in a file of definitions. If the name is a value of its only set, the hint is the
  /// corrected command.
  private func read(_ type: Name, of fileDefinitions: FlagDefinitions) throws -> DefinedFlags {
    do throws(Diagnostics) {
      return try fileDefinitions.read(type)
    } catch {
      let listed = fileDefinitions.listings
      guard listed.count == 1, let set = try? fileDefinitions.read(listed[0].name).set,
        isValue(type, of: set)
      else { throw error }
      throw CommandError(
        error.all.first?.message ?? "'\(type)' is not a flag set",
        hint: hint([set.name.text, type.text]), exit: .failed)
    }
  }

  /// True for a number, and for the numbers of standard input.
  private func isValue(_ word: Name, of set: FlagSet) -> Bool {
    word == "-" || MaskTranslator(set: set).number(word.text) != nil
  }

  /// The corrected command, with these words before the values.
  private func hint(_ words: [String]) -> Hint {
    let line = ["flagdb", "flags", database] + words + values
    return .words("write \(line.map(shellWord).joined(separator: " "))")
  }

  /// The flag set of a name. If the name is a value or an attribute, the hint is the complete
  /// corrected command.
  private func flagSet(_ name: Name, in schema: Schema) throws -> FlagSet {
    do {
      return try schema.flagSet(typed: name)
    } catch let error as CommandError {
      let sets = schema.allFlagSets
      if sets.count == 1, isValue(name, of: sets[0]) {
        throw CommandError(error.message, hint: hint([sets[0].name.text, name.text]))
      }
      guard let set = schema.flagSet(ofAttribute: name) else { throw error }
      throw CommandError(error.message, hint: hint([set.name.text]))
    }
  }

  private func list(_ sets: [FlagSet], in session: Session) throws {
    let columns = OutputColumn.named(["set", "flag", "bit", "value", "about"])
    var rows: [[Value]] = []
    for set in sets {
      for flag in set.flags {
        rows.append(row(flag, .integer(Int64(flag.mask.trailingZeroBitCount)), set))
      }
      for combination in set.combinations { rows.append(row(combination, .null, set)) }
      for field in set.fields { rows += fieldRows(field, set) }
    }
    try session.writeRecords(columns, output, rows)
  }

  /// Lists the flag sets with the number of their flags.
  /// - Parameter others: the names of all constants, which the user can name as flags.
  private func list(_ sets: [FlagListing], others: [Name], in session: Session) throws {
    if sets.isEmpty {
      var hint: Hint? = "name the beginning of their names, as in STATX_ATTR"
      if !others.isEmpty { hint = .choice("name one:", others.map(\.text)) }
      throw CommandError(
        "'\(ModelFile.name(of: database))' defines no flags that are found by themselves",
        hint: hint, exit: .failed)
    }
    let columns = OutputColumn.named(["set", "flags", "line", "about"])
    var lines = LineCounter()
    let rows = sets.map { set -> [Value] in
      let line = set.place.map { lines.line(of: $0) }
      return [
        .text(set.name.text), .integer(Int64(set.flags)),
        line.map { .integer(Int64($0)) } ?? .null, .text(ifAny: set.summary),
      ]
    }
    try session.writeRecords(columns, output, rows)
  }

  private func row(_ flag: Flag, _ bit: Value, _ set: FlagSet) -> [Value] {
    [
      .text(set.name.text), .text(flag.name.text), bit, .integer(set.stored(flag.mask)),
      .text(ifAny: flag.summary),
    ]
  }

  /// A row for the field with all its bits, then one for each case.
  private func fieldRows(_ field: BitField, _ set: FlagSet) -> [[Value]] {
    let whole = Flag(name: field.name, mask: field.mask, summary: field.summary)
    let bits = "\(field.bits.lowerBound)...\(field.bits.upperBound)"
    let cases = (field.enumeration?.cases ?? []).map { enumCase in
      Flag(
        name: "\(field.name)=\(enumCase.name)", mask: field.bits(of: enumCase.rawValue) ?? 0,
        summary: enumCase.summary)
    }
    return [row(whole, .text(bits), set)] + cases.map { row($0, .null, set) }
  }
}

extension Schema {
  /// The flag set of the first attribute with the name.
  fileprivate func flagSet(ofAttribute name: Name) -> FlagSet? {
    for case let attribute? in entities.map({ $0.attribute(named: name) }) {
      if case .flags(let set) = attribute.type.innermost { return set }
    }
    return nil
  }
}
