import Databases
import FlagModel
import Queries

/// Shows referenced records in the same way on both sides, so that equal references look equal.
struct ComparedReferences {
  private(set) var before: [Name: ShownReferences] = [:]
  private(set) var after: [Name: ShownReferences] = [:]

  init(_ pair: EntityPair, _ before: Database, _ after: Database) {
    guard let old = pair.before, let new = pair.after, !before.kind.isRecordFile,
      !after.kind.isRecordFile
    else { return }
    for relationship in old.relationships {
      guard let counterpart = new.relationship(named: relationship.name),
        let target = before.schema.entity(named: relationship.target),
        let otherTarget = after.schema.entity(named: counterpart.target)
      else { continue }
      let sides = Self.shown(
        Side(target, relationship, before.shownReferences),
        Side(otherTarget, counterpart, after.shownReferences))
      self.before[relationship.name] = sides.before
      self.after[relationship.name] = sides.after
    }
  }

  /// A reference on one side.
  private struct Side {
    let target: Entity
    let usual: ShownReferences
    /// The attribute that the column contains; nil if it contains an integer key.
    let key: Name?

    init(_ target: Entity, _ relationship: Relationship, _ usual: ShownReferences) {
      self.target = target
      key = target.attribute(referredToBy: relationship)?.name
      // A record without a label differs from no record.
      let isNamed = target.label?.isOptional != true
      if usual == .byName, !isNamed {
        self.usual = .byText
      } else {
        self.usual = usual
      }
    }

    var label: Name? { usual.label(of: target)?.name }
  }

  private static func shown(
    _ old: Side, _ new: Side
  ) -> (before: ShownReferences, after: ShownReferences) {
    if old.usual == new.usual, old.label == new.label { return (old.usual, new.usual) }
    if old.key == new.key { return (.byKey, .byKey) }
    if let key = old.key, new.target.attribute(named: key) != nil { return (.byKey, .by(key)) }
    if let key = new.key, old.target.attribute(named: key) != nil { return (.by(key), .byKey) }
    return (.byKey, .byKey)
  }
}

extension Database {
  /// The way references are shown: as labels in a flagdb database, and as stored in a foreign file.
  var shownReferences: ShownReferences {
    switch kind {
    case .own, .recordFile: .byName
    case .adopted, .coreData(.some): .byText
    case .foreign, .coreData(nil): .byKey
    }
  }
}
