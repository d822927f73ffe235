import FlagModel

/// Finds the inverses of relationships without a written inverse. A relationship is linked with the
/// only relationship that leads back. If there are several, they stay without an inverse.
/// See Documentation/Decisions/lists-without-inverse-are-pairs.md.
struct InverseInference {
  struct Side {
    let owner: Name
    let target: Name
    let isToMany: Bool
    /// True if it has no inverse yet and does not exclude one.
    var isOpen: Bool
  }

  /// A relationship that may be the inverse of several others.
  struct Ambiguity {
    let side: Int
    let others: [Int]
  }

  private var sides: [Side]
  private let byOwner: [Name: [Int]]
  private(set) var pairs: [(Int, Int)] = []
  private(set) var ambiguities: [Ambiguity] = []

  init(_ sides: [Side]) {
    self.sides = sides
    byOwner = Dictionary(grouping: sides.indices, by: { sides[$0].owner })
    for index in sides.indices where sides[index].isToMany { linkToMany(index) }
    for index in sides.indices where !sides[index].isToMany { linkOneToOne(index) }
  }

  /// The relationships that lead back and have no written inverse.
  private func candidates(for index: Int) -> [Int] {
    (byOwner[sides[index].target] ?? []).filter {
      $0 != index && sides[$0].isOpen && sides[$0].target == sides[index].owner
    }
  }

  private mutating func linkToMany(_ index: Int) {
    guard sides[index].isOpen else { return }
    let inverses = candidates(for: index)
    guard inverses.count < 2 else { return leaveAlone(index, inverses) }
    guard let only = inverses.first else { return }
    let rivals = candidates(for: only).filter { $0 != index && sides[$0].isToMany }
    guard rivals.isEmpty else { return leaveAlone(only, [index] + rivals) }
    // Two lists of the same entity, such as `friends` and `enemies`, need not be inverse.
    guard sides[only].owner != sides[only].target || !sides[only].isToMany else {
      return leaveAlone(index, inverses)
    }
    pair(index, only)
  }

  private mutating func linkOneToOne(_ index: Int) {
    // Two properties of the same entity, such as `spouse` and `boss`, need not be inverse.
    guard sides[index].isOpen, sides[index].owner != sides[index].target else { return }
    let inverses = candidates(for: index).filter { !sides[$0].isToMany }
    guard inverses.count == 1, candidates(for: inverses[0]).count == 1 else { return }
    pair(index, inverses[0])
  }

  private mutating func pair(_ index: Int, _ other: Int) {
    pairs.append((index, other))
    for side in [index, other] { sides[side].isOpen = false }
  }

  private mutating func leaveAlone(_ index: Int, _ others: [Int]) {
    ambiguities.append(Ambiguity(side: index, others: others))
    for side in [index] + others { sides[side].isOpen = false }
  }
}

extension Schema {
  /// The relationships without an inverse that must be printed with `inverse: nil`, because
  /// inference would find an inverse for them.
  var relationshipsRulingOutInverse: Set<Name> {
    var names: [Name] = []
    var sides: [InverseInference.Side] = []
    for entity in entities {
      for relationship in ownRelationships(of: entity) {
        names.append("\(entity.name).\(relationship.name)")
        sides.append(
          InverseInference.Side(
            owner: entity.name, target: relationship.target, isToMany: relationship.isToMany,
            isOpen: relationship.inverse == nil))
      }
    }
    var excluded: Set<Name> = []
    // An excluded relationship leaves fewer candidates, which may make others unambiguous.
    while true {
      let pairs = InverseInference(sides).pairs
      if pairs.isEmpty { return excluded }
      for index in pairs.flatMap({ [$0, $1] }) {
        sides[index].isOpen = false
        excluded.insert(names[index])
      }
    }
  }
}
