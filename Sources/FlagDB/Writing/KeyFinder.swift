package import FlagModel
internal import PlainText
import Predicates
import SQLText

/// Finds records as people name them, by a unique attribute or by their key. Its statements are
/// prepared once.
final class KeyFinder {
  private let target: Entity
  private let connection: Connection
  private var statements: [Int: Statement] = [:]

  init(_ target: Entity, _ connection: Connection) {
    (self.target, self.connection) = (target, connection)
  }

  /// The key of the record of that name; throws where there is none, or more than one.
  func key(named text: String) throws -> Int64 {
    if let key = try onlyKey(named: text) { return key }
    let names = listed(target.labels.map(\.name) + [target.keyColumn], "or")
    throw ValueError("there is no \(target.name) with the \(names) '\(text)'")
  }

  /// The key of the record of that name, or nil if there is none; throws where there is more than one.
  func onlyKey(named text: String) throws -> Int64? {
    var keys: [Int64: Name] = [:]
    for (index, label) in target.labels.enumerated() {
      guard let value = try? label.type.value(from: text) else { continue }
      if let key = try find(value, in: label.column, index) { keys[key] = label.name }
    }
    if let key = try Int64(text).flatMap(key) {
      keys[key] = target.keyColumn
    }
    if keys.count == 1, let key = keys.first?.key { return key }
    if keys.isEmpty { return nil }
    let meanings = keys.sorted { $0.key < $1.key }.map { "the \($1) of \(target.name) \($0)" }
    throw ValueError(
      "'\(text)' is \(listed(meanings, "and"))",
      hint: "name the one that is meant by another value")
  }

  /// The key itself, where a record has it.
  func key(_ number: Int64) throws -> Int64? {
    try find(.integer(number), in: target.keyColumn, -1)
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

  private func find(_ value: Value, in column: Name, _ index: Int) throws -> Int64? {
    let statement =
      try statements[index]
      ?? connection.prepare(
        """
        SELECT \(name: target.keyColumn)\(target.rows(where: "\(name: column) = \(.null)"))
        """)
    statements[index] = statement
    try statement.bind(value, at: 1)
    return try statement.runAgain()
  }
}

extension Database {
  /// The key of the record that a person names: by a unique attribute of its entity, or by its key.
  package func key(of target: Entity, named text: String) throws -> Int64 {
    try translated { try KeyFinder(target, connection).key(named: text) }
  }
}
