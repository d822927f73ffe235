import FlagModel
import PlainText

/// What a column of an input is for, by its name.
enum ColumnMeaning {
  case skipped
  /// A struct, whose attributes JSON has in an object.
  case group([ImportTarget])
  case target(ImportTarget)
  case wrong(InputProblem)
}

/// The names by which the columns of an input may call what an entity has.
struct ColumnNames {
  let entity: Entity
  let mapping: ImportMapping
  /// Names of properties that get their values from elsewhere.
  let supplied: Set<[UInt8]>
  let isJSON: Bool

  /// What a column is for; the name is the one that the mapping has given it.
  func meaning(of column: String, called name: String) -> ColumnMeaning {
    if mapping.skips(column) { return .skipped }
    if let target = target(named: name) {
      if supplied.contains(Array(target.name.utf8)) {
        return .wrong(
          .unsettable(
            name, reason: "is given twice, as a column and on the line",
            hint: "leave the column out: --skip '\(column)'"))
      }
      return check(target, column)
    }
    let prefix = "\(name).".utf8
    let members = entity.attributes.filter { $0.name.utf8.starts(with: prefix) }
    if isJSON, !members.isEmpty { return .group(members.map(Self.target)) }
    if entity.expression(named: name) != nil {
      return .wrong(
        .unsettable(
          name, reason: "is calculated from other attributes and cannot be set",
          hint: "leave it out: --skip '\(column)'"))
    }
    return .wrong(.unknownColumn(column, hint: hint(for: column, name)))
  }

  private func target(named name: String) -> ImportTarget? {
    if let relationship = entity.relationship(named: name) {
      return ImportTarget(.relationship(relationship), column: relationship.name)
    }
    let bytes = name.utf8
    let attribute =
      entity.attribute(named: name)
      ?? entity.attributes.first { $0.column.utf8.elementsEqual(bytes) }
    if let attribute { return Self.target(attribute) }
    return entity.keyColumn.utf8.elementsEqual(bytes) ? key : nil
  }

  var key: ImportTarget { ImportTarget(.key, column: entity.keyColumn) }

  static func target(_ attribute: Attribute) -> ImportTarget {
    ImportTarget(.attribute(attribute), column: attribute.column)
  }

  private func check(_ target: ImportTarget, _ column: String) -> ColumnMeaning {
    guard case .relationship(let relationship) = target.kind, relationship.storage == .inverse
    else { return .target(target) }
    return .wrong(
      .unsettable(
        column, reason: "is kept on the side of \(relationship.target)",
        hint: relationship.inverse.map {
          "set '\($0)' of the \(relationship.target) instead, or leave it out: --skip '\(column)'"
        }))
  }

  private func hint(for column: String, _ name: String) -> String {
    let known =
      entity.attributes.map(\.name) + entity.relationships.map(\.name) + [entity.keyColumn]
    let shown = listed(known)
    // Nobody types a longer one.
    if column.utf8.count > 80 { return "\(entity.name) has \(shown)" }
    let plain = name.filter { $0 != " " && $0 != "-" && $0 != "_" }.lowercased()
    let alike = known.first {
      $0.filter { $0 != "." && $0 != "_" }.lowercased().utf8.elementsEqual(plain.utf8)
    }
    if let near = alike ?? nearestName(to: name, in: known) {
      return "did you mean \(near)? --map '\(column)=\(near)', or leave it out: --skip '\(column)'"
    }
    return "\(entity.name) has \(shown); leave it out: --skip '\(column)'"
  }
}

extension ColumnNames {
  /// What records can be given, whatever columns there are.
  var settable: [ImportTarget] {
    let attributes = entity.attributes.map(Self.target)
    let relationships = entity.relationships.filter { $0.storage != .inverse }.map {
      ImportTarget(.relationship($0), column: $0.name)
    }
    let all = (entity.keyAttribute == nil ? [key] : []) + attributes + relationships
    return all.filter { !supplied.contains(Array($0.name.utf8)) }
  }

  /// Whether a record cannot be without it.
  func isRequired(_ target: ImportTarget) -> Bool {
    switch target.kind {
    case .key: return false
    case .attribute(let attribute):
      if case .flags = attribute.type { return false }
      return !attribute.isOptional && attribute.defaultValue == nil
        && !attribute.column.utf8.elementsEqual(entity.keyColumn.utf8)
    case .relationship(let relationship):
      return relationship.cardinality == .toOne(isOptional: false)
    }
  }
}
