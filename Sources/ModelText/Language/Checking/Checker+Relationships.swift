import FlagModel
private import PlainText

/// Finds the inverse of each relationship, and thereby its storage.
extension Checker {
  func checkRelationships(_ entities: [CheckedEntity]) -> [CheckedEntity] {
    var linker = RelationshipLinker(
      entities.flatMap { $0.properties.compactMap(\.relationship) })
    linker.link()
    for diagnostic in linker.diagnostics { diagnostics.append(diagnostic) }
    var linked = linker.relationships().makeIterator()
    return entities.map { entity in
      var entity = entity
      for index in entity.properties.indices where entity.properties[index].relationship != nil {
        entity.properties[index].property = linked.next().map { .relationship($0) }
      }
      return entity
    }
  }
}

/// Links relationships: first by written inverses, then by inference.
/// See Documentation/Decisions/lists-without-inverse-are-pairs.md.
struct RelationshipLinker {
  private let all: [UnlinkedRelationship]
  /// The index of each relationship's inverse, which may be its own index.
  private var other: [Int?]
  private var broken: Set<Int> = []
  private var byOwner: [ObjectIdentifier: [Int]] = [:]
  private(set) var diagnostics: [Diagnostic] = []

  init(_ all: [UnlinkedRelationship]) {
    self.all = all
    other = Array(repeating: nil, count: all.count)
    for (index, relationship) in all.enumerated() {
      byOwner[ObjectIdentifier(relationship.owner), default: []].append(index)
    }
  }

  mutating func link() {
    for index in all.indices { linkWritten(index) }
    linkInferred()
  }

  // MARK: Written inverses

  private mutating func linkWritten(_ index: Int) {
    let relationship = all[index]
    guard case .property(let root, let name, let place) = relationship.inverse else { return }
    guard root == nil || root == relationship.target.fullName else {
      return reject(
        index, "the inverse must be a property of '\(excerpt(relationship.target.fullName))'",
        place, hint: "write '\\\(excerpt(relationship.target.fullName)).…'")
    }
    let candidates = byOwner[ObjectIdentifier(relationship.target)] ?? []
    guard let inverse = candidates.first(where: { all[$0].name == name }) else {
      return rejectMissing(index, name, place, candidates)
    }
    guard all[inverse].target === relationship.owner else {
      return reject(
        index,
        "'\(excerpt(all[inverse].path))' refers to '\(excerpt(all[inverse].target.fullName))', "
          + "not to '\(excerpt(relationship.owner.fullName))'", place,
        notes: [Diagnostic.Note("it is declared here", at: all[inverse].place)])
    }
    if let taken = other[inverse], taken != index {
      if relationship.isToMany, all[taken].isToMany, all[taken].owner === relationship.owner {
        return leaveWithoutInverse(index, inverse, taken, place)
      }
      return reject(
        index,
        "'\(excerpt(all[inverse].path))' is the inverse of '\(excerpt(all[taken].path))' "
          + "already", place,
        notes: [Diagnostic.Note("that is declared here", at: all[taken].place)])
    }
    if let taken = other[index], taken != inverse {
      broken.insert(inverse)
      return reject(
        index, "'\(excerpt(all[taken].path))' declares this as its inverse", place,
        notes: [Diagnostic.Note("it is declared here", at: all[taken].place)])
    }
    (other[index], other[inverse]) = (inverse, index)
  }

