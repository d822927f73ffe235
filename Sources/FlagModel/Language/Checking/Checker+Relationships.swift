private import PlainText

/// Finds the other side of each relationship, and with it where the relationship is kept.
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

/// Pairs relationships. What is written comes first; then a relationship whose target has exactly
/// one that leads back is paired with it.
struct RelationshipLinker {
  private let all: [UnlinkedRelationship]
  /// The other side of each; its own place for one that is its own inverse.
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
    for index in all.indices where all[index].isToMany { linkInferred(index) }
    for index in all.indices where !all[index].isToMany { linkOneToOne(index) }
    for index in all.indices where all[index].isToMany { requireOtherSide(index) }
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
    guard let found = candidates.first(where: { all[$0].name == name }) else {
      return rejectMissing(index, name, place, candidates)
    }
    guard all[found].target === relationship.owner else {
      return reject(
        index,
        "'\(excerpt(all[found].path))' leads to '\(excerpt(all[found].target.fullName))', "
          + "not to '\(excerpt(relationship.owner.fullName))'", place,
        notes: [Diagnostic.Note("it is declared here", at: all[found].place)])
    }
    if let taken = other[found], taken != index {
      return reject(
        index,
        "'\(excerpt(all[found].path))' is the inverse of '\(excerpt(all[taken].path))' "
          + "already", place,
        notes: [Diagnostic.Note("that is declared here", at: all[taken].place)])
    }
    if let taken = other[index], taken != found {
      broken.insert(found)
      return reject(
        index, "'\(excerpt(all[taken].path))' says that this is its inverse", place,
        notes: [Diagnostic.Note("it is declared here", at: all[taken].place)])
    }
    (other[index], other[found]) = (found, index)
  }

  private mutating func rejectMissing(
    _ index: Int, _ name: Name, _ place: SourcePlace, _ candidates: [Int]
  ) {
    let target = all[index].target
    let isAttribute = target.storedProperties.contains { $0.name.value == name }
    let owner = all[index].owner.fullName
    reject(
      index,
      isAttribute
        ? "'\(excerpt(target.fullName)).\(excerpt(name))' is no relationship"
        : "'\(excerpt(target.fullName))' has no property '\(excerpt(name))'", place,
      hint: .name(for: name, in: candidates.map { all[$0].name })
        ?? (isAttribute ? nil : "add 'var \(excerpt(name)): \(owner)?' to '\(target.fullName)'"))
  }

  private mutating func reject(
    _ index: Int, _ message: String, _ place: SourcePlace, notes: [Diagnostic.Note] = [],
    hint: Hint? = nil
  ) {
    broken.insert(index)
    diagnostics.append(Diagnostic(message, at: place, notes: notes, hint: hint))
  }

  // MARK: Inferred inverses

  /// The relationships that lead back and say nothing of an inverse.
  private func candidates(for index: Int) -> [Int] {
    let relationship = all[index]
    return (byOwner[ObjectIdentifier(relationship.target)] ?? []).filter {
      $0 != index && other[$0] == nil && !broken.contains($0) && all[$0].isUnsaid
        && all[$0].target === relationship.owner
    }
  }

  private mutating func linkInferred(_ index: Int) {
    guard isOpen(index) else { return }
    let found = candidates(for: index)
    guard found.count < 2 else { return rejectAmbiguous(index, found) }
    guard let only = found.first else { return }
    let rivals = candidates(for: only).filter { $0 != index && all[$0].isToMany }
    guard rivals.isEmpty else {
      broken.formUnion(rivals)
      return rejectAmbiguous(only, [index] + rivals)
    }
    (other[index], other[only]) = (only, index)
  }

  private mutating func linkOneToOne(_ index: Int) {
    // Two properties of one entity, as `spouse` and `boss`, need not be each other's inverse.
    guard isOpen(index), all[index].owner !== all[index].target else { return }
    let found = candidates(for: index).filter { !all[$0].isToMany }
    guard found.count == 1, candidates(for: found[0]).count == 1 else { return }
    (other[index], other[found[0]]) = (found[0], index)
  }

  private func isOpen(_ index: Int) -> Bool {
    other[index] == nil && !broken.contains(index) && all[index].isUnsaid
  }

  private mutating func rejectAmbiguous(_ index: Int, _ found: [Int]) {
    let names = listedInQuotes(found.map { excerpt(all[$0].path) }, "or")
    broken.formUnion(found)
    reject(
      index,
      "the inverse of '\(excerpt(all[index].path))' may be \(names)",
      all[index].place,
      hint: "write '@Relationship(inverse: \\\(excerpt(all[found[0]].path)))'")
  }

  private mutating func requireOtherSide(_ index: Int) {
    guard other[index] == nil, !broken.contains(index) else { return }
    let relationship = all[index]
    let (owner, target) = (relationship.owner.fullName, relationship.target.fullName)
    let name = owner == target ? "parent" : RelationshipLinker.propertyName(owner)
    reject(
      index,
      "the to-many '\(excerpt(relationship.path))' has no other side in '\(excerpt(target))'",
      relationship.place,
      hint: "add 'var \(name): \(owner)?' to '\(target)'")
  }

  /// `sample` for `Sample`.
  private static func propertyName(_ type: Name) -> String {
    type.text.prefix(1).lowercased() + type.text.dropFirst()
  }

  // MARK: Storage

  /// The relationships in their order; those that were rejected as they are declared.
  func relationships() -> [Relationship] {
    all.indices.map { index in
      let relationship = all[index]
      return Relationship(
        name: relationship.name, target: relationship.target.fullName,
        cardinality: relationship.isToMany
          ? .toMany(isOptional: relationship.isOptional)
          : .toOne(isOptional: relationship.isOptional),
        inverse: other[index].map { all[$0].name }, deleteRule: relationship.deleteRule,
        storage: storage(of: index), originalName: relationship.originalName,
        summary: relationship.declaration.doc)
    }
  }

  private func storage(of index: Int) -> Relationship.Storage {
    guard let inverse = other[index] else { return .column(isUnique: false) }
    switch (all[index].isToMany, all[inverse].isToMany) {
    case (false, true): return .column(isUnique: false)
    case (true, false): return .inverse
    case (true, true): return .joinTable(joinTable(of: index, inverse))
    case (false, false): return ownsOther(index, inverse) ? .inverse : .column(isUnique: true)
    }
  }

  /// Of two to-one sides, the one that owns the other has no column: the one that wrote
  /// `inverse:`, else the one that cascades, else the one declared first.
  private func ownsOther(_ index: Int, _ inverse: Int) -> Bool {
    if index == inverse { return false }
    let (one, two) = (all[index], all[inverse])
    if one.hasWrittenInverse != two.hasWrittenInverse { return one.hasWrittenInverse }
    let cascades = (one.deleteRule == .cascade, two.deleteRule == .cascade)
    if cascades.0 != cascades.1 { return cascades.0 }
    return index < inverse
  }

  private func joinTable(of index: Int, _ inverse: Int) -> Relationship.JoinTable {
    let (owner, member) = (min(index, inverse), max(index, inverse))
    let own = all[member].name
    var other = all[owner].name
    if own.folded == other.folded { other = "\(other)_inverse" }
    let isOwner = index == owner
    return Relationship.JoinTable(
      name: "\(all[owner].owner.fullName)_\(all[owner].name)",
      ownColumn: isOwner ? own : other, otherColumn: isOwner ? other : own, isOwner: isOwner)
  }
}
