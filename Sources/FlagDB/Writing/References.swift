public import FlagModel
import FlagSQL

extension Database {
  /// The key of the record that a person names: by the unique attribute of its entity, where it
  /// has just one, or by its key.
  public func key(of target: Entity, named text: String) throws -> Int64 {
    let byLabel = try keyByLabel(of: target, text)
    let byKey = try Int64(text).flatMap { try keyIfPresent(of: target, $0) }
    switch (byLabel, byKey) {
    case (let first?, let second?) where first != second:
      throw ValueError(
        "'\(text)' is the \(target.label?.name ?? "name") of \(target.name) \(first) "
          + "and the key of another",
        hint: "give the key of the one that is meant, or another name")
    case (let key?, _), (nil, let key?): return key
    case (nil, nil):
      let name = target.label.map { "\($0.name) or \(target.keyColumn)" } ?? target.keyColumn
      throw ValueError("there is no \(target.name) with the \(name) '\(text)'")
    }
  }

  private func keyByLabel(of target: Entity, _ text: String) throws -> Int64? {
    guard let label = target.label, let value = try? label.type.value(from: text) else {
      return nil
    }
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
