import FlagModel

/// One column of the records that are read or written.
struct RecordColumn: Sendable {
  /// The name of the property in the model: `author.name`.
  let name: String
  /// The type of the values; nil for a key.
  let type: AttributeType?
  /// True if it refers to another record.
  var isReference = false
}

/// The columns of a record, in the order of its cells.
final class RecordColumns: Sendable {
  let entity: String
  let columns: [RecordColumn]
  /// The index of each column, by name.
  let places: [String: Int]
  /// The layouts of nested structs that a written mapping leaves to reflection.
  let parts = PartLayouts()
  /// The names of the properties that are lists of records.
  let lists: [String]
  /// False if the rows are those of a statement and not records.
  let hasKey: Bool

  init(of entity: String, _ columns: [RecordColumn], lists: [String] = [], hasKey: Bool = true) {
    self.entity = entity
    self.hasKey = hasKey
    self.columns = columns
    self.lists = lists
    places = Dictionary(
      columns.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The columns for the elements of an array or of a set of cases.
  convenience init(elementsOf column: RecordColumn, in entity: String) {
    var type = column.type?.element?.unwrapped
    if case .flags(let set) = column.type { type = set.enumeration.map(AttributeType.enumeration) }
    self.init(of: entity, [RecordColumn(name: column.name, type: type)])
  }

  /// The property of a column, and the range of all its columns.
  func property(at place: Int) -> (name: String, places: Range<Int>) {
    let name = String(columns[place].name.prefix { $0 != "." })
    let end = columns[place...].firstIndex { $0.name != name && !$0.name.hasPrefix("\(name).") }
    return (name, place..<(end ?? columns.count))
  }

  func missing(_ property: String) -> EntityError {
    .mismatch(entity: entity, property: property, reason: "the model has no such property")
  }
}

/// The layouts of nested structs, by the index of their first column. Only the thread that uses the
/// connection uses them.
final class PartLayouts: @unchecked Sendable {
  var all: [Int: StructLayout] = [:]
}
