import FlagFormats
import FlagModel
import PlainText
import Terminal

/// An entity that is made of what an input has in it: `--create`.
struct NewEntity {
  /// The model with the entity in it.
  let schema: Schema
  let origin: String
  private let name: Name
  private let declarations: Schema
  private let notes: [String]

  /// Reads all inputs, or the beginning of each, and sets them back to it.
  init(
    _ name: Name, from inputs: [ImportInput], _ options: ImportOptions, besides schema: Schema,
    _ session: Session
  ) throws {
    self.name = try modelName(name.text)
    var detector = ModelDetector(try options.settings(for: self.name, in: schema))
    let progress = session.progress()
    defer { progress?.clear() }
    var columns: Set<Name>?
    for input in inputs {
      let found = try Self.look(at: input, options, &detector, progress)
      if let found {
        guard columns == nil || columns == found else {
          throw CommandError(
            "--create: '\(input.name)' has other columns than '\(inputs[0].name)'",
            hint: "make the entity from one of them, and import the other after it", exit: .failed)
        }
        columns = found
      }
      input.rewind()
    }
    let model = try Self.model(of: detector, named: self.name, besides: schema)
    notes = model.notes
    origin = "insert \(name) --create"
    declarations = Schema(types: model.types, entities: [model.entity])
    // What is printed and read again is a model for certain.
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

  /// Takes the records of an input into account; answers with the columns that its header names.
  private static func look(
    at input: ImportInput, _ options: ImportOptions, _ detector: inout ModelDetector,
    _ progress: Progress?
  ) throws -> Set<Name>? {
    let reader = try RecordReader(input, named: input.name, options.style(of: input, for: nil))
    detector.beginInput()
    detector.takeColumns(of: reader)
    while reader.recordsRead < (options.sample.map { Int(clamping: $0) } ?? .max) {
      do {
        guard try reader.next() else { break }
        detector.add(reader)
      } catch let error as InputError where options.errorRule != .stop && !error.endsReading {}
      progress?.show(
        "looking at \(input.name)", bytes: reader.bytesRead, of: input.size,
        records: reader.recordsRead)
    }
    let hasHeader = reader.format == .csv || reader.format == .tsv
    return hasHeader ? Set(reader.columns) : nil
  }

  /// The new entity as Swift, with notes about it.
  func words(isDryRun: Bool) -> String {
    let head = isDryRun ? "would make '\(name)':" : "made '\(name)':"
    return "\(head)\n\n\(declarations.swiftSource)\n"
      + shownInPart(notes) { "note: \(shownInPart($0))\n" }
  }
}
