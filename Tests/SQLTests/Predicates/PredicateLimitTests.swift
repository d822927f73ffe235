import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries

/// Predicates that are far too long, too deep or broken: an answer or a message, never a trap.
@Suite struct PredicateLimitTests {
  /// More than any limit on depth.
  private static let many = Campaign.size(2_000, all: 10_000)

  private func rows(_ text: String) throws -> [Int64] {
    try Menagerie.database().animals(where: Predicate(text))
  }

  private func message(_ text: String) -> String {
    do {
      let keys = try rows(text)
      return "\(keys)"
    } catch {
      return (error as? Diagnostic)?.message ?? "\(error)"
    }
  }

  @Test func fiftyThousandTermsOfOneColumn() throws {
    let text = (0..<50_000).map { "age = \($0)" }.joined(separator: " or ")
    #expect(try rows(text) == [1, 2])
  }

  @Test func fiftyThousandDifferentTerms() {
    let text = (0..<50_000).map { "age > \($0)" }.joined(separator: " or ")
    #expect(message(text) == "a predicate may have 30000 comparisons at most, found 50000")
  }

  @Test(arguments: [" or ", " and "])
  func thousandsOfTerms(_ word: String) throws {
    // SQLite takes expressions of a depth of 1,000.
    let text = (0..<Campaign.size(1_200, many: 3_000, all: 10_000)).map { "weight > \($0)" }
      .joined(separator: word)
    #expect(try rows(text) == (word == " or " ? [2, 3, 4] : []))
    #expect(try rows("not (\(text))") == (word == " or " ? [1, 5] : [1, 2, 3, 4, 5]))
  }

  /// SQLite takes 32,766 variables.
  @Test(arguments: ["age", "name", "id", "fee"])
  func listsWithoutALimit(_ name: String) throws {
    let quote = name == "name" ? "'" : ""
    let list = (0..<Campaign.size(33_000, all: 100_000)).map { "\(quote)\($0)\(quote)" }.joined(
      separator: ", ")
    let expected: [String: [Int64]] = [
      "age": [1, 2], "name": [], "id": [1, 2, 3, 4, 5], "fee": [4],
    ]
    #expect(try rows("\(name) in {\(list)}") == expected[name])
  }

  @Test func aLongListOfTextsKeepsThem() throws {
    let list = (0..<200).map { "'n\($0)'" }.joined(separator: ", ")
    #expect(try rows("`select` in {\(list), 'it''s', '%'}") == [3, 4])
  }

