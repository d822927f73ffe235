import Databases
import FlagFormats
import FlagModel
import ModelText
import Platform
import SQLiteEngine

/// A record file in place of a database: csv, tsv, json or ndjson, a pipe, or standard input.
/// See Documentation/Decisions/records-become-a-temporary-database.md.
struct RecordFile {
  let path: String
  /// The entity of its records: the file name without the extension.
  let entity: Name

  /// Nil if the path is not a record file, for example a database. A pipe is not read for this
  /// decision.
  init?(_ path: String) {
    self.path = path
    if path == "-" {
      entity = "stdin"
      return
    }
    let file = path.split(separator: "/").last ?? ""
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    switch try? fileKind(at: path) {
    case .regular:
      guard Self.hasRecords(path) else { return nil }
    case .fifo, .socket: break
    case .directory, .device, .unknown, nil: return nil
    }
    entity = Self.entity(named: String(stem))
  }

  /// True for standard input and a pipe, whose records are gone after they were read.
  static func isReadOnce(_ path: String) -> Bool {
    if path == "-" { return true }
    switch try? fileKind(at: path) {
    case .fifo, .socket: return true
    case .regular, .directory, .device, .unknown, nil: return false
    }
  }

  /// The name as a valid entity name; `records` for a pipe with only a number.
  private static func entity(named stem: String) -> Name {
    if stem.allSatisfy(\.isNumber) { return "records" }
    let name = identifier(for: Name(stem), or: "records")
    let types: [AttributeType] = [
      .bool, .integer(.int), .double, .date, .uuid, .string, .array(.string),
    ]
    let attributes = types.enumerated().map { index, type in
      Property.attribute(
        Attribute(name: "x\(index)", declaredType: DetectedModel.name(of: type), type: type))
    }
    let trial = Schema(types: [], entities: [Entity(name: name, properties: attributes)])
    let isFree = (try? checkedModel(trial.swiftSource)) == trial
    return isFree ? name : "records_\(name)"
  }

  /// True if the name or the first bytes are those of a record file.
  private static func hasRecords(_ path: String) -> Bool {
    let start = (try? beginning(of: path, bytes: 1 << 12)) ?? []
    let header = DatabaseHeader(bytes: Array(start.prefix(DatabaseHeader.length)))
    if header.isSQLite { return false }
    if InputFormat(fileName: path) != nil { return true }
    return !start.isEmpty && header.isPlainText && beginsAsRecords(start)
  }

  /// True for a file that is neither a database nor a record file.
  private static func isUseless(_ path: String) -> Bool {
    guard (try? fileKind(at: path)) == .regular,
      let start = try? beginning(of: path, bytes: DatabaseHeader.length)
    else { return InputFormat(fileName: path) != nil }
    return !DatabaseHeader(bytes: start).isSQLite
  }

