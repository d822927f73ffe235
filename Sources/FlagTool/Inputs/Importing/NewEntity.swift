import FlagFormats
import FlagModel
import ModelText

/// `--create`: an entity that is derived from an input.
struct NewEntity {
  /// The model with the entity.
  private(set) var schema: Schema
  let origin: String
  let numbered: NumberedAttributes
  private let name: Name
  private var declarations: Schema
  /// Notes about renamed and omitted columns.
  let notes: [String]
  private let notesOnTypes: [String]

  /// Reads all inputs, or the beginning of each, and rewinds them.
  /// - Parameter models: the models of the user, which give types to attributes of the same name.
  init(
    _ name: Name, from inputs: [ImportInput], _ options: ImportOptions, knowing models: [Schema],
    besides schema: Schema, _ session: Session
  ) throws {
    let name = try modelName(name.text)
    let existing = Set(schema.types.map(\.name))
    let added = models.flatMap(\.types).filter { !existing.contains($0.name) }
    let whole = Schema(types: schema.types + added, entities: schema.entities)
    var settings = try options.settings(for: name, in: whole, session)
    settings.learn(from: models, for: name)
    try self.init(name, from: inputs, options, settings, besides: whole, session)
    leaveOutUnused(of: added)
  }

  /// Removes those of the given types that the entity does not use.
  private mutating func leaveOutUnused(of types: [NamedType]) {
    guard !types.isEmpty, let entity = schema.entity(named: name) else { return }
    let all = Set(types.map(\.name))
    let used = Set(schema.part(about: entity).types.map(\.name)).intersection(all)
    schema = Schema(
      types: schema.types.filter { !all.contains($0.name) || used.contains($0.name) },
      entities: schema.entities)
    declarations = Schema(
      types: types.filter { used.contains($0.name) } + declarations.types,
      entities: declarations.entities)
  }

  init(
    _ name: Name, from inputs: [ImportInput], _ options: ImportOptions,
    _ settings: DetectionSettings, besides schema: Schema, _ session: Session
  ) throws {
    self.name = name
    var detector = ModelDetector(settings)
    var columns: Set<Name>?
    for input in inputs {
      let header = try Self.look(at: input, options, &detector, session)
      if let header {
        guard columns == nil || columns == header else {
          throw CommandError(
            "--create: '\(input.name)' has other columns than '\(inputs[0].name)'",
            hint: "make the entity from one of them, and import the other after it", exit: .failed)
        }
        columns = header
      }
    }
    let model = try Self.model(of: detector, named: self.name, besides: schema)
    numbered = model.numbered
    notes = model.notes
    notesOnTypes = model.notesOnTypes
    origin = "insert \(name) --create"
    declarations = Schema(types: model.types, entities: [model.entity])
    // Printing and parsing again proves that the model is valid.
    self.schema = try checkedModel(
      Schema(
        types: schema.types + model.types, entities: schema.entities + [model.entity]
      ).swiftSource)
  }

  private static func model(
    of detector: ModelDetector, named name: Name, besides schema: Schema
  ) throws -> DetectedModel {
    do throws(ValueError) {
      return try detector.model(named: name, besides: schema)
    } catch {
      throw CommandError(error.message, hint: error.hint, exit: .failed)
    }
  }

  /// Adds the records of an input to the detection. Returns the columns of its header.
  private static func look(
    at input: ImportInput, _ options: ImportOptions, _ detector: inout ModelDetector,
    _ session: Session
  ) throws -> Set<Name>? {
    detector.beginInput()
    let (reader, grown) = try options.look(
      at: input, atMost: options.sample ?? .max, session,
      { [detector] reader in
        var detector = detector
        detector.takeColumns(of: reader)
        return detector
      }, { reader, _, detector in detector.add(reader) })
    detector = grown
    let hasHeader = reader.format == .csv || reader.format == .tsv
    if hasHeader { return Set(reader.columns) }
    return nil
  }

  /// The new entity as Swift, with notes.
  func words(isDryRun: Bool) -> String {
    let head = isDryRun ? "would make '\(name)':" : "made '\(name)':"
    return "\(head)\n\n\(declarations.swiftSource)\n"
      + shownInPart(notes + notesOnTypes) { "note: \(shownInPart($0))\n" }
  }
}
