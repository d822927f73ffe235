import FlagModel
import SQLText

/// The records that one end of a relationship's links must be, because the class there is narrower
/// than in the old model. Links of other records are lost.
struct LinkLimit {
  enum End {
    /// The records with the relationship.
    case own
    /// The records to which it refers.
    case other
  }

  let end: End
  /// A query for the keys of the records that keep their links.
  let keys: SQLText
  /// The classes of these records.
  let classes: [Name]
  /// The class to which the relationship refers.
  let target: Name

  /// The condition for links that are kept.
  var condition: SQLText { "\(column) IN (\(keys))" }

  /// The condition for links that are lost.
  var isLost: SQLText { "\(column) NOT IN (\(keys))" }

  private var column: SQLText {
    switch end {
    case .own: "own"
    case .other: "other"
    }
  }

  /// - Parameter former: the old kinds of the records at this end; nil for all of the table.
  fileprivate init?(
    _ end: End, _ kinds: [Value]?, formerly former: [Value]?, target: Name, in after: Entity,
    _ diff: SchemaDiff
  ) {
    guard let kinds, let before = diff.before(after) else { return nil }
    let mapping = KindMapping(from: before, to: after, diff)
    if Set(mapping.old(of: kinds)).isSuperset(of: former ?? mapping.old) { return nil }
    self.init(end, kinds, target: target, in: before, by: mapping)
  }

  private init(
    _ end: End, _ kinds: [Value], target: Name, in before: Entity, by mapping: KindMapping
  ) {
    self.end = end
    keys = """
      SELECT \(name: before.keyColumn) FROM \(table: before.name) \
      WHERE \(mapping.will(have: kinds))
      """
    classes = mapping.names(of: kinds)
    self.target = target
  }

  /// The records to which a relationship may refer; nil for all of a table.
  init?(ofRecordsFor relationship: Relationship, in after: Entity, _ diff: SchemaDiff) {
    let ends = diff.declared.new.ends(of: relationship.name, in: after.name)
    guard let kinds = ends?.otherKinds, let name = ends?.target,
      let target = diff.new.entity(named: relationship.target), let before = diff.before(target)
    else { return nil }
    let mapping = KindMapping(from: before, to: target, diff)
    self.init(.other, kinds, target: name, in: before, by: mapping)
  }

  /// The limits of a relationship that had its links in an old one, or in the inverse of that.
  static func limits(
    of relationship: Relationship, in after: Entity,
    formerly former: (name: Name, entity: Entity, isReversed: Bool)?, _ diff: SchemaDiff
  ) -> [LinkLimit] {
    guard let new = diff.declared.new.ends(of: relationship.name, in: after.name),
      new.ownKinds != nil || new.otherKinds != nil,
      let target = diff.new.entity(named: relationship.target)
    else { return [] }
    let old = former.flatMap { diff.declared.old.ends(of: $0.name, in: $0.entity.name) }
    let isReversed = former?.isReversed ?? false
    return [
      LinkLimit(
        .own, new.ownKinds, formerly: isReversed ? old?.otherKinds : old?.ownKinds,
        target: new.target, in: after, diff),
      LinkLimit(
        .other, new.otherKinds, formerly: isReversed ? old?.ownKinds : old?.otherKinds,
        target: new.target, in: target, diff),
    ].compactMap(\.self)
  }
}
