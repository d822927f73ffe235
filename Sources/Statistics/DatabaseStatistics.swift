package import Databases
import Engines
package import FlagModel
package import Queries
package import SQLText

/// The number of an entity's records, and their size in the file.
package struct EntitySize: Hashable, Sendable {
  package let entity: Name
  /// Nil if a damaged page prevents counting.
  package let records: Int64?
  /// The size with indexes and join tables. Nil if SQLite cannot report it, or if the parent entity
  /// has the table.
  package let bytes: Int64?
  /// True if the parent entity counts these records too.
  package let isPart: Bool
}

/// Statistics of a database: of flags, values and numbers, of groups over time, and of sizes. Call
/// its methods within `read`.
///
/// This module counts records. It sees a database as others do, and changes nothing.
package struct DatabaseStatistics {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// The statistics of properties of an entity's records.
  package func statistics(
    of properties: [Property], _ query: StatisticsQuery, _ limit: StatisticsLimit
  ) throws -> EntityStatistics {
    var reader = try StatisticsReader(database, query, limit)
    return try reader.read(properties)
  }

  /// The frequencies of an attribute's flags or cases over groups.
  package func series(_ series: SeriesQuery) throws -> SeriesStatistics {
    guard var counter = SeriesCounter(series.attribute) else {
      throw DatabaseError(.refused, "'\(series.attribute.name)' has no flags and no cases")
    }
    let type = series.query.columns[0].type ?? .integer(.int64)
    let rows = try database.rows(series.query)
    while try rows.next() {
      let period = rows.value(at: 0)
      let text = period == .null ? nil : type.text(of: period)
      counter.add(text, rows.value(at: 1), rows.integer(at: 2) ?? 0)
    }
    return counter.statistics(by: series.unit)
  }

  /// The size of every entity, in the order of declaration.
  package func sizes() throws -> [EntitySize] {
    try database.translated { try database.connection.ask(sizeStatements) }
    let bytes = try bytesOfTables()
    var sizes: [EntitySize] = []
    for entity in sizedEntities {
      let records = try database.despiteDamage(of: entity) {
        try database.number(Query(entity, answer: .count))
      }
      var size: Int64?
      if entity.parent == nil, let bytes {
        size = bytes[entity.source.table] ?? 0
        for join in entity.relationships.compactMap(\.joinTable) where join.isOwner {
          size? += bytes[join.name] ?? 0
        }
      }
      let isPart = entity.parent != nil
      sizes.append(EntitySize(entity: entity.name, records: records, bytes: size, isPart: isPart))
    }
    return sizes
  }

  /// The entities with stored records. A view has none, and may calculate for long.
  private var sizedEntities: [Entity] { database.schema.entities.filter { $0.source.key != nil } }

  /// The statements that `sizes` runs.
  package var sizeStatements: [SQLText] {
    [database.connection.sizesOfTables] + sizedEntities.map { Query($0, answer: .count).sql }
  }

  /// The size of each table; nil if this SQLite cannot report it, or if the file is damaged.
  private func bytesOfTables() throws -> [Name: Int64]? {
    do {
      return try readBytesOfTables()
    } catch let error as EngineError where !database.connection.isRemote && error.mistake != nil {
      return nil
    } catch let error as EngineError where error.isCorruption {
      return nil
    } catch let error as DatabaseError where error.kind == .damaged {
      return nil
    }
  }

  private func readBytesOfTables() throws -> [Name: Int64] {
    let rows = try database.rows(database.connection.sizesOfTables)
    var bytes: [Name: Int64] = [:]
    while try rows.next() {
      if let table = rows.text(at: 0) { bytes[Name(table)] = rows.integer(at: 1) }
    }
    return bytes
  }
}
