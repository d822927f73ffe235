import FlagModel
import Testing

@testable import Predicates
@testable import SQLText

/// Expressions over flags: each is exact wherever flags may stand, or an error there.
@Suite struct FlagExpressionTests {
  /// All places where flags are typed; `E` stands for them.
  private static let places = [
    "marks == §", "marks = §", "§ == marks", "marks != §", "marks in {§}", "marks in {c, §}",
    "§ in marks", "marks contains §", "marks.contains(§)", "marks.isSuperset(of: §)",
    "marks.isSubset(of: §)", "marks.isDisjoint(with: §)",
    "(marks & §) != 0", "(§ & marks) == §", "(marks & ~§) == 0", "(marks | §) == §",
    "(marks ^ §) == 0", "marks + § == §", "marks - § == 0", "§ - marks == 0",
    "marks.union(§) == §", "marks.intersection(§) == §", "marks.subtracting(§).isEmpty",
    "marks.symmetricDifference(§).isEmpty", "(wanted ?? §) == §",
    "(age > 1 ? wanted : §) == §", "ANY readings.mark = §", "readings.contains { $0.mark == § }",
    "buddy.marks == §",
  ]

  @Test(
    "an expression means its mask at every place",
    arguments: [
      ("a+b", 3), ("a|b", 3), ("a + c + b", 7), ("both-b", 1), ("both - a - b", 0), ("a-b", 1),
      ("a&b", 0), ("both & b", 2), ("a^both", 2), ("a|b+c", 7), ("a | both & b", 3),
      ("a+b-a", 2), ("~(b+c+top)", 1), ("~(~a)", 1), ("both&~a", 2), ("~a & both", 2),
      ("~(a+top) - c", 2), ("a+4", 5), ("0x8+a", 9), ("a+1+1", 1), ("1+1+a", 1), ("1+1", 2),
      ("a|1<<3", 9), ("1<<3|a", 9), ("a + ~(1+2+top)", 5), ("[.a] + .c", 5), ("[.a, b+c] - b", 5),
      ("Mark.a + Mark.c", 5), ("Mark.a.union(.c)", 5), ("Mark.both.subtracting(.b)", 1),
      ("Mark.both.intersection(.b)", 2), ("Mark.a.symmetricDifference(.both)", 2),
      ("[.a].union([.c])", 5), ("Mark.a.union(.b).union(.c)", 7), ("Mark(rawValue: 1+1)", 2),
      ("Mark([.a, .c])", 5), ("Mark(rawValue: 4) | a", 5),
    ] as [(String, Int)])
  func exact(_ expression: String, _ mask: Int) throws {
    let schema = try Clinic.schema()
    for place in Self.places {
      // Under `&` a complement has the bits that no flag declares as well.
      let isOfBits = place.contains("&") || place.contains("intersection")
      if isOfBits, expression.contains("~") { continue }
      let given = place.replacing("§", with: "(\(expression))")
      let number = place.replacing("§", with: "\(mask)")
      let found = try Predicate(given, of: "Patient", in: schema)
      let wanted = try Predicate(number, of: "Patient", in: schema)
      #expect(found.sql() == wanted.sql(), "\(given)")
      let printed = try PredicateSyntax.parse(SourceText(given)).printed
      #expect(try Predicate(printed, of: "Patient", in: schema).sql() == found.sql(), "\(printed)")
    }
  }

  @Test(
    "complements within &",
    arguments: [
      ("(marks & ~(a+b)) == 0", "(marks & ?) = 0 -- -4"),
      ("marks & ~a & ~b == 0", "((marks & ?) & ?) = 0 -- -2, -3"),
      ("(marks & (~a & ~b)) == 0", "(marks & ?) = 0 -- -4"),
      ("marks - ~a == 0", "(marks & ?) = 0 -- 9223372036854775801"),
      ("marks - wanted == 0", "(marks & (~wanted)) = ? -- 0"),
      ("~marks == a", "((~marks) & ?) = ? -- -9223372036854775801, 1"),
      ("marks + wanted == a", "(marks | wanted) = ? -- 1"),
      ("Mark.a.union(.c).isSubset(of: marks)", "(marks & ?) = ? -- 5, 5"),
      ("Mark.a.union(.c).contains(marks)", "(marks & ?) = 0 -- -6"),
      ("Mark.a.union(marks) == a", "(marks | ?) = ? -- 1, 1"),
    ])
  func compiled(_ text: String, _ sql: String) throws {
    #expect(try Predicate(text, of: "Patient", in: Clinic.schema()).sql().shown == sql)
  }

