import FlagModel

/// Assigns the properties of a hierarchy to the columns of its single table.
///
/// A column name is `Z` and the property name in capitals. If several entities have a property of
/// the same name, a number follows: 1 for the second entity in numerical order, then 2.
struct ColumnPlan {
  /// A property that has a column: of an entity, or an element of a composite.
  struct Slot: Hashable {
    let entity: Name
    /// `place`, `place.latitude`
    let path: Name
  }

  private let table: Name
  private let tables: StoreTables
  private var columns: [Slot: Name] = [:]

  /// A slot without a column.
  private struct Request {
    let slot: Slot
    let name: Name
    let number: Int64
    let isElement: Bool
    let types: Set<String>
  }

  init(
    table: Name, of entities: [ManagedEntity], in tables: StoreTables, _ numbers: [Name: Int64]
  ) {
    self.table = table
    self.tables = tables
    var requests: [Request] = []
    for entity in entities {
      let number = numbers[entity.name] ?? .max
      for attribute in entity.attributes {
        requests += Self.requests(
          for: attribute, path: attribute.name, of: entity.name, number, isElement: false)
      }
      for relationship in entity.relationships
      where !relationship.isToMany && !relationship.isTransient {
        requests.append(
          Request(
            slot: Slot(entity: entity.name, path: relationship.name), name: relationship.name,
            number: number, isElement: false, types: ["INTEGER"]))
      }
    }
    assign(requests)
  }

  private static func requests(
    for attribute: ManagedAttribute, path: Name, of entity: Name, _ number: Int64, isElement: Bool
  ) -> [Request] {
    if attribute.isTransient { return [] }
    if attribute.type == .composite {
      return attribute.elements.flatMap {
        requests(for: $0, path: Name(path: [path, $0.name]), of: entity, number, isElement: true)
      }
    }
    return [
      Request(
        slot: Slot(entity: entity, path: path), name: attribute.name, number: number,
        isElement: isElement, types: attribute.type.declaredTypes)
    ]
  }

  /// Assigns columns. Names that only one entity has come first, then entities by number, with
  /// attributes before elements. A column with an unsuitable declared type is left for the next
  /// slot.
  private mutating func assign(_ requests: [Request]) {
    let plain = Set(requests.map { Self.column($0.name).folded })
    let ordered = requests.sorted { left, right in
      if left.isElement != right.isElement { return right.isElement }
      return left.number < right.number
    }
    var taken: Set<Name.Folded> = []
    for request in ordered {
      let free = candidates(for: request, besides: plain).filter { !taken.contains($0.name.folded) }
      guard
        let column = free.first(where: { request.types.contains($0.declaredType) }) ?? free.first
      else { continue }
      taken.insert(column.name.folded)
      columns[request.slot] = column.name
    }
    let alike = Dictionary(grouping: ordered) { ColumnKey(name: $0.name.folded, types: $0.types) }
    for requests in alike.values where requests.count > 1 { reorder(requests) }
  }

  /// Slots that can have the same columns.
  private struct ColumnKey: Hashable {
    let name: Name.Folded
    let types: Set<String>
  }

  /// Changes the order if the data contradict it. Entity numbers change with the model, so the
  /// first order can be wrong. If records of other entities have values in a column, another order
  /// is chosen.
  private mutating func reorder(_ requests: [Request]) {
    let assigned = requests.compactMap { columns[$0.slot] }
    guard assigned.count == requests.count, requests.count <= Self.mostReordered else { return }
    var fitting: [Name] = []
    func fit(_ free: [Name]) -> Bool {
      guard let request = requests.dropFirst(fitting.count).first else { return true }
      let family = tables.family(of: request.number)
      for (index, column) in free.enumerated()
      where tables.isUsed(column, of: table, onlyBy: family) {
        fitting.append(column)
        var rest = free
        rest.remove(at: index)
        if fit(rest) { return true }
        fitting.removeLast()
      }
      return false
    }
    guard fit(assigned) else { return }
    for (request, column) in zip(requests, fitting) { columns[request.slot] = column }
  }

  /// The greatest number of slots for which every order is tried.
  private static let mostReordered = 6

  /// The column with the plain name, then those with a number that exist.
  private func candidates(
    for request: Request, besides plain: Set<Name.Folded>
  ) -> [StoreTables.Column] {
    let first = Self.column(request.name)
    var candidates = [tables.column(first, of: table)].compactMap { $0 }
    var number = 1
    while let column = tables.column("\(first)\(number)", of: table) {
      if !plain.contains(column.name.folded) { candidates.append(column) }
      number += 1
    }
    return candidates
  }

  private static func column(_ name: Name) -> Name { "Z\(name.inCapitals)" }

  /// The column of a property; nil if the table has none for it.
  func column(of path: Name, in entity: Name) -> Name? { columns[Slot(entity: entity, path: path)] }
}

extension ManagedType {
  /// The types with which Core Data declares such a column.
  var declaredTypes: Set<String> {
    switch self {
    case .int16, .int32, .int64, .boolean: ["INTEGER"]
    case .double, .float: ["FLOAT"]
    case .decimal: ["DECIMAL"]
    case .date: ["TIMESTAMP"]
    case .string, .uri: ["VARCHAR"]
    case .data, .uuid, .transformable, .objectID, .composite, .undefined, .unknown: ["BLOB"]
    }
  }
}
