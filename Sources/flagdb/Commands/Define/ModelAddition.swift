import FlagModel
import ModelText

/// Something that the words of `define` add to a model.
protocol ModelAddition: Sendable {
  /// The model with the addition, not yet checked as a whole.
  func added(to schema: Schema, now: Timestamp) throws -> Schema
}

/// The model that a text says: a stored one with additions. The text was put together from words, so
/// what is wrong with it is told without its place.
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
  /// Throws if an entity would inherit or pass on a property or an expression that hides another of
  /// that name.
  func requireFree(_ name: Name, inHierarchyOf entity: Entity) throws {
    let taking = (line(of: entity).dropLast() + members(of: entity)).first { other in
      other.name != entity.name
        && (other.expression(named: name) != nil || other.properties.contains { $0.name == name })
    }
    guard let taking else { return }
    throw CommandError("'\(taking.name).\(name)' is in the model already")
  }
}

/// A name as the words of `define` give it.
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

/// `name=rest` in two; the rest is nil where there is no sign.
func splitAtEquals(_ word: String) -> (name: Substring, rest: Substring?) {
  let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  return (parts[0], parts.count > 1 ? parts[1] : nil)
}
