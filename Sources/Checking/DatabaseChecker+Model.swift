import Databases
import Engines
import FlagModel
import Predicates
import SQLText

// Checks the values of a Core Data store or an adopted database against its model.

extension DatabaseChecker {
  /// - Parameter views: the views to skip, because the cost of reading them is unknown.
  func findingsInModel(besides views: [Name]) throws -> [Finding] {
    let views = Set(views.map(\.folded))
    var findings: [Finding] = []
    for entity in schema.entities where !views.contains(entity.source.table.folded) {
      let base = entity.parent.flatMap(schema.entity(named:))
      for attribute in entity.attributes where base?.attribute(named: attribute.name) == nil {
        findings += try finding(in: entity.name) {
          try undeclaredBits(attribute, of: entity) + unknownCases(attribute, of: entity)
            + unfitValues(attribute, of: entity) + unfitNumbers(attribute, of: entity)
        }
      }
    }
    return findings
  }

  /// One finding for all invalid values of the attribute.
  private func unfitValues(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    guard attribute.isLookedAt(inStore: kind.isCoreData, isTyped: connection.keepsDeclaredTypes)
    else {
      return []
    }
    let column: SQLText = "\(name: attribute.column)"
    // In a store, `wrongForm` already finds the values of another storage class.
    var condition: SQLText = ""
    if kind.isCoreData, let wrong = attribute.type.wrongForm(of: column)?.condition {
      condition = " AND NOT (\(wrong))"
    }
    // A field whose value has no case is found separately from the mask.
    if !attribute.fields.isEmpty { condition += " AND NOT \(.isWhole, of: column)" }
    let rows = try database.rows(
      """
      SELECT \(entity.keyOrNull), \(column)\
      \(entity.rows(where: "\(column) IS NOT NULL\(condition)"))
      """)
    var ours = attribute
    ours.stored = .own
    let copier = try CellCopier(attribute, to: ours)
    var scratch = StoredRow()
    var count = 0 as Int64
    var first = nil as (Value, String)?
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
    var problem = message
    if count > 1 { problem += "; \(counted(count, "record")) in total" }
    return [
      Finding(problem: problem, entity: entity.name, attribute: attribute.name, key: key)
    ]
  }

  /// Numbers other than 0 and 1, which all read as true.
  private func unfitNumbers(_ attribute: Attribute, of entity: Entity) throws -> [Finding] {
    // In a store, `wrongForm` finds these.
    guard attribute.stored == .anyNumber, !kind.isCoreData else { return [] }
    let column: SQLText = "\(name: attribute.column)"
    return try oneFinding(
      "the value is neither 0 nor 1", in: entity, attribute.name,
      entity.rows(
        where: "\(.isNumber, of: column) AND \(column) NOT IN (0, 1)"))
  }
}

extension Attribute {
  /// True if the values may be invalid in a way that no SQL condition finds. Columns without a name
  /// in a sidecar are not checked against a type.
  /// - Parameter isTyped: true if the engine itself enforces the declared types.
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

  /// True if the model restricts the values more than the table does.
  var isNamed: Bool {
    if stored != .own { return true }
    switch type {
    case .integer(.int), .integer(.int64), .double, .string, .data, .any: return false
    default: return true
    }
  }
}
