import CommandTable
import FlagDB
import FlagFormats
import FlagModel
import Migrations
import PlainText
import Predicates
import Queries
import UserSQL

/// `--from` and all that is said of the input, of what to do with its records, and of errors.
struct ImportOptions {
  /// What happens to a record that is wrong.
  enum ErrorRule: String, CaseIterable {
    case stop
    case skip
    case collect
  }

  /// A record whose unique value another one has.
  enum Meeting {
    case stop
    case ignore
    case replace
    case upsert(String)
  }

  let files: [String]
  let style: InputStyle
  let hasHeader: Bool
  var mapping: ImportMapping
  let isRaw: Bool
  let readsEpochs: Bool
  let meeting: Meeting
  let errorRule: ErrorRule
  let rejects: String?
  let batch: Int64?
  let skippedRecords: Int64
  let creates: Bool
  let sample: Int?
  let isDryRun: Bool

  /// Nil where the line has no `--from`, and then nothing that belongs to it either.
  init?(_ line: Invocation) throws {
    files = line.values(ofOption: "from")
    if files.isEmpty {
      if let option = line.options.first(where: { Self.names.contains($0.name) }) {
        throw CommandError("\(option.spelling) belongs to --from FILE")
      }
      return nil
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw CommandError("--from - stands twice, and standard input can be read once")
    }
    hasHeader = !line.has(option: "no-header")
    style = try Self.style(line, hasHeader: hasHeader)
    mapping = try Self.mapping(line)
    isRaw = line.has(option: "raw")
    readsEpochs = line.value(ofOption: "dates") == "epoch"
    meeting = try Self.meeting(line)
    rejects = line.value(ofOption: "rejects")
    errorRule = try Self.errorRule(line, rejects)
    batch = try line.count(ofOption: "batch")
    if batch == 0 { throw CommandError("--batch: expected a number from 1 on, found '0'") }
    skippedRecords = try line.count(ofOption: "skip-records") ?? 0
    creates = line.has(option: "create")
    sample = try line.count(ofOption: "sample").map { Int(clamping: $0) }
    isDryRun = line.has(option: "dry-run")
    try requireSense()
  }

  private func requireSense() throws {
    if sample != nil, !creates { throw CommandError("--sample belongs to --create") }
    if creates, !hasHeader, style.columnNames == nil {
      throw CommandError("--create needs --columns where there is no header")
    }
    if isDryRun, batch != nil {
      throw CommandError("--dry-run changes nothing, so that --batch has nothing to commit")
    }
    if isDryRun, rejects != nil {
      throw CommandError("--dry-run writes nothing, and --rejects is a file to write")
    }
    if let rejects, files.contains(rejects) {
      throw CommandError("--rejects: '\(rejects)' is the input itself")
    }
  }

  private static func style(_ line: Invocation, hasHeader: Bool) throws -> InputStyle {
    var style = InputStyle()
    style.format = line.value(ofOption: "format").flatMap { InputFormat(rawValue: $0) }
    style.nullText = line.value(ofOption: "null")
    style.delimiter = try line.value(ofOption: "delimiter").map(delimiter)
    if let columns = line.value(ofOption: "columns") {
      if hasHeader { throw CommandError("--columns belongs to --no-header") }
      style.columnNames = columns.split(separator: ",", omittingEmptySubsequences: false)
        .map(String.init)
    }
    return style
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    let names = ["\\t": UInt8(0x09), "tab": 0x09]
    if let byte = names[text] { return byte }
    let forbidden = Array("\"\r\n".utf8)
    guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0, !forbidden.contains(byte)
    else {
      throw CommandError(
        "--delimiter: expected one ASCII character, found '\(text)'",
        hint: "as in --delimiter ';' or --delimiter tab")
    }
    return byte
  }

  private static func mapping(_ line: Invocation) throws -> ImportMapping {
    var mapping = ImportMapping()
    for word in line.values(ofOption: "map") {
      guard let equals = word.lastIndex(of: "="), equals != word.startIndex,
        word.index(after: equals) != word.endIndex
      else {
        throw CommandError(
          "--map: expected COLUMN=ATTRIBUTE, found '\(word)'", hint: "as in 'Sample Code=code'")
      }
      mapping.map(String(word[..<equals]), to: String(word[word.index(after: equals)...]))
    }
    for column in line.values(ofOption: "skip") { mapping.skip(column) }
    return mapping
  }

  private static func meeting(_ line: Invocation) throws -> Meeting {
    let given = ["ignore", "replace", "upsert"].filter { line.has(option: $0) }
    if given.count > 1 {
      throw CommandError("--\(given[0]) and --\(given[1]) contradict each other")
    }
    switch given.first {
    case "ignore": return .ignore
    case "replace": return .replace
    case "upsert": return .upsert(line.value(ofOption: "upsert") ?? "")
    default: return .stop
    }
  }

  private static func errorRule(_ line: Invocation, _ rejects: String?) throws -> ErrorRule {
    let rule = line.value(ofOption: "on-error").flatMap(ErrorRule.init)
    if rule == .collect, rejects == nil {
      throw CommandError("--on-error collect needs a file", hint: "add --rejects FILE")
    }
    if rejects != nil, let rule, rule != .collect {
      throw CommandError("--rejects belongs to --on-error collect")
    }
    return rule ?? (rejects == nil ? .stop : .collect)
  }

  /// How the library calls what the line says of records that are there already.
  func conflict(in entity: Entity) throws -> ImportConflict {
    switch meeting {
    case .stop: return .stop
    case .ignore: return .leaveOut
    case .replace: return .replace
    case .upsert(let name):
      if name == entity.keyColumn { return .update(by: entity.keyColumn) }
      guard let attribute = entity.attribute(named: name) else {
        let names = entity.labels.map(\.name) + [entity.keyColumn]
        throw CommandError(
          "--upsert: '\(name)' is not an attribute of \(entity.name)",
          hint: nearestName(to: name, in: names).map { "did you mean \($0)?" }
            ?? "unique is \(listed(names))")
      }
      guard attribute.isUnique || attribute.column == entity.keyColumn else {
        throw CommandError(
          "--upsert: '\(name)' is not unique, so that several records may have the same",
          hint: "unique is \(listed(entity.labels.map(\.name) + [entity.keyColumn]))")
      }
      return .update(by: attribute.column)
    }
  }

  /// What is known of one input: its name may tell the format, and the entity the columns.
  func style(of input: ImportInput, for entity: Entity?) -> InputStyle {
    var style = style
    if style.format == nil { style.format = InputFormat(fileName: input.name) }
    if !hasHeader, style.columnNames == nil {
      style.columnNames = entity?.columnProperties.map(\.name)
    }
    return style
  }

  /// What makes cells of the records of an input.
  func decoder(
    for entity: Entity, _ reader: RecordReader, fixed: [Assignment], now: Timestamp
  ) throws(InputErrors) -> RecordDecoder {
    let supplied = fixed.map { assignment in
      entity.attributes.first { $0.column == assignment.column }?.name ?? assignment.column
    }
    let isPartial = if case .upsert = meeting { true } else { false }
    return try RecordDecoder(
      entity, reader, mapping, isRaw: isRaw, readsEpochs: readsEpochs,
      suppliedElsewhere: Set(supplied), isPartial: isPartial, now: now)
  }
}

extension ImportTarget {
  /// How the library calls what a cell is for.
  var field: ImportField {
    switch kind {
    case .key: return .key
    case .attribute(let attribute): return .attribute(attribute)
    case .relationship(let relationship):
      if case .joinTable(let join) = relationship.storage { return .toMany(relationship, join) }
      return .toOne(relationship)
    }
  }
}
