import FlagModel

/// The meaning of a column of an input, by its name.
enum ColumnMeaning {
  case skipped
  /// A struct, whose attributes JSON has in an object.
  case group([ImportField])
  case field(ImportField)
  case wrong(InputProblem)
}

/// The names by which the columns of an input may call what an entity has.
struct ColumnNames {
  let entity: Entity
  let mapping: ImportMapping
  /// Names of properties that get their values from elsewhere.
  let supplied: Set<Name>
  /// Names of properties that no record sets, and why.
  let unsettable: [Name: InputProblem]
  let isJSON: Bool
  /// The properties that files call otherwise.
  private let inFiles: [Name: Name]
  private let passedOver: Set<Name>

  init(
    _ entity: Entity, _ mapping: ImportMapping, supplied: Set<Name>,
    unsettable: [Name: InputProblem], isJSON: Bool
  ) {
    self.entity = entity
    self.mapping = mapping
    self.isJSON = isJSON
    self.supplied = supplied
    self.unsettable = unsettable
    inFiles = Dictionary(entity.namesInFiles.map { ($0.inFiles, $0.name) }) { first, _ in first }
    passedOver = Set(entity.passedOverInFiles)
  }

  /// True if the entity has something for a column without a name.
  var knowsBlank: Bool { inFiles[""] != nil || passedOver.contains("") }

  /// The meaning of a column; `name` is the one that the mapping has given it.
  func meaning(of column: Name, called name: Name) -> ColumnMeaning {
    if mapping.skips(column) { return .skipped }
    if let field = field(named: name) ?? inFiles[name].flatMap(field) {
      if supplied.contains(field.name) {
        return .wrong(
          .unsettable(
            name, reason: "is given twice, as a column and on the line",
            hint: "leave the column out: --skip '\(column)'"))
      }
      if let problem = unsettable[field.name] { return .wrong(problem) }
      return check(field, column)
    }
    if isJSON {
      let members = members(of: name)
      if !members.isEmpty { return .group(members) }
    }
    if passedOver.contains(name) { return .skipped }
    if entity.expression(named: name) != nil {
      return .wrong(
        .unsettable(
          name, reason: "is calculated from other attributes and cannot be set",
          hint: "leave it out: --skip '\(column)'"))
    }
    return .wrong(.unknownColumn(column, hint: hint(for: column, name)))
  }

  private func field(named name: Name) -> ImportField? {
    if let relationship = entity.relationship(named: name) { return .relationship(relationship) }
    let attribute = entity.attribute(named: name) ?? entity.attributes.first { $0.column == name }
    if let attribute { return .attribute(attribute) }
    return entity.shownKey == name ? .key(name) : nil
  }

  /// The fields that an object of JSON has in it.
  private func members(of name: Name) -> [ImportField] {
    let inside = entity.attributes.filter { $0.name.isInside(name) }.map(ImportField.attribute)
    let other = inFiles.filter { $0.key.isInside(name) }.compactMap { field(named: $0.value) }
    return inside + other.filter { !inside.contains($0) }
  }

  private func check(_ field: ImportField, _ column: Name) -> ColumnMeaning {
    guard case .relationship(let relationship) = field, relationship.isKeptByOtherSide
    else { return .field(field) }
    return .wrong(
      .unsettable(
        column, reason: "is stored in \(relationship.target)",
        hint: relationship.inverse.map {
          "set '\($0)' of the \(relationship.target) instead, or leave it out: --skip '\(column)'"
        }))
  }

  private func hint(for column: Name, _ name: Name) -> Hint {
    if let mask = entity.maskOfField(named: name), let field = mask.field(named: name) {
      return "write it in '\(mask.name)', as in \(field.sample)"
    }
    let known =
      entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + [entity.shownKey].compactMap(\.self)
    let shown = listed(known)
    // Nobody types a longer one.
    if column.utf8.count > 80 { return "\(entity.name) has \(shown)" }
    let letters = { (name: Name) in
      Name(name.text.lowercased().utf8.filter { !" -._".utf8.contains($0) })
    }
    let plain = letters(name)
    if let near = known.first(where: { letters($0) == plain }) ?? name.nearest(in: known) {
      let map = "--map '\(column)=\(near)', or leave it out: --skip '\(column)'"
      return .meant([near.text], then: map)
    }
    return "\(entity.name) has \(shown); leave it out: --skip '\(column)'"
  }
}

extension ColumnNames {
  /// The fields that records can be given, whatever columns there are.
  var settable: [ImportField] {
    let key = entity.keyAttribute == nil ? entity.shownKey.map(ImportField.key) : nil
    let relationships = entity.relationships.filter { !$0.isKeptByOtherSide }
    let all =
      [key].compactMap(\.self) + entity.attributes.map(ImportField.attribute)
      + relationships.map(ImportField.relationship)
    return all.filter { !supplied.contains($0.name) && unsettable[$0.name] == nil }
  }

  /// True if a record cannot be without it.
  func isRequired(_ field: ImportField) -> Bool {
    switch field {
    case .key: false
    case .attribute(let attribute):
      !attribute.isOptional && field.standIn == nil && attribute.column != entity.keyColumn
    case .relationship(let relationship): relationship.cardinality == .toOne(isOptional: false)
    }
  }
}
