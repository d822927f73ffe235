package import FlagModel

extension Schema {
  /// The model with a replaced attribute, in its entity and in all entities that share its column.
  /// It includes the types that the attribute needs. It replaces a type of the same name if nothing
  /// else uses that type.
  package func adopting(_ attribute: Attribute, of owner: Name) throws(ValueError) -> Schema {
    let table = entity(named: owner)?.source.table
    let old = entity(named: owner)?.attribute(named: attribute.name)
    for type in attribute.type.namedTypes {
      try requireFree(type, for: attribute, of: owner, in: table)
    }
    var types = types
    for type in attribute.type.namedTypes {
      if let place = types.firstIndex(where: { $0.name == type.name }) {
        types[place] = type
      } else {
        types.append(type)
      }
    }
    let changed = Schema(
      types: types,
      entities: entities.replacingProperties { property, entity in
        if entity.source.table == table, case .attribute(let old) = property,
          old.name == attribute.name, old.column == attribute.column
        {
          return .attribute(attribute)
        }
        return property
      })
    return changed.without(old?.type.namedTypes.map(\.name) ?? [])
  }

  /// Throws if a type has the name of a table, or of another type that something else uses.
  private func requireFree(
    _ type: NamedType, for attribute: Attribute, of owner: Name, in table: Name?
  ) throws(ValueError) {
    let name = type.name
    let isEntity = entities.contains { $0.name.folded == name.folded }
    var use = use(of: type, besides: attribute, in: table)
    if isEntity { use = "the name of a table already" }
    guard let use else { return }
    let free = freeTypeName(owner, attribute.name)
    throw ValueError(
      "'\(name)' is \(use)",
      hint: "name it otherwise, as in \(free):old,rare or \(free)=FILE.h:TYPE")
  }

  /// Describes the other user of a type with the same name; nil if there is none.
  private func use(of type: NamedType, besides attribute: Attribute, in table: Name?) -> String? {
    func isOther(_ other: NamedType) -> Bool { other.name == type.name && other != type }
    if attribute.type.namedTypes.contains(where: isOther) { return "two types of the column" }
    switch types.first(where: isOther) {
    case nil: return nil
    case .alias, .structure, .payloads: return "another type already"
    case .flagSet, .enumeration:
      for entity in entities {
        let user = entity.attributes.first { candidate in
          (entity.source.table != table || candidate.column != attribute.column)
            && candidate.type.namedTypes.contains { $0.name == type.name }
        }
        if let user { return "another type already, that of \(entity.name).\(user.name)" }
      }
      return nil
    }
  }

  /// `ItemFlags` for `item.flags`, with a number if the name is taken.
  package func freeTypeName(_ owner: Name, _ attribute: Name) -> Name {
    let taken = Set((entities.map(\.name) + types.map(\.name)).map(\.folded))
    return numbered(.type(owner, attribute)) { !taken.contains($0.folded) }
  }

  /// The model without those of the given types that nothing uses.
  private func without(_ names: [Name]) -> Schema {
    var used: Set<Name> = []
    for attribute in entities.flatMap(\.attributes) {
      used.formUnion(attribute.type.namedTypes.map(\.name))
    }
    for case .alias(let alias) in types { used.insert(alias.target) }
    return Schema(
      types: types.filter { !names.contains($0.name) || used.contains($0.name) },
      entities: entities)
  }
}

extension Attribute {
  /// The attribute of the same column with another type and stored form.
  package func becoming(
    _ type: AttributeType, _ declaredType: Name, _ form: StoredForm = .own
  ) throws(ValueError) -> Attribute {
    var form = form
    if case .native(let native) = stored, form == .own, native.keeps(type) { form = stored }
    let kept = self.type.storage(as: stored)
    let wanted = type.storage(as: form)
    guard kept == .any || kept == wanted else {
      throw ValueError(
        "'\(name)' stores \(kept.words), and \(type.plural) are stored as \(wanted.words)")
    }
    if case .flags = type, self.type == .double || self.type == .float {
      throw ValueError("'\(name)' stores real numbers, and flags are stored as whole numbers")
    }
    return Attribute(
      name: name, column: column, declaredType: declaredType, type: type, stored: form,
      isOptional: isOptional, isRequiredPart: isRequiredPart, isUnique: isUnique,
      originalName: originalName, summary: summary)
  }
}

extension AttributeType {
  /// The named types that the attribute type uses. A type follows the types that it contains.
  package var namedTypes: [NamedType] {
    switch self {
    case .flags(let set):
      if let enumeration = set.enumeration { return [.enumeration(enumeration)] }
      return set.fields.compactMap(\.enumeration).map(NamedType.enumeration) + [.flagSet(set)]
    case .enumeration(let enumeration): return [.enumeration(enumeration)]
    case .array(let element, _): return element.namedTypes
    default: return []
    }
  }
}

/// The kind of value that the column of an attribute stores.
private enum ColumnStorage {
  case numbers
  case texts
  case bytes
  /// Any value.
  case any

  var words: String {
    switch self {
    case .numbers: "numbers"
    case .texts: "texts"
    case .bytes: "bytes"
    case .any: "values"
    }
  }
}

extension AttributeType {
  fileprivate func storage(as form: StoredForm) -> ColumnStorage {
    switch self {
    case .bool, .integer, .double, .float, .decimal: .numbers
    case .flags(let set): set.enumeration == nil ? .numbers : .texts
    case .enumeration(let enumeration): enumeration.rawType.isNumber ? .numbers : .texts
    case .date: if case .dates = form { .numbers } else { .texts }
    case .uuid: form == .blob ? .bytes : .texts
    case .string, .url, .array, .json: .texts
    case .data: .bytes
    case .any: .any
    }
  }

  /// The plural noun for such values in errors.
  fileprivate var plural: String {
    switch self {
    case .flags: "flags"
    case .enumeration(let enumeration): "the cases of '\(enumeration.name)'"
    case .date: "such dates"
    case .bool: "true and false"
    case .url: "URLs"
    default: "such values"
    }
  }
}

extension Name {
  /// `VisitsTransition` for `visits` and `transition`.
  package static func type(_ owner: Name, _ attribute: Name) -> Name {
    let words: [String] = (owner.text + " " + attribute.text)
      .split(whereSeparator: { !$0.isLetter && !$0.isNumber })
      .map { (word: Substring) -> String in word.prefix(1).uppercased() + word.dropFirst() }
    return identifier(for: Name(words.joined()), or: "Values")
  }
}
