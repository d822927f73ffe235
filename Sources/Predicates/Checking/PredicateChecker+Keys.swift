import FlagModel
package import PlainText
import SQLText

// `--id S-17`: the record with a key or a unique value.

extension PredicateChecker {
  /// A meaning of the text after `--id`.
  package struct KeyMeaning {
    /// The key or the unique attribute.
    package let name: Name
    package let predicate: Predicate
  }

  func key(_ text: String, _ syntax: PredicateSyntax) throws(Diagnostic) -> Predicate {
    .disjunction(try keyMeanings(of: text, at: syntax.place).map(\.predicate))
  }

  /// The meanings of a text as a key and as the value of each unique attribute. Throws if it has none.
  package func keyMeanings(
    of text: String, at place: SourcePlace
  ) throws(Diagnostic) -> [KeyMeaning] {
    guard let key = entity.source.key else {
      throw Diagnostic("the records of \(entity.name) have no key", at: place)
    }
    var meanings: [KeyMeaning] = []
    if let meaning = ownKeyMeaning(of: text) { meanings.append(meaning) }
    for attribute in entity.identifiers {
      guard let value = try? attribute.type.value(ofKey: text, now: now) else { continue }
      let exact = attribute.stored.exact(value, typed: text)
      let isNamed = Predicate.test(Term(attribute), .compare(.equal, exact))
      meanings.append(KeyMeaning(name: attribute.name, predicate: isNamed))
    }
    if let relationship = entity.relationshipForHiddenKey {
      do {
        if let record = try record(referringBy: relationship, text, at: place) {
          meanings.append(KeyMeaning(name: relationship.name, predicate: record))
        }
      } catch {
        if meanings.isEmpty { throw error }
      }
    }
    if meanings.isEmpty { throw noKey(text, key, at: place) }
    return meanings
  }

  /// The meaning as a key that users know.
  private func ownKeyMeaning(of text: String) -> KeyMeaning? {
    guard case .known(let column, let type)? = entity.source.key else { return nil }
    let isNumber = type == .integer(.int64)
    let form = isNumber ? .own : entity.keyAttribute?.stored ?? .own
    guard let value = keyValue(text, type) else { return nil }
    let isKey = Predicate.compare(
      .init(name: column, isOptional: false, form: form), .equal,
      form.exact(value, typed: text), of: type)
    return KeyMeaning(name: entity.propertyName(of: column), predicate: isKey)
  }

  private func keyValue(_ text: String, _ type: AttributeType) -> Value? {
    if type == .integer(.int64) { return Int64(text).map(Value.integer) }
    return try? type.value(ofKey: text, now: now)
  }

  private func noKey(_ text: String, _ key: EntitySource.Key, at place: SourcePlace) -> Diagnostic {
    let type: AttributeType
    switch key {
    case .known(_, .integer(.int64)):
      return Diagnostic("expected a whole number for the key, found '\(text)'", at: place)
    case .known(_, let known): type = known
    case .hidden:
      guard let only = entity.attributeForHiddenKey else {
        return Diagnostic(
          "no single attribute is the key of \(entity.name)", at: place,
          hint: "select the record with --where")
      }
      type = only.type
    }
    do {
      _ = try type.value(ofKey: text, now: now)
    } catch {
      return Diagnostic(error.message, at: place, hint: error.hint)
    }
    return Diagnostic("'\(text)' is not a key", at: place)
  }

  /// The record whose key is a relationship, given the key or the name of the other record.
  private func record(
    referringBy relationship: Relationship, _ text: String, at place: SourcePlace
  ) throws(Diagnostic) -> Predicate? {
    guard let key = relationship.foreignKey,
      let target = schema.entity(named: relationship.target)
    else { return nil }
    let other = target.attribute(referredToBy: relationship)
    let type = other?.type ?? .integer(.int64)
    if let value = try? type.value(ofKey: text, now: now) {
      let form = other?.stored ?? .own
      return .compare(
        .init(name: key.column, isOptional: true, form: form), .equal, value, of: type)
    }
    return try truth(
      PredicateSyntax(
        .compare(
          PredicateSyntax(.name(relationship.name), at: place), .equal, .exact,
          PredicateSyntax(.text(text), at: place)), at: place))
  }
}
