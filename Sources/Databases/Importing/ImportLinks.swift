import Engines
import FlagModel
import Predicates
import Queries
import SQLText

/// The pairs of one record in a many-to-many relationship.
struct ImportLinks {
  /// The relationship, which all records share.
  struct Kind {
    let relationship: Relationship
    let join: Relationship.JoinTable
    let references: ImportReferences
  }

  let join: Relationship.JoinTable
  let others: [Value]
  /// The entity of the record; nil if its key is an integer.
  var owner: Entity?

  /// Makes these the only pairs of the record.
  func write(for key: Value, in connection: any Connection) throws(EngineError) {
    if let owner {
      let column = Predicate.Column(name: owner.keyColumn, isOptional: false)
      try connection.run(
        LinkChange(owner, join, .removeAll, predicate: .compare(column, .equal, key)).sql)
    } else {
      try connection.run(
        "DELETE FROM \(name: join.name) WHERE \(name: join.ownColumn) = \(key)")
    }
    try add(for: key, in: connection)
  }

  /// Adds these to the pairs of the record.
  func add(for key: Value, in connection: any Connection) throws(EngineError) {
    if others.isEmpty { return }
    try join.add(others.map { "(\(key), \($0))" }, in: connection)
  }
}

extension Relationship.JoinTable {
  /// Adds pairs in brackets to the table.
  func add(_ pairs: [SQLText], in connection: any Connection) throws(EngineError) {
    try connection.run(
      """
      INSERT INTO \(name: name) (\(name: ownColumn), \(name: otherColumn)) \
      VALUES \(pairs.joined(by: ", ")) ON CONFLICT DO NOTHING
      """)
  }
}
