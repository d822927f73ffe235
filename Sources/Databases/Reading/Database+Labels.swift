import Engines
package import FlagModel
import Predicates
import SQLText

extension Database {
  /// The names of records that begin with a text, found by the index of the unique attribute. If
  /// there are more than the limit, the last one is included, so that the common prefix is correct.
  /// Call it within `read`.
  package func labels(
    of entity: Entity, beginning text: String, atMost limit: Int
  ) throws -> [String] {
    guard let label = entity.label, text.isEmpty || label.type.isStoredAsShown else { return [] }
    return try translated {
      let some = try labels(label, of: entity, beginning: text, order: "ASC", limit)
      guard some.count == limit else { return some }
      return try some.dropLast()
        + labels(label, of: entity, beginning: text, order: "DESC", 1)
    }
  }

  private func labels(
    _ label: Attribute, of entity: Entity, beginning text: String, order: SQLText, _ limit: Int
  ) throws -> [String] {
    var range: SQLText = ""
    if !text.isEmpty {
      let end = Value.text(text + "\u{10FFFF}")
      let column: SQLText = "\(.read(.own, label.type), of: "\(name: label.column)")"
      range = " AND \(column) >= \(.text(text)) AND \(column) < \(end)"
    }
    let statement = try connection.prepare(
      """
      SELECT \(name: label.column)\
      \(entity.rows(where: "\(name: label.column) IS NOT NULL\(range)")) \
      ORDER BY \(name: label.column) \(order) LIMIT \(.integer(Int64(limit)))
      """)
    var names: [String] = []
    while try statement.step() { names.append(label.type.text(of: statement.value(at: 0))) }
    return names
  }
}

extension AttributeType {
  var isStoredAsShown: Bool {
    switch self {
    case .string, .url, .uuid: true
    default: false
    }
  }
}
