import FlagModel
import Foundation
import TestSupport
import Testing

@testable import Predicates
@testable import SQLText

/// A closure, and the line of this package where its text stands.
struct CapturedClosure {
  let line: Int
  let isTrue: (Thing) -> Bool

  init(line: Int = #line, _ isTrue: @escaping (Thing) -> Bool) {
    self.line = line
    self.isTrue = isTrue
  }
}

/// Closures with variables of an app are answered twice: by what the Swift compiler makes of them,
/// and by a database that is asked with their text and the values of the variables.
@Suite struct CaptureTests {
  private let schema: Schema
  private let entity: Entity
  private let lines: [Substring]

  init() throws {
    schema = try model(Thing.model)
    entity = try schema.declared("Thing")
    let table = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "CapturedClosures.swift")
    lines = try String(contentsOf: table, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The braces on a line and what stands in them.
  private func text(of closure: CapturedClosure) throws -> String {
    let line = lines[closure.line - 1]
    let start = try #require(line.firstIndex(of: "{"))
    let end = try #require(line.lastIndex(of: "}"))
    return String(line[start...end])
  }

  private func database(of things: [Thing]) throws -> MemoryDatabase {
    let database = try MemoryDatabase(schema)
    for thing in things {
      let marks = thing.stored.map { _ in "?" }.joined(separator: ", ")
      try database.run(
        SQLStatement(
          text: """
            INSERT INTO Thing (number, count, score, code, note, isOpen, level, wish, marks, taken,
              "values") VALUES (\(marks))
            """, bindings: thing.stored))
    }
    return database
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>) func theCompilerAgrees(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let things = (0..<40).map { _ in Thing(from: &dice) }
    let database = try database(of: things)
    let captures = Captures(from: &dice)
    for closure in captures.closures {
      let text = try text(of: closure)
      let names = PredicateArguments.names(in: SourceText(text))
      let given = captures.arguments(&dice).filter { names.contains(Name($0.key)) }
        .map { $0.key + $0.value }
      let syntax = try PredicateSyntax.parse(text, with: given)
      let predicate = try PredicateChecker(entity, in: schema, now: testNow).check(syntax)
      let found = try database.keys(of: entity, where: predicate)
      let wanted = things.indices.filter { closure.isTrue(things[$0]) }.map { Int64($0 + 1) }
      #expect(found == wanted, "\(text) with \(given.sorted()), seed \(seed)")
    }
  }

  /// Without its values each closure of the table is refused, but for those without variables.
  @Test func withoutValues() throws {
    var dice = Dice(seed: 0)
    for closure in Captures(from: &dice).closures {
      let text = try text(of: closure)
      let names = PredicateArguments.names(in: SourceText(text))
      guard !names.isEmpty else { continue }
      let error = #expect(throws: Diagnostic.self, "\(text)") {
        try Predicate(text, of: "Thing", in: schema)
      }
      #expect(error?.message.contains("is a variable of the app") == true, "\(text)")
    }
  }
}
