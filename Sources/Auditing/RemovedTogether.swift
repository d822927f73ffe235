import Databases
import FlagModel
import Migrations
import SQLText

/// The added records of a change that the engine may remove together with others that an undo removes: by
/// `ON DELETE CASCADE`, the removal of a record can come before its own. So their values are compared with
/// those that the change gave before anything is removed.
struct RemovedTogether {
  /// The tables of these records.
  let tables: [LoggedTable]

  /// - Parameter touched: the entities of the change, with the kinds of its rows.
  init(_ touched: Set<TouchedEntity>, in schema: Schema) {
    let inserted = schema.tables.entities.filter {
      touched.contains(TouchedEntity(name: $0.name, verb: .insert))
    }
    let targets = Set(inserted.map(\.name))
    tables = inserted.filter { entity in
      // The values after an update are not those of the insertion.
      !touched.contains(TouchedEntity(name: entity.name, verb: .update))
        && entity.relationships.contains { $0.foreignKey != nil && targets.contains($0.target) }
    }.map { LoggedTable(of: $0) }
  }
}

/// An entity and a kind of rows of a change.
struct TouchedEntity: Hashable {
  let name: Name
  let verb: LogEvent

  init(name: Name, verb: LogEvent) {
    self.name = name
    self.verb = verb
  }

  /// Nil for a pair.
  init?(name: Name, _ verb: String) {
    guard let verb = LogEvent(rawValue: verb) else { return nil }
    self.init(name: name, verb: verb)
  }
}
