import FlagModel
internal import PlainText

extension PredicateChecker {
  func isKey(_ name: NameSyntax) -> Bool {
    name.name.utf8.elementsEqual(entity.keyColumn.utf8)
  }

  /// Whether the entity has something of that name, so that it is no case and no flag.
  func knows(_ name: NameSyntax) -> Bool {
    isKey(name) || entity.attribute(named: name.name) != nil
      || entity.relationship(named: name.name) != nil
  }

  func attribute(_ name: NameSyntax) throws(Diagnostic) -> Attribute {
    if let attribute = entity.attribute(named: name.name) { return attribute }
    if entity.relationship(named: name.name) != nil {
      throw Diagnostic("'\(name.name)' is a relationship, not an attribute", at: name.place)
    }
    if isKey(name) {
      throw Diagnostic("'\(name.name)' is the key, not an attribute", at: name.place)
    }
    throw entity.unknownName(name.name, at: name.place)
  }

  /// An attribute, or the key as one, to be compared with another.
  func comparable(_ name: NameSyntax) throws(Diagnostic) -> Attribute {
    guard isKey(name), entity.attribute(named: name.name) == nil else {
      return try attribute(name)
    }
    return Attribute(name: entity.keyColumn, declaredType: "key", type: .integer(.int64))
  }

  /// The column of an attribute, of a to-one relationship or of the key.
  func column(_ name: NameSyntax) throws(Diagnostic) -> Predicate.Column {
    if isKey(name) { return keyColumn }
    guard let relationship = entity.relationship(named: name.name) else {
      return try attribute(name).predicateColumn
    }
    guard case .column = relationship.storage,
      case .toOne(let isOptional) = relationship.cardinality
    else {
      throw Diagnostic(
        "'\(name.name)' is kept on the side of \(relationship.target)", at: name.place,
        hint: relationship.inverse.map {
          "ask '\(relationship.target)' by its attribute '\($0)' instead"
        })
    }
    return Predicate.Column(name: relationship.name, isOptional: isOptional)
  }

  func requireOrder(_ attribute: Attribute, _ place: SourcePlace) throws(Diagnostic) {
    switch attribute.type {
    case .flags:
      throw Diagnostic(
        "flags have no order", at: place,
        hint: "'has', 'has any', 'lacks' and 'is exactly' compare them")
    case .array, .bool:
      throw Diagnostic(
        "'\(attribute.name)' (\(attribute.declaredType)) has no order", at: place)
    default: return
    }
  }
}

extension Entity {
  /// What to say of a name that the entity does not have.
  func unknownName(_ name: String, at place: SourcePlace) -> Diagnostic {
    Diagnostic(
      "'\(name)' is not an attribute of \(self.name)", at: place,
      hint: nearestName(to: name, in: names).map { "did you mean \($0)?" }
        ?? "\(self.name) has \(names.joined(separator: ", "))")
  }

  /// Everything that a predicate may name.
  var names: [String] {
    let key = keyAttribute == nil ? [keyColumn] : []
    return key + attributes.map(\.name) + relationships.map(\.name)
  }
}

extension Attribute {
  var predicateColumn: Predicate.Column {
    Predicate.Column(name: column, isOptional: isOptional)
  }

  /// Whether a word without quotes is a case or flag of this attribute.
  func takesWords(_ word: String) -> Bool {
    switch type {
    case .enumeration(let enumeration): enumeration.rawValue(of: word) != nil
    case .flags(let set): set.mask(named: word) != nil
    default: false
    }
  }

  /// Whether the stored values of the two mean the same kind of thing.
  func isComparable(with other: Attribute) -> Bool {
    switch (type, other.type) {
    case (.integer, .integer), (.integer, .double), (.double, .integer), (.double, .double),
      (.float, .float), (.float, .double), (.double, .float), (.integer, .float),
      (.float, .integer):
      true
    default: type == other.type
    }
  }
}
