import Databases
import Engines
import FlagModel
import Platform
import Predicates
import SQLText

/// Finds stored texts and names of records for completion.
struct StoredTexts {
  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Short texts of an attribute with a prefix, in their order, for completion. With an index, it
  /// searches all records; without one, only the first ones, so that completion stays fast.
  func storedTexts(
    of attribute: Attribute, in entity: Entity, beginning text: String, atMost limit: Int
  ) throws -> [String] {
    guard attribute.stored == .own, attribute.type.isStoredAsShown else { return [] }
    let isIndexed =
      entity.isUnique(attribute) || entity.indexes.contains { $0.first == attribute.name }
    return try database.translated {
      if isIndexed { return try indexedTexts(attribute, entity, text, limit) }
      return try firstTexts(attribute, entity, text, limit)
    }
  }

  /// The maximum length of an offered text, in bytes.
  private static let longestText = 64
  /// The minimum and the maximum number of records to read.
  private static let leastRecords = 64
  private static let mostRecords = Int64(20_000)
  /// The time in microseconds after which the search ends.
  private static let patience: Int64 = 50_000

  /// Jumps from each text to the next, however many records have it.
  private func indexedTexts(
    _ attribute: Attribute, _ entity: Entity, _ text: String, _ limit: Int
  ) throws -> [String] {
    let column: SQLText = "\(.read(.own, attribute.type), of: "\(name: attribute.column)")"
    var texts: [String] = []
    var bound: SQLText = ""
    var end: SQLText = ""
    if !text.isEmpty {
      bound = " AND \(column) >= \(.text(text))"
      end = " AND \(column) < \(.text(text + "\u{10FFFF}"))"
    }
    for _ in 0..<2 * limit where texts.count < limit {
      let statement = try database.connection.prepare(
        """
        SELECT \(column)\(entity.rows(where: "\(column) IS NOT NULL\(bound)\(end)")) \
        ORDER BY \(column) LIMIT 1
        """)
      guard try statement.step(), case .text(let next) = statement.value(at: 0) else { break }
      if next.utf8.count <= Self.longestText { texts.append(next) }
      bound = " AND \(column) > \(.text(next))"
    }
    return texts
  }

  private func firstTexts(
    _ attribute: Attribute, _ entity: Entity, _ text: String, _ limit: Int
  ) throws -> [String] {
    let column: SQLText = "\(name: attribute.column)"
    let statement = try database.connection.prepare(
      "SELECT \(column)\(entity.rows(where: "\(column) IS NOT NULL")) LIMIT \(.integer(Self.mostRecords))"
    )
    let start = monotonicMicroseconds()
    var texts: Set<Name> = []
    var count = 0
    while texts.count < limit, try statement.step() {
      count += 1
      if case .text(let value) = statement.value(at: 0), value.utf8.count <= Self.longestText,
        value.utf8.starts(with: text.utf8)
      {
        texts.insert(Name(value))
      }
      if count > Self.leastRecords, monotonicMicroseconds() - start > Self.patience { break }
    }
    return texts.map(\.text).sorted()
  }

  // MARK: Names of records

  /// The names of records that begin with a text, found by the index of the unique attribute. If
  /// there are more than the limit, the last one is included, so that the common prefix is correct.
  /// Call it within `read`.
  func labels(of entity: Entity, beginning text: String, atMost limit: Int) throws -> [String] {
    guard let label = entity.label, text.isEmpty || label.type.isStoredAsShown else { return [] }
    return try database.translated {
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
    let statement = try database.connection.prepare(
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
  fileprivate var isStoredAsShown: Bool {
    switch self {
    case .string, .url, .uuid: true
    default: false
    }
  }
}
