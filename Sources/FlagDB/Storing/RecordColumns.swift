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
  /// The place of each column by its name.
  let places: [String: Int]
  /// The layouts of the structs that reflection writes for a mapping.
  let parts = PartLayouts()
  /// The lists of other records, by the names of their properties.
  let lists: [String]

  init(of entity: String, _ columns: [RecordColumn], lists: [String] = []) {
    self.entity = entity
    self.columns = columns
    self.lists = lists
    places = Dictionary(
      columns.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The elements of an array or a set of cases that is a property.
  convenience init(elementsOf column: RecordColumn, in entity: String) {
    var type = column.type?.element?.unwrapped
    if case .flags(let set) = column.type { type = set.enumeration.map(AttributeType.enumeration) }
    self.init(of: entity, [RecordColumn(name: column.name, type: type)])
  }

  /// The property to which a column belongs, and all columns of it.
  func property(at place: Int) -> (name: String, places: Range<Int>) {
    let name = String(columns[place].name.prefix { $0 != "." })
    let end = columns[place...].firstIndex { $0.name != name && !$0.name.hasPrefix("\(name).") }
    return (name, place..<(end ?? columns.count))
  }

  func missing(_ property: String) -> EntityError {
    .mismatch(entity: entity, property: property, reason: "the model has no such property")
  }
}

/// The layouts of structs by the first of their columns. Whoever has the connection uses them alone.
final class PartLayouts: @unchecked Sendable {
  var all: [Int: StructLayout] = [:]
}
