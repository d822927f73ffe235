import FlagModel
import PostgreSQLEngine
import TestServer
import Testing

@testable import Migrations
@testable import PostgreSQLText
@testable import Predicates
@testable import Queries
@testable import SQLText

/// A database on a server, made from a schema's own DDL, with the records of one in memory.
final class ServerDatabase {
  let schema: TestSchema
  /// Questions are asked in it; the tables are those of one machine.
  var dialect = PostgreSQLDialect()
  private var connection: LibpqConnection { schema.connection }

  /// - Parameter database: the records are taken from it, by the columns of the entities.
  init(_ model: Schema, recordsOf database: MemoryDatabase) throws {
    schema = try TestSchema()
    let objects = schemaObjects(of: model, in: dialect)
    // Records come before what they refer to.
    for object in objects where object.kind == .table { try connection.execute(object.sql) }
    for table in objects where table.kind == .table { try fill(table.name, from: database, model) }
    for object in objects where object.kind != .table { try connection.execute(object.sql) }
    for comment in schemaComments(of: model, in: dialect) { try connection.execute(comment) }
  }

  private func fill(_ table: Name, from database: MemoryDatabase, _ model: Schema) throws {
    let attributes = model.entities.filter { $0.source.table == table }.flatMap(\.attributes)
    let types = Dictionary(attributes.map { ($0.column, $0.type) }) { one, _ in one }
    let columns = try database.run(
      "SELECT name FROM pragma_table_info(\(.text(table.text)))" as SQLText
    )
    .map { row in if case .text(let name) = row[0] { Name(name) } else { Name("") } }
    let list = columns.map { "\(name: $0)" as SQLText }.joined(by: ", ")
    for row in try database.run("SELECT \(list) FROM \(name: table)" as SQLText) {
      let values = zip(row, columns).map { "\($0, of: types[$1])" as SQLText }.joined(by: ", ")
      try run("INSERT INTO \(name: table) (\(list)) VALUES (\(values))")
    }
  }

  @discardableResult
  func run(_ sql: SQLText) throws -> [[Value]] {
    try connection.rows(sql.written(in: dialect))
  }

  /// The keys of the records that match, in order; each way to ask for them must agree.
  func keys(of entity: Entity, where predicate: Predicate) throws -> [Int64] {
    let query = Query(entity, columns: [.key(of: entity)], predicate: predicate)
    let keys = try run(query.sql).compactMap { row -> Int64? in
      if case .integer(let key) = row[0] { key } else { nil }
    }
    let count = Query(entity, predicate: predicate, answer: .count)
    #expect(try run(count.sql) == [[.integer(Int64(keys.count))]])
    let exists = Query(entity, predicate: predicate, answer: .exists)
    #expect(try run(exists.sql) == [[.integer(keys.isEmpty ? 0 : 1)]])
    return keys
  }
}