  @Test("sets of cases are flags", arguments: [("low+mid", 3), ("~low - high", 2), ("low^mid", 3)])
  func cases(_ expression: String, _ mask: Int) throws {
    let schema = try Clinic.schema()
    let found = try Predicate("shifts == (\(expression))", of: "Patient", in: schema)
    #expect(found.sql() == (try Predicate("shifts == \(mask)", of: "Patient", in: schema).sql()))
  }

  @Test(
    "everything else is an error at every place",
    arguments: [
      "a*b", "a/b", "a%b", "a**b", "a<<1", "a>>b", "-a", "a+b*c", "(a+b)<<1", "a+nope", "nope+a",
      "a - 'b' - nope", "abs(a)", "nope(a)", "Mark(rawValue: a+b)", "a+1.5", "a+12x", "a + nil",
    ])
  func refused(_ expression: String) throws {
    let schema = try Clinic.schema()
    for place in Self.places {
      let text = place.replacing("§", with: "(\(expression))")
      #expect(throws: Diagnostic.self, "\(text)") {
        _ = try Predicate(text, of: "Patient", in: schema)
      }
    }
  }

  @Test("a whole declared name comes before the operators in it")
  func wholeNames() throws {
    let schema = try model(
      """
      struct Line: OptionSet {
        let rawValue: Int
        static let OUT = Line(rawValue: 1), CARRIER = Line(rawValue: 2), UP = Line(rawValue: 8)
        static let `NO-CARRIER` = Line(rawValue: 4)
        static let `A&B` = Line(rawValue: 16), `A+1` = Line(rawValue: 32)
        static let `OUT-UP` = Line(rawValue: 64)
      }
      @Model final class Port { var line: Line = [] }
      """)
    for (text, mask) in [
      ("NO-CARRIER", 4), ("OUT - CARRIER", 1), ("OUT-UP", 64), ("~OUT-UP & UP", 8),
      ("UP+NO-CARRIER", 12), ("NO-CARRIER+UP", 12),
      ("NO-CARRIER|A&B", 20), ("A+1|UP", 40), ("UP + NO-CARRIER - UP", 4), ("~NO-CARRIER & UP", 8),
    ] {
      let found = try Predicate("line == \(text)", of: "Port", in: schema).sql()
      #expect(found == (try Predicate("line == \(mask)", of: "Port", in: schema).sql()), "\(text)")
    }
  }

  @Test("names of files, and flags called as truth values are, are whole names too")
  func namesOfFiles() throws {
    let schema = try model(
      """
      struct Mark: OptionSet {
        let rawValue: Int
        /// - In files: "A-B"
        static let aB = Mark(rawValue: 1)
        static let A = Mark(rawValue: 2), B = Mark(rawValue: 4), NO = Mark(rawValue: 8)
        static let `NO-CARRIER` = Mark(rawValue: 16)
      }
      @Model final class Item { var marks: Mark = [] }
      """)
    for (text, other) in [
      ("marks = A-B", "marks = 1"), ("marks in {A-B, A}", "marks in {aB, A}"),
      ("marks has A-B", "marks has aB"), ("marks has any A-B|NO-CARRIER", "marks has any (aB, 16)"),
      ("marks.contains(A-B)", "marks.contains(aB)"), ("marks = NO-CARRIER", "marks = 16"),
      ("marks = ~NO-CARRIER & A", "marks = 2"), ("marks = A + NO", "marks = 10"),
      ("marks = NO", "marks = 8"), ("A-B = marks", "marks = 1"),
      ("(marks & A-B) = A-B", "(marks & 1) = 1"),
      ("(marks & ~NO-CARRIER) = A", "(marks & ~16) = 2"), ("marks = A - B", "marks = 2"),
    ] {
      let found = try Predicate(text, of: "Item", in: schema).sql()
      #expect(found == (try Predicate(other, of: "Item", in: schema).sql()), "\(text)")
    }
  }

  @Test("a flag comes before an attribute of its name")
  func attributesOfTheSameName() throws {
    let schema = try model(
      """
      struct Mark: OptionSet {
        let rawValue: Int
        static let raw = Mark(rawValue: 1), hrm = Mark(rawValue: 2)
      }
      @Model final class Item { var marks: Mark = []; var raw: Mark = []; var hrm: Mark = [] }
      """)
    let found = try Predicate("marks == raw+hrm", of: "Item", in: schema).sql()
    #expect(found == (try Predicate("marks == 3", of: "Item", in: schema).sql()))
  }
}
