import Engines
package import FlagModel
internal import PlainText
import Predicates
import SQLText

/// Finds records as people name them, by a unique attribute or by their key. Its statements are
/// prepared once.
final class KeyFinder {
  private let target: Entity
  /// The column by which other records refer to the one that is found.
  private let answer: Name
  private let connection: any Connection
  private var statements: [Int: any Statement] = [:]

  /// - Parameter answer: the column whose value is the answer; nil for the key.
  init(_ target: Entity, _ connection: any Connection, answering answer: Name? = nil) {
    (self.target, self.connection) = (target, connection)
    self.answer = answer ?? target.keyColumn
  }

  /// The key of the record of that name; throws where there is none, or more than one.
  func key(named text: String) throws -> Value {
    if let key = try onlyKey(named: text) { return key }
    let names = listed(target.labels.map(\.name) + [key].compactMap { $0?.column }, "or")
    throw ValueError("there is no \(target.name) with the \(names) '\(text)'")
  }

  /// The key of the record of that name, or nil if there is none; throws where there is more than one.
  func onlyKey(named text: String) throws -> Value? {
    var keys: [Value: Name] = [:]
    for (index, label) in target.labels.enumerated() {
      guard let value = try? label.type.value(from: text) else { continue }
      if let key = try find(value, of: label.type, in: label.column, index) {
        keys[key] = label.name
      }
    }
    if let key, let found = try self.key(text) { keys[found] = key.column }
    if keys.count == 1, let key = keys.first?.key { return key }
    if keys.isEmpty { return nil }
    let meanings = keys.map { (key: target.text(of: $0, in: answer), name: $1) }
      .sorted { $0.key < $1.key }.map { "the \($1) of \(target.name) \($0)" }
    throw ValueError(
      "'\(text)' is \(listed(meanings, "and"))",
      hint: "name the one that is meant by another value")
  }

  /// The key that a text says, where a record has it.
  func key(_ text: String) throws -> Value? {
    guard let key else { return nil }
    let value: Value? =
      if case .integer = key.type {
        Int64(text).map(Value.integer)
      } else {
        try? key.type.value(from: text)
      }
    return try value.flatMap { try find($0, of: key.type, in: key.column, -1) }
  }

  /// The key that people know: not the number of a row that has a key of its own besides.
  private var key: EntitySource.Key? {
    if case .known = target.source.key { target.source.key } else { nil }
  }

  /// The name among the first thousand that was probably meant.
  func nearest(to text: String) throws -> String? {
    guard let label = target.label else { return nil }
    let names = try connection.prepare(
      "SELECT \(name: label.column)\(target.rows()) LIMIT 1000")
    var known: [String] = []
    while try names.step() { known.append(label.type.text(of: names.value(at: 0))) }
    return nearestName(to: text, in: known)
  }

  private func find(
    _ value: Value, of type: AttributeType, in column: Name, _ index: Int
  ) throws -> Value? {
    let statement =
      try statements[index]
      ?? connection.prepare(
        """
        SELECT \(name: answer)\(target.rows(where: "\(name: column) = \(.null, of: type)"))
        """)
    statements[index] = statement
    try statement.bind(value, at: 1)
    return try statement.runForValue()
  }
}

extension Database {
  /// The key of the record that people name so, or nil if there is none. Call it within `read`.
  package func key(named text: String, of entity: Entity) throws -> Int64? {
    let found = try translated { try KeyFinder(entity, connection).onlyKey(named: text) }
    return if case .integer(let key)? = found { key } else { nil }
  }
}
