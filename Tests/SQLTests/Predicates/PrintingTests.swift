import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import SQLText

/// Trees of every shape are printed, and what is printed parses to the same tree.
@Suite struct PrintingTests {
  /// Makes trees at random, of the shapes that the parser can give.
  private struct Forest {
    var dice: Dice
    let place = SourcePlace(SourceText(""), 0..<0)
    var variables: [Name] = []

    func node(_ kind: PredicateSyntax.Kind) -> PredicateSyntax {
      PredicateSyntax(kind, at: place)
    }

    private static let names: [Name] = [
      "age", "größe", "in", "any", "select", "SELF", "x2", "_", "true", "first", "has", "now",
    ]
    private static let texts = ["", "it's", "a\\b", "\n\t\u{1}", "100%", "é\u{301}", "\"", "`"]

    mutating func literal() -> PredicateSyntax {
      switch dice.next() % 9 {
      case 0: node(.bool(dice.isLucky(2)))
      case 1: node(.null)
      case 2: node(.number(dice.one(of: ["0", "-1", "1.5", "0x40", "1e5", "-0.25"])))
      case 3: node(.text(dice.one(of: Self.texts)))
      case 4: node(.date(dice.one(of: ["2026-11-20", "2026-11-20T10:30:00.5Z"])))
      case 5: node(.duration(dice.one(of: ["7d", "-2h", "30min"])))
      case 6: node(.dotted(dice.one(of: ["calm", "a b", "in"])))
      case 7 where !variables.isEmpty: node(.variable(dice.one(of: variables)))
      default: node(dice.isLucky(5) ? .itself : .name(dice.one(of: Self.names)))
      }
    }

    mutating func value(_ depth: Int) -> PredicateSyntax {
      guard depth > 0 else { return literal() }
      let next = depth - 1
      switch dice.next() % 12 {
      case 0: return node(.negative(value(next)))
      case 1: return node(.complement(value(next)))
      case 2, 3:
        return node(.binary(dice.one(of: Operator.allCases), value(next), value(next)))
      case 4: return node(.conditional(test(next), value(next), value(next)))
      case 5: return node(.list((0..<dice.next() % 3).map { _ in value(next) }))
      case 6, 7:
        let name: Name = dice.one(of: ["value", "count", "@max", "a b", "first", "isEmpty"])
        return node(.member(value(next), name))
      case 8: return call(next)
      case 9: return filter(next)
      default: return literal()
      }
    }

    private mutating func call(_ depth: Int) -> PredicateSyntax {
      let argument = value(depth)
      switch dice.next() % 4 {
      case 0: return node(.call(nil, "abs", [.init(label: nil, value: argument)]))
      case 1:
        return node(.call(value(depth), "hasPrefix", [.init(label: nil, value: argument)]))
      case 2: return node(.call(value(depth), "isSubset", [.init(label: "of", value: argument)]))
      default:
        let (variable, body) = closure(depth)
        let label = dice.isLucky(2) ? "where" : nil
        let closure = node(.closure(variable: variable, body))
        return node(.call(value(depth), "contains", [.init(label: label, value: closure)]))
      }
    }

    private mutating func filter(_ depth: Int) -> PredicateSyntax {
      guard dice.isLucky(2) else {
        // A number in brackets would be an index.
        return node(.filter(value(depth), variable: nil, node(.not(test(depth)))))
      }
      let base = value(depth)
      let (variable, body) = closure(depth)
      return node(.filter(base, variable: variable, body))
    }

    private mutating func closure(_ depth: Int) -> (Name, PredicateSyntax) {
      let variable: Name = dice.one(of: ["0", "r", "age"])
      variables.append(variable)
      defer { variables.removeLast() }
      return (variable, test(depth))
    }

    mutating func test(_ depth: Int) -> PredicateSyntax {
      guard depth > 0 else { return literal() }
      let next = depth - 1
      let options = TextOptions(
        ignoresCase: dice.isLucky(3), ignoresAccents: dice.isLucky(3))
      switch dice.next() % 10 {
      case 0: return node(.and((0...1 + dice.next() % 2).map { _ in test(next) }))
      case 1: return node(.or((0...1 + dice.next() % 2).map { _ in test(next) }))
      case 2: return node(.not(test(next)))
      case 3, 4:
        return node(.compare(value(next), dice.one(of: Comparison.allCases), options, value(next)))
      case 5:
        let test = dice.one(of: TextTest.allCases)
        return node(.textTest(value(next), test, options, value(next)))
      case 6: return node(.isIn(value(next), options, range(next)))
      case 7:
        let words: [Name] = dice.isLucky(2) ? ["HRM", "0x40"] : ["all", "a b", "Mark.in"]
        let base = dice.isLucky(4) ? nil : value(next)
        return node(.flags(base, dice.one(of: FlagTest.allCases), words.map { node(.name($0)) }))
      case 8:
        let name = node(.name("tags"))
        return node(
          .quantified(
            dice.one(of: Quantifier.allCases),
            node(.compare(name, .equal, options, value(next)))))
      default: return value(next)
      }
    }

    private mutating func range(_ depth: Int) -> PredicateSyntax {
      guard dice.isLucky(2) else { return value(depth) }
      let (lower, upper) = (value(depth), value(depth))
      let includesUpper = dice.isLucky(2)
      return node(
        .range(
          lower, dice.isLucky(4) && includesUpper ? nil : upper, includesUpper: includesUpper))
    }
  }

  @Test(arguments: [
    "any(s, '')", "any() = 1", "ANY (5) = age", "none(-x) > 1", "ALL ('a') = 'a'",
    "SOME (.calm) = mood",
    "ANY tags = 'a'", "NONE größe > 1", "{#0 == 1}", "{ `a b` == `in` }", "$x = 1",
  ])
  func textsComeBack(_ text: String) throws {
    let tree = try PredicateSyntax.parse(SourceText(text))
    #expect(try PredicateSyntax.parse(SourceText(tree.printed)) == tree, "\(tree.printed)")
  }

  @Test(arguments: [" - 11", " * age", " | 1"])
  func rowsComeBack(_ step: String) throws {
    let row = "age" + String(repeating: step, count: 900)
    let tree = try PredicateSyntax.parse(SourceText("\(row) > 0"))
    #expect(try PredicateSyntax.parse(SourceText(tree.printed)) == tree)
    #expect(try PredicateSyntax.parse(SourceText("\(row)\(step) > 0")) != tree)
  }

  @Test(arguments: ["'\0'", "name = 'a\0b'", "#\"\0\"#", "`\0`", "\0"])
  func noTextHoldsNUL(_ text: String) {
    let error = #expect(throws: Diagnostic.self) { try PredicateSyntax.parse(SourceText(text)) }
    #expect(error?.message == "a predicate cannot hold the character NUL")
  }

  @Test func generatedTreesComeBack() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of the generated trees: \(seed)")
    var forest = Forest(dice: Dice(seed: seed))
    for _ in 0..<5_000 {
      let tree = forest.test(4)
      let text = tree.printed
      do {
        let again = try PredicateSyntax.parse(SourceText(text))
        let isSame = again == tree
        try #require(isSame, "seed \(seed): \(text)\nis read as \(again.printed)")
      } catch let error as Diagnostic {
        Issue.record("seed \(seed): \(text)\n\(error.rendered())")
        return
      }
    }
  }
}
