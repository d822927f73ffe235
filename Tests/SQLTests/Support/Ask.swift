import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// The moment that `now` means in tests: 2026-11-20T12:00:00Z.
let testNow = Timestamp(microseconds: 1_795_176_000_000_000) ?? .earliest

extension Predicate {
  /// Reads a predicate and checks it against the animals, or another entity.
  init(_ text: String, of entity: String = "Animal", in schema: Schema? = nil) throws {
    let schema = try schema ?? Menagerie.schema()
    let syntax = try PredicateSyntax.parse(SourceText(text))
    self = try PredicateChecker(schema.declared(entity), in: schema, now: testNow).check(syntax)
  }
}

extension Entity {
  /// The output of `--columns` with this list.
  func columns(_ list: String, in schema: Schema, references: ShownReferences = .byName) throws
    -> [QueryColumn]
  {
    let request = AnswerRequest(columns: [SourceText(list)], references: references)
    return try request.query(of: self, in: schema, now: testNow).columns
  }
}

extension MemoryDatabase {
  /// The keys of the records that match, in order; each way to ask for them must agree.
  func keys(of entity: Entity, where predicate: Predicate) throws -> [Int64] {
    let query = Query(entity, columns: [.key(of: entity)], predicate: predicate)
    let keys = try run(query.sql).compactMap { row -> Int64? in
      if case .integer(let key) = row[0] { key } else { nil }
    }
    let literals = SQLiteDialect().closed(query.sql)
    #expect(try run(literals) == keys.map { [.integer($0)] }, "\(literals)")
    let count = Query(entity, predicate: predicate, answer: .count)
    #expect(try run(count.sql) == [[.integer(Int64(keys.count))]])
    let exists = Query(entity, predicate: predicate, answer: .exists)
    #expect(try run(exists.sql) == [[.integer(keys.isEmpty ? 0 : 1)]])
    return keys
  }

  /// The keys of the animals that match.
  func animals(where predicate: Predicate) throws -> [Int64] {
    try keys(of: Menagerie.schema().declared("Animal"), where: predicate)
  }
}

extension SQLText {
  /// The statement and what is bound, as `--sql` shows them. Whatever only SQLite reads must have
  /// come from its dialect.
  var shown: String {
    #expect(foreignWords.isEmpty, "\(written(in: SQLiteDialect()).text)")
    return shown(in: SQLiteDialect())
  }

  func shown(in dialect: any Dialect) -> String {
    let statement = written(in: dialect)
    let bindings = statement.bindings.map { value in
      switch value {
      case .null: "NULL"
      case .integer(let number): "\(number)"
      case .real(let number): "\(number)"
      case .text(let text): "'\(text)'"
      case .blob(let bytes): "\(bytes)"
      }
    }
    return statement.text + (bindings.isEmpty ? "" : " -- \(bindings.joined(separator: ", "))")
  }
}
