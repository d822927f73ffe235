public import FlagModel
import FlagSQL

extension Database {
  /// The key of the record that a person names: by a unique attribute of its entity, or by its key.
  public func key(of target: Entity, named text: String) throws -> Int64 {
    var keys: [Int64: String] = [:]
    for label in target.labels {
      if let key = try key(of: target, where: label, is: text) { keys[key] = label.name }
    }
    if let key = try Int64(text).flatMap({ try keyIfPresent(of: target, $0) }) {
      keys[key] = target.keyColumn
    }
    if keys.count == 1, let key = keys.first?.key { return key }
    let names = (target.labels.map(\.name) + [target.keyColumn]).joined(separator: " or ")
    guard keys.isEmpty else {
      let meanings = keys.sorted { $0.key < $1.key }.map { "the \($1) of \(target.name) \($0)" }
      throw ValueError(
        "'\(text)' is \(meanings.joined(separator: " and "))",
        hint: "name the one that is meant by another value")
    }
    throw ValueError("there is no \(target.name) with the \(names) '\(text)'")
  }

  private func key(of target: Entity, where label: Attribute, is text: String) throws -> Int64? {
    guard let value = try? label.type.value(from: text) else { return nil }
    return try integer(
      """
      SELECT \(name: target.keyColumn) FROM \(name: target.name) \
      WHERE \(name: label.column) = \(value)
      """)
  }

  private func keyIfPresent(of target: Entity, _ key: Int64) throws -> Int64? {
    try integer(
      """
      SELECT \(name: target.keyColumn) FROM \(name: target.name) \
      WHERE \(name: target.keyColumn) = \(.integer(key))
      """)
  }

  func integer(_ sql: SQLText) throws -> Int64? {
    try translated {
      if case .integer(let number) = try connection.value(sql) { number } else { nil }
    }
  }
}
