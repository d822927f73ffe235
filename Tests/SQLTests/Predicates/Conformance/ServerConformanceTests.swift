import Engines
import FlagModel
import PlainText
import PostgreSQLEngine
import TestServer
import Testing

@testable import Migrations
@testable import PostgreSQLText
@testable import Predicates
@testable import SQLText

/// The tables of predicates once more, on a server: each finds there the records that it finds in
/// SQLite.
@Suite("What predicates are made of, on a server") struct ServerConformanceTests {
  private let schema: Schema
  private let patient: Entity
  private let memory: MemoryDatabase
  private let server: ServerDatabase

  init() throws {
    schema = try Clinic.schema()
    patient = try schema.declared("Patient")
    memory = try Clinic.database()
    server = try ServerDatabase(schema, recordsOf: memory)
  }

  private func predicate(_ syntax: PredicateSyntax) throws -> Predicate {
    try PredicateChecker(patient, in: schema, now: testNow).check(syntax)
  }

  private func check(_ predicate: Predicate, _ keys: [Int64], _ text: String) {
    let sql = predicate.sql().shown(in: PostgreSQLDialect())
    do {
      let found = try server.keys(of: patient, where: predicate)
      #expect(found == keys, "\(text)\n\(sql)")
    } catch {
      let reason = (error as? EngineError)?.message ?? "\(error)"
      Issue.record("\(text): \(reason)\n\(sql)")
    }
  }

  @Test func constructs() throws {
    for one in ConformanceTable.all {
      let predicate = try predicate(PredicateSyntax.parse(one.text, with: one.arguments))
      check(predicate, one.keys, one.text)
      check(.not(predicate), (1...5).filter { !one.keys.contains($0) }, "not (\(one.text))")
    }
  }

  /// Machines of Citus are asked in other words, which mean the same on one machine.
  @Test func constructsForMachines() throws {
    server.dialect = PostgreSQLDialect(TableSpreads([:], others: .everyMachine))
    for one in ConformanceTable.all {
      let predicate = try predicate(PredicateSyntax.parse(one.text, with: one.arguments))
      check(predicate, one.keys, one.text)
      // Citus keeps the outermost of several.
      let sql = predicate.sql().shown(in: server.dialect)
      #expect(!sql.contains(#"COLLATE "und-x-icu") COLLATE"#), "\(one.text)")
    }
  }

  @Test func partsOfTexts() throws {
    let plain = PostgreSQLDialect()
    let ofMachines = PostgreSQLDialect(TableSpreads([:], others: .everyMachine))
    for text in ["", "a", "xaya", "aXa", "aa", "ää,ö", ",", "ab"] {
      for separator in ["a", ",", "aa", ""] {
        for number in -3...3 {
          let (whole, sign): (SQLText, SQLText) = (
            "\(.text(text))::text", "\(.text(separator))::text"
          )
          let part: SQLText = "\(.ofText(.part), of: whole, sign, "\(.integer(Int64(number)))")"
          func answer(_ dialect: PostgreSQLDialect) throws -> [[Value]] {
            try server.schema.connection.rows(("SELECT \(part)" as SQLText).written(in: dialect))
          }
          #expect(try answer(plain) == answer(ofMachines), "\(text) \(separator) \(number)")
        }
      }
    }
  }

  @Test func foldedTexts() throws {
    let dialects = [
      PostgreSQLDialect(), PostgreSQLDialect(TableSpreads([:], others: .everyMachine)),
    ]
    let texts = [
      "σς", "ΑΣ", "Νίκος", "Σ ΑΣ.", "ẞ ß SS", "İstanbul ıI", "が ガ", "हिन्दी", "ไทยน้ำ", "שָׁלוֹם", "ễ ǅ",
      "𞤀𞤢𞥄",
    ]
    let options = [
      TextOptions(ignoresCase: true), TextOptions(ignoresAccents: true),
      TextOptions(ignoresCase: true, ignoresAccents: true),
    ]
    for dialect in dialects {
      func answer(_ function: SQLFunction, _ text: String) throws -> [[Value]] {
        let text: SQLText = "\(.text(text))::text"
        let value: SQLText = "\(function, of: text)"
        return try server.schema.connection.rows(
          ("SELECT \(value)" as SQLText).written(in: dialect))
      }
      for text in texts {
        #expect(try answer(.ofText(.lowercased), text) == [[.text(text.lowercased())]], "\(text)")
        for options in options {
          let folded = foldedText(
            text, case: options.ignoresCase, accents: options.ignoresAccents)
          #expect(try answer(.folded(options), text) == [[.text(folded)]], "\(text) \(options)")
        }
      }
    }
  }

  @Test func statementsOfApps() throws {
    for one in StatementTests.statements + StatementTests.formats {
      let names = PredicateArguments.names(in: SourceText(one.text))
      var given = try PredicateArguments(one.arguments, for: names)
      let syntax = try PredicateSyntax.parse(SourceText(one.text), arguments: &given)
      let predicate = try predicate(syntax)
      check(predicate, try memory.keys(of: patient, where: predicate), one.text)
    }
  }

  /// The views spell flags and cases as those of SQLite do.
  @Test func views() throws {
    let columns: SQLText = "id, name_first, marks, wanted, level, age, shifts"
    let view = patient.viewName
    let query: SQLText = "SELECT \(columns) FROM \(name: view) ORDER BY id"
    #expect(try server.run(query) == memory.run(query))
  }

  /// Masks with fields, of few bits, and with combinations that have bits of their own.
  @Test func namesOfFlags() throws {
    let schema = try Menagerie.schema()
    let memory = try Menagerie.database()
    let server = try ServerDatabase(schema, recordsOf: memory)
    let query: SQLText = """
      SELECT id, wide, narrow, hidden, mood FROM \(name: try schema.declared("Animal").viewName) ORDER BY id
      """
    #expect(try server.run(query) == memory.run(query))
  }

  @Test func longLists() throws {
    for values in [
      (0...1000).map { Value.integer($0) }, (0...1000).map { .text("it's \"\\\($0)") },
    ] {
      let column: SQLText = values[0] == .integer(0) ? "age" : "name_first || ''"
      let query: SQLText =
        "SELECT id FROM \(name: patient.name) WHERE \(column) IN \(list: values) ORDER BY id"
      #expect(try server.run(query) == memory.run(query))
    }
  }
}
