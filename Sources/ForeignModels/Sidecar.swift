package import Engines
package import FlagModel
import ModelText

/// The names that a user gave to a foreign database: a model in Swift, in a file beside the
/// database or in one of its tables. The first line contains the fingerprint of the tables.
///
/// This module makes models of foreign tables, and applies the names that users gave to them.
/// See Documentation/Decisions/names-for-a-foreign-database-are-in-a-sidecar.md.
package struct Sidecar: Sendable {
  /// The complete model.
  package let schema: Schema
  /// The fingerprint of the tables at the time of writing.
  package let fingerprint: String
  /// The content of the file.
  package let text: String
  /// The content with the name of the file, for errors.
  package let source: SourceText
  /// The file or table of the sidecar; nil before it is stored.
  package let place: SidecarPlace?

  /// - Parameter old: the sidecar to replace, whose comments are copied.
  package init(_ schema: Schema, fingerprint: String, inPlaceOf old: Sidecar? = nil) {
    self.schema = schema
    self.fingerprint = fingerprint
    let model = old?.comments.added(to: schema.swiftSource) ?? schema.swiftSource
    text = "\(Self.mark)\(Self.form) \(fingerprint)\n\n\(model)"
    source = SourceText(text)
    place = nil
  }

  /// Parses a sidecar. Errors have their place in the text.
  ///
  /// - Parameter isTyped: true if the columns have types of a server.
  package init(
    _ source: SourceText, from place: SidecarPlace? = nil, isTyped: Bool = false
  ) throws(Diagnostics) {
    do throws(Diagnostic) {
      fingerprint = try Self.fingerprint(in: source)
    } catch {
      throw Diagnostics([error])
    }
    let schema = try Self.model(in: source)
    self.schema = isTyped ? schema.withImpliedTypes : schema
    text = source.text(0..<source.utf8.count)
    self.source = source
    self.place = place
  }

  /// Parses the model of tables from a Swift text.
  package static func model(in source: SourceText) throws(Diagnostics) -> Schema {
    let reading = readModel([source], isStored: true, namesTables: true)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }

  /// Throws unless the text declares the types, entities and properties of the given model. The
  /// tables determine the rest, such as the column of a one-to-one relationship.
  package func requireSame(as model: Schema) throws(DatabaseError) {
    if schema.types == model.types, schema.outline == model.outline { return }
    try model.requireSame(schema)
  }

  /// The size limit, far above the size of any real model.
  package static let mostBytes = 16 << 20

  /// The comments that a user added, without the first line.
  private var comments: SourceComments {
    let source = SourceText(text)
    return SourceComments(in: source, from: source.lineRange(at: 0).upperBound)
  }

  // MARK: The first line

  private static let mark = "// flagdb adopted "
  static let form = 1

  /// True if the text begins with the mark of a sidecar, even one of a newer format.
  package static func isMarked(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(start(of: bytes)).starts(with: mark.utf8)
  }

  /// The length of the byte order mark that an editor may have inserted.
  private static func start(of bytes: [UInt8]) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  private static func fingerprint(in source: SourceText) throws(Diagnostic) -> String {
    let line = source.lineRange(at: 0)
    let place = SourcePlace(source, line)
    let expected: Hint = "the first line is '\(mark)\(form)' and the fingerprint of the tables"
    guard isMarked(source.utf8) else {
      throw Diagnostic("this is not a model from 'flagdb adopt'", at: place, hint: expected)
    }
    let rest = line.dropFirst(start(of: source.utf8) + mark.utf8.count)
    let words = source.text(rest).split(whereSeparator: \.isWhitespace)
    if let number = words.first.flatMap({ Int($0) }), number > form {
      throw Diagnostic(
        "this was written by a newer flagdb", at: place,
        hint: "this one reads form \(form); install the newer flagdb")
    }
    guard words.count == 2, words[0] == "\(form)", isFingerprint(words[1]) else {
      throw Diagnostic(
        "expected '\(form)' and a fingerprint of 64 digits", at: place, hint: expected)
    }
    return String(words[1])
  }

  private static func isFingerprint(_ word: Substring) -> Bool {
    word.utf8.count == 64 && word.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }
}

extension Schema {
  /// The model without column types that a server implies.
  fileprivate var withImpliedTypes: Schema {
    Schema(
      types: types,
      entities: entities.replacingProperties { property, _ in
        guard case .attribute(var attribute) = property, attribute.stored == .own,
          let native = NativeType.implied(by: attribute.type)
        else { return property }
        attribute.stored = .native(native)
        return .attribute(attribute)
      })
  }

  /// The names of the properties by entity, with the target entities of relationships. Types are
  /// ignored, because the text states them only in part.
  fileprivate var outline: [Name: [[Name]]] {
    var outline: [Name: [[Name]]] = [:]
    for entity in entities {
      var names: [[Name]] = []
      for property in entity.properties {
        if case .relationship(let relationship) = property {
          names.append([relationship.name, relationship.target])
        } else {
          for attribute in property.attributes { names.append([attribute.name]) }
        }
      }
      outline[entity.name] = names
    }
    return outline
  }

  /// Throws unless the text of a model is parsed as that model. A model from a Core Data store or
  /// from Swift types contains more than its text, so two models with equal text count as equal.
  package func requireSame(
    _ read: Schema?, _ diagnostics: [Diagnostic] = []
  ) throws(DatabaseError) {
    if let read, read == self || read.swiftSource == swiftSource { return }
    let mistake = read == nil ? diagnostics.first?.message : nil
    throw DatabaseError(
      .refused,
      "flagdb cannot read the model that it would store"
        + (mistake.map { ": \($0)" } ?? ", but would be another one"),
      hint: "this is a bug in flagdb; keep the model, and report it", outcome: .unchanged)
  }
}
