import Engines
import FlagModel
import PlainText
import Predicates
import SQLText

// `check` looks at what a model says of the values in a file of others: that of a store of Core Data,
// or the one by which somebody has adopted the file.

extension Database {
  /// - Parameter views: those that no one knows how long it takes to read.
  func findingsInModel(besides views: [Name]) throws -> [Finding] {
    let views = Set(views.map(\.folded))
    return try schema.entities.filter { !views.contains($0.source.table.folded) }.flatMap {
      entity in
      let base = entity.parent.flatMap(schema.entity(named:))
      return try entity.attributes.filter { base?.attribute(named: $0.name) == nil }
        .flatMap { attribute in
          try finding(in: entity.name) {
            try undeclaredBits(attribute, of: entity) + unknownCases(attribute, of: entity)
              + unfitValues(attribute, of: entity) + unfitNumbers(attribute, of: entity)
          }
        }
    }
  }

  /// One finding for all values that the attribute cannot have.
  private func unfitValues(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    guard attribute.isLookedAt(inStore: kind.isCoreData, isTyped: connection.keepsDeclaredTypes)
    else {
      return []
    }
    let column: SQLText = "\(name: attribute.column)"
    // Those of another class are found in a store by what Core Data would write.
    let wrong = kind.isCoreData ? attribute.type.wrongForm(of: column)?.condition : nil
    var condition: SQLText = wrong.map { " AND NOT (\($0))" } ?? ""
    // Fields with a value of no case are told apart from the mask.
    if !attribute.fields.isEmpty { condition += " AND NOT \(.isWhole, of: column)" }
    let rows = try rows(
      """
      SELECT \(entity.keyOrNull), \(column)\
      \(entity.rows(where: "\(column) IS NOT NULL\(condition)"))
      """)
    var ours = attribute
    ours.stored = .own
    let copier = try CellCopier(attribute, to: ours)
    var (scratch, count, first) = (StoredRow(), 0 as Int64, nil as (Value, String)?)
    try rows.pass { row in
      defer { scratch.removeAll() }
      do {
        try copier.append(row.cells[1], of: row, to: &scratch)
      } catch let error as ValueError {
        count += 1
        if first == nil { first = (row.value(at: 0), error.message) }
      }
    }
    guard let (key, message) = first else { return [] }
    let problem = count == 1 ? message : "\(message); \(counted(count, "record")) in total"
    return [
      Finding(problem: problem, entity: entity.name, attribute: attribute.name, key: key)
    ]
  }

  /// Numbers other than 0 and 1, which all read as true.
  private func unfitNumbers(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    // Those of a store are found by what Core Data would write.
    guard attribute.stored == .anyNumber, !kind.isCoreData else { return [] }
    let column: SQLText = "\(name: attribute.column)"
    return try oneFinding(
      "the value is neither 0 nor 1", in: entity, attribute.name,
      entity.rows(
        where: "\(.isNumber, of: column) AND \(column) NOT IN (0, 1)"))
  }
}

extension Attribute {
  /// True if values may not fit though no condition in SQL says so. Those of columns that nobody has
  /// named are compared with each other.
  /// - Parameter isTyped: true if the engine itself refuses what a column is not declared for.
  fileprivate func isLookedAt(inStore: Bool, isTyped: Bool) -> Bool {
    if stored == .external { return false }
    if isTyped {
      switch stored {
      case .own, .native, .word: return validity != .anything || type == .url || !fields.isEmpty
      default: break
      }
    }
    if validity != .anything || type == .string { return true }
    switch type {
    case .enumeration: return false
    case .flags: return true
    default: return !inStore && isNamed
    }
  }

  /// True if a model says more of the values than the table does.
  var isNamed: Bool {
    if stored != .own { return true }
    switch type {
    case .integer(.int), .integer(.int64), .double, .string, .data, .any: return false
    default: return true
    }
  }
}
