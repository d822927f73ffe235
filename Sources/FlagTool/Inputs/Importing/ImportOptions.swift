import CommandTable
import FlagFormats
import FlagModel
import Importing
import Queries

/// `--from`, and the options for the inputs, their records, and errors.
struct ImportOptions: CommandOptions {
  /// The treatment of an invalid record.
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

  /// The treatment of a record whose unique value already exists.
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
  var numbered = NumberedAttributes()
  var dates: DateForm?
  var conflictRule: ConflictRule?
  var givenErrorRule: ErrorRule?
  var rejects: String?
  var batch: Int64?
  var skipped: Int64?
  var creates = false
  /// True if missing names are added to the model.
  var alters = false
  var sample: Int64?
  var types: [ColumnType] = []
  /// The words of `--flags`.
  var flags: [ColumnFlags] = []
  var splits: [ColumnSplit] = []
  var uniques: [Name] = []
  var isDryRun = false

  /// The long names of these options.
  static let names = Set(OptionTable(describing: Self.self).options.map(\.name))

  /// True if the command line imports files.
  var isAsked: Bool { !files.isEmpty }
  var errorRule: ErrorRule {
    if let givenErrorRule { return givenErrorRule }
    return rejects == nil ? .stop : .collect
  }
  var skippedRecords: Int64 { skipped ?? 0 }

  /// The library's setting for records that already exist.
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
          hint: .name(for: name, in: names, orAll: "unique is") ?? Self.nothingUnique)
      }
      guard entity.isUnique(attribute) || attribute.column == entity.shownKey else {
        throw CommandError(
          "--upsert: '\(name)' is not unique, so several records may have the same value",
          hint: names.isEmpty
            ? Self.nothingUnique : .choice("unique is", names.map(\.text)))
      }
      return .update(by: attribute.column)
    }
  }

  private static let nothingUnique: Hint = "no attribute is unique alone"

  /// Throws if the name of the rejects tells another format than that of an input, in which the
  /// rejects are written.
  func requireRejects(in format: InputFormat?) throws {
    guard let rejects, let format, let named = InputFormat(fileName: rejects), named != format,
      let dot = rejects.lastIndex(of: ".")
    else { return }
    // An object on each line is also JSON.
    if format == .ndjson, named == .json { return }
    throw CommandError(
      "--rejects: the rejects have the format of the input, \(format.rawValue)",
      hint: "--rejects \(shellWord("\(rejects[..<dot]).\(format.rawValue)"))")
  }

  /// The style of an input. Its file name can give the format, and the entity gives the columns.
  func style(of input: ImportInput, for entity: Entity?) -> InputStyle {
    var style = style
    if style.format == nil { style.format = InputFormat(fileName: input.name) }
    style.hasHeader = hasHeader
    if !hasHeader, style.columnNames == nil, !creates {
      style.columnNames = entity?.columnProperties.map(\.name)
    }
    return style
  }

  /// The decoder of an input's records. In a foreign file, the column's default applies to values
  /// that a record lacks.
  func decoder(
    for entity: Entity, isForeign: Bool, _ reader: RecordReader, fixed: [Assignment],
    unsettable: [UnsettableProperty] = [], now: Timestamp
  ) throws(InputErrors) -> RecordDecoder {
    let supplied = fixed.map { entity.propertyName(of: $0.column) }
    let isPartial = if case .upsert = conflictRule { true } else { isForeign }
    return try RecordDecoder(
      entity, reader, mapping, isRaw: isRaw, numbered: numbered, dates: dates?.numbered,
      separators: separators,
      suppliedElsewhere: Set(supplied), unsettable: unsettable, isPartial: isPartial, now: now)
  }
}
