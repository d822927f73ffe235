import FlagModel

/// A declared relationship before its inverse is found.
struct UnlinkedRelationship {
  enum WrittenInverse {
    case unsaid
    /// `inverse: nil`
    case none
    /// `root` is nil if the key path begins with a dot.
    case property(root: Name?, Name, SourcePlace)
  }

  let declaration: PropertyDeclaration
  let owner: Scope
  let target: Scope
  let isToMany: Bool
  let isOptional: Bool
  var deleteRule = Relationship.DeleteRule.nullify
  var inverse = WrittenInverse.unsaid
  var originalName: Name?
  var columns: WrittenColumns?

  var name: Name { declaration.name.value }
  var place: SourcePlace { declaration.name.place }
  /// `Reading.sample`
  var path: Name { "\(owner.fullName).\(name)" }

  var cardinality: Relationship.Cardinality {
    if isToMany { return .toMany(isOptional: isOptional) }
    return .toOne(isOptional: isOptional)
  }

  /// The name of its foreign key column, if it gets one.
  var column: Name { columns?.names.first ?? name }

  var hasWrittenColumn: Bool { columns?.names.isEmpty == false }

  var hasWrittenInverse: Bool {
    if case .property = inverse { true } else { false }
  }

  var isUnsaid: Bool {
    if case .unsaid = inverse { true } else { false }
  }
}
