import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import UserSQL

/// Folded SQL finds what a predicate finds, and spells what people read.
@Suite("Answers of folded SQL")
struct FoldedAnswersTests {
  static let functions: [(FoldedFunction, FlagTest)] = [
    (.has, .has), (.any, .any), (.none, .none), (.exactly, .exactly), (.notAll, .notAll),
  ]

  @Test("a test finds what query finds, and its negation all else", arguments: functions)
  func sameAsQuery(function: FoldedFunction, test: FlagTest) throws {
    let database = try Menagerie.database()
    let schema = try Menagerie.schema()
    let animal = try schema.declared("Animal")
    for attribute in animal.attributes {
      guard case .flags(let set) = attribute.type else { continue }
      let column = attribute.column
      let names = set.names + ["0x40"]
      let lists =
        names + zip(names, names.dropFirst()).map { "\($0),\($1)" } + [names.joined(separator: "|")]
      for flags in lists {
        let syntax = try PredicateSyntax.flagOption(test, SourceText("\(column):\(flags)"))
        let checker = PredicateChecker(animal, in: schema, now: testNow)
        let predicate = try checker.check(syntax)
        let call = "\(function.rawValue)(a.\(column), '\(flags)')"
        #expect(
          try keys(call, database) == database.keys(of: animal, where: predicate),
          "\(call)")
        #expect(
          try keys("NOT \(call)", database)
            == database.keys(of: animal, where: .not(predicate)), "NOT \(call)")
      }
    }
  }

  private func keys(_ condition: String, _ database: MemoryDatabase) throws -> [Int64] {
    let text = SourceText("SELECT id FROM Animal a WHERE \(condition) ORDER BY id")
    let sql = try PlainSQL(text, schema: Menagerie.schema())
    return try database.run(sql.text).compactMap { row in
      if case .integer(let key) = row[0] { key } else { nil }
    }
  }

  @Test("flags are spelled as they are shown", arguments: ["wide", "narrow", "hidden"])
  func spelled(column: Name) throws {
    let database = try Menagerie.database()
    let attribute = try #require(Menagerie.schema().declared("Animal").attribute(named: column))
    let sql = try PlainSQL(
      SourceText("SELECT \(column), flags(a.\(column)) FROM Animal AS a"),
      schema: Menagerie.schema())
    for row in try database.run(sql.text) {
      let expected: Value = row[0] == .null ? .null : .text(attribute.type.text(of: row[0]))
      #expect(row[1] == expected)
    }
  }
}
