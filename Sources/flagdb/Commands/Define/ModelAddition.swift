import FlagModel
import ModelText

/// An addition that the arguments of `define` make to a model.
protocol ModelAddition: Sendable {
  /// The model with the addition. It is not yet checked as a whole.
  func added(to schema: Schema, now: Timestamp) throws -> Schema
}

/// Parses and checks a stored model with additions. The text was generated from arguments, so
/// errors do not contain a position in it.
func checkedModel(_ text: String) throws -> Schema {
  let reading = readModel([SourceText(text)], isStored: true)
  guard let schema = reading.schema else {
    throw Diagnostics(
      reading.diagnostics.filter { $0.severity == .error }.map {
        Diagnostic($0.message, hint: $0.hint)
      })
  }
  return schema
}

extension Schema {
  /// Throws if a property or expression of the name would hide an inherited one, or be hidden in a
  /// child entity.
  func requireFree(_ name: Name, inHierarchyOf entity: Entity) throws {
    let taking = (line(of: entity).dropLast() + members(of: entity)).first { other in
      other.name != entity.name
        && (other.expression(named: name) != nil || other.properties.contains { $0.name == name })
    }
    guard let taking else { return }
    throw CommandError("'\(taking.name).\(name)' is in the model already")
  }
}

/// Checks and returns a name in the arguments of `define`.
func modelName(_ text: some StringProtocol) throws -> Name {
  let scalars = text.unicodeScalars
  let isName =
    scalars.first.map { $0.properties.isXIDStart || $0 == "_" } ?? false
    && scalars.allSatisfy { $0.properties.isXIDContinue }
  guard isName else {
    throw CommandError(
      "'\(text)' is not a name", hint: "a name has letters, digits and underscores, no digit first")
  }
  return Name(text)
}

/// Splits `name=rest`. The rest is nil if there is no equals sign.
func splitAtEquals(_ word: String) -> (name: Substring, rest: Substring?) {
  let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  return (parts[0], parts.count > 1 ? parts[1] : nil)
}