  /// Leaves the second of two lists without an inverse. SwiftData allows both to name the same one,
  /// which can only belong to one of them.
  private mutating func leaveWithoutInverse(
    _ index: Int, _ inverse: Int, _ taken: Int, _ place: SourcePlace
  ) {
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(all[index].path))' has no inverse: '\(excerpt(all[inverse].path))' is that of "
          + "'\(excerpt(all[taken].path))'", at: place, severity: .note,
        notes: [Diagnostic.Note("that is declared here", at: all[taken].place)]))
  }

  private mutating func rejectMissing(
    _ index: Int, _ name: Name, _ place: SourcePlace, _ candidates: [Int]
  ) {
    let target = all[index].target
    let isAttribute = target.storedProperties.contains { $0.name.value == name }
    let owner = all[index].owner.fullName
    let similar = Hint.name(for: name, in: candidates.map { all[$0].name })
    if isAttribute {
      let path = "\(excerpt(target.fullName)).\(excerpt(name))"
      return reject(index, "'\(path)' is not a relationship", place, hint: similar)
    }
    reject(
      index, "'\(excerpt(target.fullName))' has no property '\(excerpt(name))'", place,
      hint: similar ?? "add 'var \(excerpt(name)): \(owner)?' to '\(target.fullName)'")
  }

  private mutating func reject(
    _ index: Int, _ message: String, _ place: SourcePlace, notes: [Diagnostic.Note] = [],
    hint: Hint? = nil
  ) {
    broken.insert(index)
    diagnostics.append(Diagnostic(message, at: place, notes: notes, hint: hint))
  }

  // MARK: Inferred inverses

  private mutating func linkInferred() {
    let inference = InverseInference(
      all.indices.map { index in
        InverseInference.Side(
          owner: all[index].owner.fullName, target: all[index].target.fullName,
          isToMany: all[index].isToMany,
          isOpen: other[index] == nil && !broken.contains(index) && all[index].isUnsaid)
      })
    for (index, inverse) in inference.pairs { (other[index], other[inverse]) = (inverse, index) }
    for ambiguity in inference.ambiguities { note(ambiguity) }
  }

  private mutating func note(_ ambiguity: InverseInference.Ambiguity) {
    let relationship = all[ambiguity.side]
    let others = ambiguity.others.map { excerpt(all[$0].path) }
    let choices =
      if others.count == 1 { "'\(others[0])' or none" } else { listedInQuotes(others, "or") }
    diagnostics.append(
      Diagnostic(
        "'\(excerpt(relationship.path))' has no inverse, since it may be \(choices)",
        at: relationship.place, severity: .note,
        hint: "write '@Relationship(inverse: \\\(others[0]))' if it is that one"))
  }

  // MARK: Storage

  /// The relationships in their order; rejected ones stay as declared.
  func relationships() -> [Relationship] {
    all.indices.map { index in
      let relationship = all[index]
      return Relationship(
        name: relationship.name, target: relationship.target.fullName,
        cardinality: relationship.cardinality,
        inverse: other[index].map { all[$0].name }, deleteRule: relationship.deleteRule,
        storage: storage(of: index), originalName: relationship.originalName,
        summary: relationship.declaration.doc)
    }
  }

  private func storage(of index: Int) -> Relationship.Storage {
    guard let inverse = other[index] else {
      if !all[index].isToMany || all[index].hasWrittenColumn {
        let key = foreignKey(of: index, order: all[index].columns?.order)
        if all[index].isToMany { return .inverse(key) }
        return .column(key)
      }
      return .joinTable(joinTable(of: index))
    }
    switch (all[index].isToMany, all[inverse].isToMany) {
    case (false, true):
      return .column(foreignKey(of: index, order: all[inverse].columns?.order))
    case (true, false):
      return .inverse(foreignKey(of: inverse, order: all[index].columns?.order))
    case (true, true): return .joinTable(joinTable(of: index, inverse))
    case (false, false):
      if ownsOther(index, inverse) { return .inverse(foreignKey(of: inverse, isUnique: true)) }
      return .column(foreignKey(of: index, isUnique: true))
    }
  }

  /// The foreign key of a to-one relationship.
  private func foreignKey(
    of index: Int, isUnique: Bool = false, order: Name? = nil
  ) -> Relationship.ForeignKey {
    Relationship.ForeignKey(
      column: all[index].column, otherColumn: all[index].columns?.otherColumn,
      isUnique: isUnique, order: order)
  }

  /// True if this side of a one-to-one relationship owns the other, and so has no foreign key. In
  /// this order, the owner is the side whose inverse alone has a named column, the side with
  /// `inverse:`, the side that cascades, or the first one.
  private func ownsOther(_ index: Int, _ inverse: Int) -> Bool {
    if index == inverse { return false }
    let side = all[index]
    let otherSide = all[inverse]
    if side.hasWrittenColumn != otherSide.hasWrittenColumn { return otherSide.hasWrittenColumn }
    if side.hasWrittenInverse != otherSide.hasWrittenInverse { return side.hasWrittenInverse }
    let cascades = (side.deleteRule == .cascade, otherSide.deleteRule == .cascade)
    if cascades.0 != cascades.1 { return cascades.0 }
    return index < inverse
  }

  /// The join table of a relationship. Without an inverse, the column of the owner has the owner's
  /// name.
  private func joinTable(of index: Int, _ inverse: Int? = nil) -> Relationship.JoinTable {
    let owner = min(index, inverse ?? index)
    let isOwner = index == owner
    let order = all[index].columns?.order
    if let pairs = all[index].columns?.pairs {
      return Relationship.JoinTable(
        name: pairs.table, ownColumn: pairs.own, otherColumn: pairs.other, isOwner: isOwner,
        order: order)
    }
    if let other = inverse.flatMap({ all[$0].columns?.pairs }) {
      return Relationship.JoinTable(
        name: other.table, ownColumn: other.other, otherColumn: other.own, isOwner: isOwner,
        order: order)
    }
    let standard = Relationship.JoinTable(
      of: all[owner].owner.fullName, all[owner].name,
      inverse: inverse.map { all[max(index, $0)].name })
    if isOwner {
      return Relationship.JoinTable(
        name: standard.name, ownColumn: standard.ownColumn, otherColumn: standard.otherColumn,
        isOwner: true, order: order)
    }
    return Relationship.JoinTable(
      name: standard.name, ownColumn: standard.otherColumn, otherColumn: standard.ownColumn,
      isOwner: false, order: order)
  }
}