  private static func beginning(of path: String, bytes: Int) throws -> [UInt8] {
    let file = try InputFile.open(path, in: .ofNoCommand)
    return try [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
      count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// The implied entity of a record file; nil if the next argument names it. An unusable file also
  /// gets one, so that the error is about the file.
  static func entity(followingFrom path: String, next: String?) -> String? {
    guard let file = RecordFile(path) else {
      if next == nil && isUseless(path) { return "records" }
      return nil
    }
    if let next, file.entity == Name(next) { return nil }
    return file.entity.text
  }

  /// The error for a command that would change the file, with the command that makes a database of
  /// it.
  var refusal: CommandError {
    let file: String
    let importing: String
    if path == "-" {
      file = "standard input"
      importing = quotedCommand("flagdb", "insert", "new.db", "ENTITY", "-", "--create")
    } else {
      file = "'\(path)'"
      importing = quotedCommand("flagdb", "insert", "\(entity.text).db", path, "--create")
    }
    return CommandError(
      "\(file) is a record file, which is read-only",
      hint: "\(importing) imports it into a database", exit: .failed)
  }

  // MARK: Reading

  /// Loads all records into a temporary database.
  func load(_ given: GivenModels, in session: Session) throws -> Database {
    session.read(path)
    let input = try ImportInput(path, isReadTwice: true, in: session.files)
    let options = options(session)
    do {
      return try load(input, options, given, session)
    } catch let error as InputError {
      // The user gave no delimiter, and it is unambiguous.
      guard case .otherDelimiter(let delimiter) = error.problem, delimiter.isASCII else {
        throw error
      }
      var others = options
      others.style.delimiter = UInt8(ascii: delimiter)
      input.rewind()
      return try load(input, others, given, session)
    }
  }

  private func load(
    _ input: ImportInput, _ options: ImportOptions, _ given: GivenModels, _ session: Session
  ) throws -> Database {
    let types = Schema(types: given.schemas.flatMap(\.types), entities: [])
    var settings = try options.settings(for: entity, in: types, session)
    settings.learn(from: given.schemas, for: entity)
    settings.keepsKnownNames = !session.modelsOfRecords.isEmpty
    let new = try NewEntity(entity, from: [input], options, settings, besides: types, session)
    session.say(shownInPart(new.notes) { "note: \(shownInPart($0))\n" })
    var options = options
    options.numbered = new.numbered
    return try Database.temporary(
      path: path, schema: new.schema.part(about: try new.schema.entity(typed: entity)),
      origin: path, now: session.now
    ) { database in
      let run = ImportRun(
        database, try database.entity(named: entity), options, [input], fixed: [],
        try Rejections(.stop, nil, session), in: session)
      do {
        try database.write { try run.takeAll() }
      } catch let refused as Rejections.Refused {
        throw refused.error
      }
    }
  }

  private func options(_ session: Session) -> ImportOptions {
    var options = session.records.importing
    options.files = [path]
    options.creates = true
    return options
  }

  /// The columns and the first records, for completion; nil for a pipe. The last record of a long file can be
  /// incomplete.
  func beginning(_ records: RecordOptions) -> (reader: RecordReader, bytes: Int, isWhole: Bool)? {
    let limit = 1 << 16
    guard (try? fileKind(at: path)) == .regular,
      let start = try? Self.beginning(of: path, bytes: limit)
    else { return nil }
    var style = records.importing.style
    style.format = InputFormat(fileName: path)
    style.hasHeader = records.importing.hasHeader
    let reader = try? RecordReader(MemorySource(start), named: path, style)
    return reader.map { ($0, start.count, start.count < limit) }
  }

  /// A model from the first records, for completion.
  func modelOfBeginning(
    _ given: GivenModels, _ records: RecordOptions, in session: Session
  ) -> Schema? {
    guard let (reader, bytes, isWhole) = beginning(records) else { return nil }
    let types = Schema(types: given.schemas.flatMap(\.types), entities: [])
    var settings =
      (try? records.importing.settings(for: entity, in: types, session)) ?? DetectionSettings()
    settings.learn(from: given.schemas, for: entity)
    var detector = ModelDetector(settings)
    detector.beginInput()
    detector.takeColumns(of: reader)
    while (try? reader.next()) == true, isWhole || reader.bytesRead < bytes { detector.add(reader) }
    guard let model = try? detector.model(named: entity) else { return nil }
    return Schema(types: given.schemas.flatMap(\.types) + model.types, entities: [model.entity])
  }
}

extension DetectionSettings {
  /// Adds the types that models give to attributes of the entity.
  mutating func learn(from models: [Schema], for entity: Name) {
    let entities = models.flatMap(\.entities)
    let namesakes = entities.filter { $0.name.folded == entity.folded }
    var attributes: [(Name, Attribute)] = []
    for entity in namesakes.isEmpty ? entities : namesakes {
      // A column of a server may have more digits than its type.
      for attribute in entity.attributes
      where attribute.type != .double || !attribute.stored.isNumeric {
        attributes.append((attribute.name, attribute))
      }
      for pair in entity.namesInFiles {
        guard let attribute = entity.attribute(named: pair.name) else { continue }
        attributes.append((pair.inFiles, attribute))
      }
    }
    var types: [(Name, Attribute)] = []
    for named in models.flatMap(\.types) {
      guard let type = named.attributeType else { continue }
      types.append((named.name, Attribute(name: named.name, declaredType: named.name, type: type)))
    }
    know(types)
    know(attributes)
    flagSets = models.flatMap(\.flagSets)
  }

  /// Adds the attributes whose name has the same type everywhere.
  private mutating func know(_ attributes: [(name: Name, attribute: Attribute)]) {
    for (name, same) in Dictionary(grouping: attributes, by: \.name.folded) {
      guard let first = same.first?.attribute,
        same.allSatisfy({ $0.attribute.declaredType == first.declaredType })
      else { continue }
      existingAttributes[name] = first
    }
  }
}

extension NamedType {
  /// The attribute type for a flag set or an enum.
  fileprivate var attributeType: AttributeType? {
    switch self {
    case .flagSet(let set): .flags(set)
    case .enumeration(let enumeration): .enumeration(enumeration)
    case .alias, .structure, .payloads: nil
    }
  }
}
