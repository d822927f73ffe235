package import FlagModel

/// The meaning of an input column, by its name.
enum ColumnMeaning {
  case skipped
  /// A struct, whose attributes are members of a JSON object.
  case group([ImportField])
  case field(ImportField)
  case wrong(InputProblem)

  fileprivate static func unsettable(_ name: Name, reason: String, hint: Hint?) -> Self {
    .wrong(.unsettable(UnsettableProperty(name, reason: reason, hint: hint)))
  }
}

/// The names of an entity's properties that input columns may have.
struct ColumnNames {
  let entity: Entity
  let mapping: ImportMapping
  /// The properties that get their values from elsewhere.
  let supplied: Set<Name>
  /// The properties that no record may set.
  let unsettable: [UnsettableProperty]
  let isJSON: Bool
  /// The properties with other names in files.
  private let inFiles: [Name: Name]
  private let passedOver: Set<Name>

  init(
    _ entity: Entity, _ mapping: ImportMapping, supplied: Set<Name>,
    unsettable: [UnsettableProperty], isJSON: Bool
  ) {
    self.entity = entity
    self.mapping = mapping
    self.isJSON = isJSON
    self.supplied = supplied
    self.unsettable = unsettable
    inFiles = Dictionary(entity.namesInFiles.map { ($0.inFiles, $0.name) }) { first, _ in first }
    passedOver = Set(entity.passedOverInFiles)
  }

  /// The problem of two columns for one field, one of which is mapped to it; nil if none is.
  func duplicate(_ first: Name, _ second: Name, _ field: Name) -> InputProblem? {
    let mapped = [second, first].first { mapping.name(of: $0) != $0 }
    guard first != second, let mapped else { return nil }
    return .other(
      "the columns '\(first)' and '\(second)' both have the name '\(field)'",
      hint: "give another name in --map \(mapped)=…")
  }

  /// True if the entity uses or ignores a column without a name.
  var knowsBlank: Bool { inFiles[""] != nil || passedOver.contains("") }

  /// The meaning of a column; `name` is its name after the mapping.
  func meaning(of column: Name, called name: Name) -> ColumnMeaning {
    if mapping.skips(column) { return .skipped }
    if let field = field(named: name) ?? inFiles[name].flatMap(field) {
      if supplied.contains(field.name) {
        return .unsettable(
          name, reason: "is given twice, as a column and in the command line",
          hint: .words(Self.omission(of: column)))
      }
      if let property = unsettable.first(where: { $0.name == field.name }) {
        return .wrong(.unsettable(property))
      }
      return check(field, column)
    }
    if isJSON {
      let members = members(of: name)
      if !members.isEmpty { return .group(members) }
    }
    if passedOver.contains(name) { return .skipped }
    if entity.expression(named: name) != nil {
      return .unsettable(
        name, reason: "is calculated from other attributes and cannot be set",
        hint: .words(Self.omission(of: column)))
    }
    return .wrong(.unknownColumn(column, hint: hint(for: column, name)))
  }

  /// The properties for a column, without a mapping: several for a struct that is null.
  fileprivate func properties(of column: Name) -> [Name] {
    if let field = field(named: column) ?? inFiles[column].flatMap(field) { return [field.name] }
    return members(of: column).map(\.name)
  }

  /// The attribute of a column, which may be given by any of its names.
  func attribute(of column: Name) -> Attribute? {
    let names = [column, mapping.name(of: column)]
    let property = names.lazy.compactMap { field(named: inFiles[$0] ?? $0) }.first
    if case .attribute(let attribute)? = property { return attribute }
    return entity.attribute(named: identifier(for: column, or: "column"))
  }

  private func field(named name: Name) -> ImportField? {
    if let relationship = entity.relationship(named: name) { return .relationship(relationship) }
    let attribute = entity.attribute(named: name) ?? entity.attribute(ofColumn: name)
    if let attribute { return .attribute(attribute) }
    if entity.shownKey == name { return .key(name) }
    return nil
  }

  /// The fields in a JSON object with the name.
  private func members(of name: Name) -> [ImportField] {
    let inside = entity.attributes.filter { $0.name.isInside(name) }.map(ImportField.attribute)
    let other = inFiles.filter { $0.key.isInside(name) }.compactMap { field(named: $0.value) }
    return inside + other.filter { !inside.contains($0) }
  }

  private func check(_ field: ImportField, _ column: Name) -> ColumnMeaning {
    guard case .relationship(let relationship) = field, relationship.isKeptByOtherSide
    else { return .field(field) }
    return .unsettable(
      column, reason: "is stored in \(relationship.target)",
      hint: relationship.inverse.map {
        "set '\($0)' of the \(relationship.target) instead, or \(Self.omission(of: column))"
      })
  }

  private func hint(for column: Name, _ name: Name) -> Hint {
    if let mask = entity.maskOfField(named: name), let field = mask.field(named: name) {
      return "write it in '\(mask.name)', as in \(field.sample)"
    }
    let properties =
      entity.attributes.map(\.name) + entity.relationships.map(\.name)
      + [entity.shownKey].compactMap(\.self)
    let shown = listed(properties)
    // A longer name is no typing mistake, so nothing similar is suggested.
    if column.utf8.count > 80 { return "\(entity.name) has \(shown)" }
    let letters = { (name: Name) in
      Name(name.text.lowercased().utf8.filter { !" -._".utf8.contains($0) })
    }
    let plain = letters(name)
    if let near = properties.first(where: { letters($0) == plain }) ?? name.nearest(in: properties)
    {
      let renaming = quotedShellWord("\(column)=\(near)")
      let map = "--map \(renaming), or \(Self.omission(of: column))"
      return .meant([near.text], then: map)
    }
    return "\(entity.name) has \(shown); \(Self.omission(of: column))"
  }

  private static func omission(of column: Name) -> String {
    "leave it out: --skip \(quotedShellWord(column.text))"
  }

  /// The fields that records can set, whatever columns there are.
  var settable: [ImportField] {
    var all: [ImportField] = []
    if entity.keyAttribute == nil, let key = entity.shownKey { all.append(.key(key)) }
    all += entity.attributes.map(ImportField.attribute)
    let relationships = entity.relationships.filter { !$0.isKeptByOtherSide }
    all += relationships.map(ImportField.relationship)
    let absent = supplied.union(unsettable.map(\.name))
    return all.filter { !absent.contains($0.name) }
  }

  /// True if a record must have the field.
  func isRequired(_ field: ImportField) -> Bool {
    switch field {
    case .key: false
    case .attribute(let attribute):
      !attribute.isOptional && field.standIn == nil && attribute.column != entity.keyColumn
    case .relationship(let relationship): relationship.cardinality == .toOne(isOptional: false)
    }
  }
}

extension Entity {
  /// The properties that an import would set by each column, in the order of the columns: none by an
  /// unknown column, and several by a struct that is null.
  package func properties(ofColumns columns: [Name]) -> [[Name]] {
    let names = ColumnNames(self, ImportMapping(), supplied: [], unsettable: [], isJSON: true)
    return columns.map(names.properties(of:))
  }
}
