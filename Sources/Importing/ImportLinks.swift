package import Engines
package import FlagModel
import Predicates
import Queries
package import SQLText

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
      try connection.run("DELETE FROM \(name: join.name) WHERE \(name: join.ownColumn) = \(key)")
    }
    try add(for: key, in: connection)
  }

  /// Adds these to the pairs of the record.
  func add(for key: Value, in connection: any Connection) throws(EngineError) {
    if others.isEmpty { return }
    try join.add(others.map { "(\(key), \($0))" }, in: connection)
  }
}

/// The pairs of several records, which are written together.
struct ImportLinkBatch {
  /// The maximum number of pairs in one statement. Each has two bindings.
  private static let mostPairs = 10_000

  /// The pairs of the records by the name of the table.
  private var tables: [Name: (join: Relationship.JoinTable, owners: [Value], pairs: [SQLText])] =
    [:]

  /// - Parameters:
  ///   - links: the pairs of each record.
  ///   - keys: the keys of the records, in the same order; NULL for a record that was left out.
  init(_ links: ArraySlice<[ImportLinks]>, keys: [Value]) {
    for (links, key) in zip(links, keys) where key != .null {
      for link in links {
        var table = tables[link.join.name] ?? (link.join, [], [])
        table.owners.append(key)
        for other in link.others { table.pairs.append("(\(key), \(other))") }
        tables[link.join.name] = table
      }
    }
  }

  /// Makes these the only pairs of the records.
  /// - Parameter areNew: true if the records have no pairs yet.
  func write(areNew: Bool, in connection: any Connection) throws(EngineError) {
    for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
      if !areNew {
        try connection.run(
          "DELETE FROM \(name: table.join.name) WHERE \(name: table.join.ownColumn) IN \(list: table.owners)"
        )
      }
      for pairs in table.pairs.chunks(of: Self.mostPairs) {
        try table.join.add(Array(pairs), in: connection)
      }
    }
  }
}

extension Relationship.JoinTable {
  /// Adds pairs in brackets to the table.
  package func add(_ pairs: [SQLText], in connection: any Connection) throws(EngineError) {
    try connection.run(
      """
      INSERT INTO \(name: name) (\(name: ownColumn), \(name: otherColumn)) \
      VALUES \(pairs.joined(by: ", ")) ON CONFLICT DO NOTHING
      """)
  }
}
