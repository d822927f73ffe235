import CommandTable
import Databases
import FlagFormats
import FlagModel
import Queries

/// `--from` and all that is said of the input, of what to do with its records, and of errors.
struct ImportOptions: CommandOptions {
  /// The treatment of a record with a mistake.
  enum ErrorRule: String, CommandChoice {
    case stop
    case skip
    case collect

    var help: String? {
      switch self {
      case .stop: "change nothing"
      case .skip: "import the valid records"
      case .collect: "import the valid records, and write the others to the --rejects file"
      }
    }
  }

  /// The treatment of a record whose unique value another one has.
  enum ConflictRule {
    case ignore
    case replace
    case upsert(Name)
  }

  var files: [String] = []
  var style = InputStyle()
  var hasHeader = true
  var mappings: [ColumnMapping] = []
  var skippedColumns: [Name] = []
  var mapping = ImportMapping()
  var isRaw = false
  /// Attributes whose flags or cases are numbers in the files.
  var numbered: Set<Name> = []
  var dates: DateForm?
  var conflictRule: ConflictRule?
  var givenErrorRule: ErrorRule?
  var rejects: String?
  var batch: Int64?
  var skipped: Int64?
  var creates = false
  /// True if names that the model lacks are added to it.
  var alters = false
  var sample: Int64?
  var types: [ColumnType] = []
  var uniques: [Name] = []
  var isDryRun = false

  /// The long names of all these options.
  static let names = Set(OptionTable(describing: Self.self).options.map(\.name))

  /// True if the line says that files are imported.
  var isAsked: Bool { !files.isEmpty }
  var errorRule: ErrorRule { givenErrorRule ?? (rejects == nil ? .stop : .collect) }
  var skippedRecords: Int64 { skipped ?? 0 }

  /// The library's word for the treatment of records that exist already.
  func conflict(in entity: Entity) throws -> ImportConflict {
    switch conflictRule {
    case nil: return .stop
    case .ignore: return .leaveOut
    case .replace: return .replace
    case .upsert(let name):
      if name == entity.shownKey { return .update(by: name) }
      let names = entity.uniqueNames
      guard let attribute = entity.attribute(named: name) else {
        throw CommandError(
          "--upsert: '\(name)' is not an attribute of \(entity.name)",
          hint: names.isEmpty
            ? Self.nothingUnique : .name(for: name, in: names, orAll: "unique is"))
      }
      guard attribute.isUnique || attribute.column == entity.shownKey else {
        throw CommandError(
          "--upsert: '\(name)' is not unique, so several records may have the same value",
          hint: names.isEmpty
            ? Self.nothingUnique : .choice("unique is", names.map(\.text)))
      }
      return .update(by: attribute.column)
    }
  }

  private static let nothingUnique: Hint = "no attribute is unique alone"

  /// The style of one input: its name may tell the format, and the entity the columns.
  func style(of input: ImportInput, for entity: Entity?) -> InputStyle {
    var style = style
    if style.format == nil { style.format = InputFormat(fileName: input.name) }
    if !hasHeader, style.columnNames == nil {
      style.columnNames = entity?.columnProperties.map(\.name)
    }
    return style
  }

  /// The decoder that makes cells of the records of an input. In a file of others, what a record does
  /// not give may have a default there.
  func decoder(
    for entity: Entity, isForeign: Bool, _ reader: RecordReader, fixed: [Assignment],
    unsettable: [Database.ColumnOfSpread] = [], now: Timestamp
  ) throws(InputErrors) -> RecordDecoder {
    let supplied = fixed.map { assignment in
      entity.attributes.first { $0.column == assignment.column }?.name ?? assignment.column
    }
    let isPartial = if case .upsert = conflictRule { true } else { isForeign }
    var problems: [Name: InputProblem] = [:]
    for column in unsettable {
      problems[column.property] = .unsettable(
        column.property, reason: column.reason, hint: column.hint)
    }
    return try RecordDecoder(
      entity, reader, mapping, isRaw: isRaw, raw: numbered, dates: dates?.numbered,
      suppliedElsewhere: Set(supplied), unsettable: problems, isPartial: isPartial, now: now)
  }
}