  @Test func aLongListOfFractions() throws {
    let list = (0..<4_000).map { "\($0).5" }.joined(separator: ", ")
    #expect(try rows("weight in {\(list)}") == [2, 3])
    let longer = (0..<50_000).map { "\($0).5" }.joined(separator: ", ")
    #expect(
      message("weight in {\(longer)}")
        == "a predicate may have 30000 comparisons at most, found 50000")
  }

  /// Brackets around brackets say nothing, and cost nothing.
  @Test(arguments: ["id = 1", "age in {1, 2}", "id", "(age = 1) or (id = 1)"])
  func redundantBrackets(_ inner: String) throws {
    let count = Self.many
    let text = String(repeating: "(", count: count) + inner + String(repeating: ")", count: count)
    let rest = inner == "id" ? " = 1" : ""
    #expect(try PredicateSyntax.parse(SourceText(text + rest)) == .parse(SourceText(inner + rest)))
    #expect(try rows(text + rest + " and (\(text)\(rest))") == rows(inner + rest))
  }

  @Test(arguments: ["not ", "!"])
  func negationsInARow(_ sign: String) throws {
    #expect(try rows(String(repeating: sign, count: 900) + "(id = 1)") == [1])
    #expect(try rows(String(repeating: sign, count: 901) + "(id = 1)") == [2, 3, 4, 5])
    #expect(
      message(String(repeating: sign, count: 10_000) + "(id = 1)")
        == "the predicate has more than 950 operators in a row")
  }

  @Test(arguments: ["! (", "id = 1 and not (age = 1 or "])
  func nesting(_ opening: String) throws {
    let close = opening.filter { $0 == "(" }.map { _ in ")" }.joined()
    func nested(_ count: Int) -> String {
      String(repeating: opening, count: count) + "id = 1" + String(repeating: close, count: count)
    }
    _ = try rows(nested(25))
    #expect(message(nested(10_000)) == "the predicate is nested more than 100 deep")
  }

  /// Each goes through the one before it, so that a row of them is as deep as brackets are.
  @Test(arguments: [
    ".count", ".first", ".x", ".@max", "[1]", ".abs()", "[id = 1]", " as String", "!",
  ])
  func stepsInARow(_ step: String) {
    for count in [200, 900, Self.many] {
      #expect(!message("animals" + String(repeating: step, count: count) + " = 1").isEmpty)
      #expect(!message("(keeper" + String(repeating: step, count: count) + ") + 1 > 0").isEmpty)
    }
    #expect(
      message("animals" + String(repeating: ".count", count: 200) + " = 1")
        == "the predicate is nested more than 100 deep")
  }

  @Test(arguments: [
    "a + ", "-", "~", "a.", "(", "[", "a ? 1 : ", "a ?? ", "readings.filter { ", "abs(", "%",
    "not ", "ANY ", "a in ", "1...", "a[", "a = 1 ? a = 2 : ", "!", "$", "{1, ", "x.f { $0 == ",
    "a(\\.", "a[keyPath: \\.",
  ])
  func thousandsOfPieces(_ piece: String) {
    #expect(!message(String(repeating: piece, count: Self.many) + "1").isEmpty)
  }

  @Test func operatorsInARow() throws {
    func sum(_ count: Int, _ term: String = "age *") -> String {
      (0..<count).map { "\(term) \($0 + 1)" }.joined(separator: " + ") + " > 0"
    }
    // SQLite counts an expression within a query within a statement twice.
    #expect(try rows(sum(480)) == [1])
    let animal = try Menagerie.schema().declared("Animal")
    for term in ["age *", "weight /"] {
      let query = Query(animal, predicate: try Predicate(sum(940, term)), answer: .count)
      #expect(try Menagerie.database().run(query.sql) == [[.integer(term == "age *" ? 1 : 3)]])
    }
    for count in [1_000, 50_000] {
      #expect(
        message(sum(count))
          == "the predicate has more than 950 operators in a row")
    }
  }

  /// SQLite's parser bears some ten queries inside each other; deeper is refused before it sees it.
  @Test func relationshipsInsideEachOther() throws {
    func nested(_ levels: Int) -> String {
      (0..<levels).reduce("id > 0") { inner, level in
        level.isMultiple(of: 2) ? "!animals[\(inner)].isEmpty" : "!keeper.animals[\(inner)].isEmpty"
      }
    }
    let schema = try Menagerie.schema()
    let keeper = try schema.declared("Keeper")
    var deepest = 0
    for levels in stride(from: 1, through: 11, by: 2) {
      do {
        let predicate = try Predicate(nested(levels), of: "Keeper", in: schema)
        _ = try Menagerie.database().keys(of: keeper, where: predicate)
        deepest = levels
      } catch let error as Diagnostic {
        #expect(error.message == "the predicate is nested deeper than SQLite can read")
      }
    }
    #expect(deepest >= 5)
  }

  /// SQLite has no exclusive or, so that each would stand in the next one twice.
  @Test(arguments: [2, 60])
  func exclusiveOrsOfExclusiveOrs(_ count: Int) {
    let chain = "age" + (1...count).map { " ^ \($0)" }.joined()
    #expect(
      message("\(chain) = 0")
        == (count == 2 ? "[1]" : "the predicate is nested deeper than SQLite can read"))
  }

  /// The deepest that is allowed must be what SQLite's parser bears, in every statement.
  @Test func theDeepestRunsEverywhere() throws {
    for isLong in [false, true] {
      var deepest: Predicate?
      var levels = 0
      while levels < PredicateParser.greatestDepth {
        do {
          deepest = try Predicate(nested(levels, isLong: isLong))
        } catch let error as Diagnostic {
          #expect(error.message == "the predicate is nested deeper than SQLite can read")
          break
        }
        levels += 1
      }
      #expect(levels > (isLong ? 15 : 30))
      try runEverywhere(try #require(deepest))
    }
  }

  /// Brackets that SQL needs: OR within AND, with an AND behind an OR before each of them if long.
  private func nested(_ levels: Int, isLong: Bool) -> String {
    (0..<levels).reduce("tame") { inner, level in
      if isLong { return "id > \(level) or id < 9 and (\(inner))" }
      return "id > \(level) \(level.isMultiple(of: 2) ? "and" : "or") (\(inner))"
    }
  }

  private func runEverywhere(_ predicate: Predicate) throws {
    let animal = try Menagerie.schema().declared("Animal")
    let database = try Menagerie.database()
    _ = try database.keys(of: animal, where: predicate)
    let count = Query(animal, predicate: predicate, limit: 1, offset: 1, answer: .count)
    try database.run(count.sql)
    let set = Assignment(column: "age", isOptional: false, change: .set(.integer(1)))
    try database.run(Update(animal, [set], predicate: predicate).sql)
    try database.run(Delete(animal, predicate: predicate).sql)
  }

  private static let whole = [
    "wide has all (low, mid) and not narrow lacks .h or hidden is exactly [.low] && wide is empty",
    "(age >= -3 || weight between {1, 2.5}) and name not in ('a', \"b\\u{e9}\\n\") and born > now",
    "mood == .calm and born in 2026-11-20..<2026-11-21T10:00:00Z and keeper != 'Ann'",
    "`select` = 'it''s' and größe is not null and !tame and fee = 1.50 and TRUEPREDICATE",
  ]

  /// Every token taken away, doubled, and swapped with the next: each is understood or refused.
  @Test(arguments: whole)
  func brokenPredicates(_ text: String) throws {
    let source = SourceText(text)
    let words = try PredicateLexer.lex(source).dropLast().map { source.text($0.range) }
    _ = try rows(text)
    for index in words.indices {
      var without = words
      var twice = words
      var swapped = words
      without.remove(at: index)
      twice.insert(words[index], at: index)
      if index + 1 < words.count { swapped.swapAt(index, index + 1) }
      for broken in [without, twice, swapped] {
        let message = message(broken.joined(separator: " "))
        #expect(!message.isEmpty && !message.hasSuffix("."))
      }
    }
  }

  private static let replacements = Campaign.cases(
    [nil, UInt8(ascii: "("), UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x7F], few: 2, many: 2)

  /// Cut after every byte, and with every byte replaced.
  @Test(arguments: whole)
  func brokenBytes(_ text: String) throws {
    let schema = try Menagerie.schema()
    let checker = PredicateChecker(try schema.declared("Animal"), in: schema, now: testNow)
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for replacement in Self.replacements {
        var broken = replacement == nil ? Array(bytes[..<index]) : bytes
        if let replacement { broken[index] = replacement }
        let text = String(decoding: broken, as: UTF8.self)
        do throws(Diagnostic) {
          _ = try checker.check(.parse(SourceText(text)))
        } catch {
          #expect(!error.message.isEmpty)
        }
      }
    }
  }
}
