import Foundation
import TestSupport
import Testing

@testable import RegularExpressions

/// The same patterns and texts through other matchers.
@Suite struct RegularExpressionComparison {
  private let seed = UInt64.random(in: 0 ... .max)

  /// Without what NSRegularExpression gets wrong: loops around the empty text, and `(?i)` before
  /// letters beyond ASCII.
  @Test func patternsMatchAsInFoundation() throws {
    var source = PatternSource(seed: seed, isTame: true)
    for _ in 0..<1000 {
      let pattern = source.alternatives(depth: 3)
      let ours = try RegularExpression(pattern)
      let whole = try NSRegularExpression(pattern: #"\A(?:"# + pattern + #")\z"#)
      for text in (0..<8).map({ _ in source.text() }) {
        let place: Comment = "seed \(seed), pattern \(pattern), text '\(text)'"
        #expect(ours.matchesWhole(text) == whole.isFound(in: text), place)
      }
    }
  }

  @Test func patternsMatchAsTheirSyntaxTreesSay() throws {
    var source = PatternSource(seed: seed, isTame: false)
    for _ in 0..<500 {
      let pattern = source.alternatives(depth: 3)
      let ours = try RegularExpression(pattern)
      var parser = RegularExpressionParser(pattern, ignoringCase: false)
      let node = try parser.parse()
      for text in (0..<8).map({ _ in source.text() }) {
        let scalars = Array(text.unicodeScalars)
        let place: Comment = "seed \(seed), pattern \(pattern), text '\(text)'"
        let ends = node.ends(in: scalars, from: [0])
        #expect(ours.matchesWhole(text) == ends.contains(scalars.count), place)
      }
    }
  }

  @Test(arguments: [#"\w"#, #"\d"#, #"\s"#, ".", #"\p{Lu}"#, #"\p{P}"#, #"\p{S}"#, #"\p{Nd}"#])
  func setsHoldTheSameScalarsAsInFoundation(pattern: String) throws {
    let ours = try RegularExpression(pattern)
    let theirs = try NSRegularExpression(pattern: pattern)
    var differing: [String] = []
    // What is new the two may not both know yet.
    let known = (0..<0x3100).compactMap(Unicode.Scalar.init).filter {
      $0.properties.age.map { $0.major < 15 } ?? false
    }
    for scalar in known {
      let text = String(scalar)
      if ours.matchesWhole(text) != theirs.isFound(in: text) {
        differing.append(scalar.escaped(asASCII: true))
      }
    }
    #expect(differing == [])
  }
}

extension NSRegularExpression {
  fileprivate func isFound(in text: String) -> Bool {
    firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
  }
}

extension RegularExpressionNode {
  /// The meaning of a pattern, without regard to time: every place at which it can end that starts
  /// at one of these.
  fileprivate func ends(in text: [Unicode.Scalar], from starts: Set<Int>) -> Set<Int> {
    switch self {
    case .scalar(let scalar):
      return Set(starts.filter { $0 < text.count && text[$0] == scalar }.map { $0 + 1 })
    case .set(let set):
      return Set(starts.filter { $0 < text.count && set.contains(text[$0]) }.map { $0 + 1 })
    case .assertion(let assertion):
      return starts.filter {
        assertion.holds(
          between: $0 > 0 ? text[$0 - 1] : nil, and: $0 < text.count ? text[$0] : nil)
      }
    case .sequence(let nodes): return nodes.reduce(starts) { $1.ends(in: text, from: $0) }
    case .alternatives(let nodes):
      return nodes.reduce(into: []) { $0.formUnion($1.ends(in: text, from: starts)) }
    case .repetition(let node, let minimum, let maximum):
      var current = starts
      for _ in 0..<minimum { current = node.ends(in: text, from: current) }
      var all = current
      // More than one round for each place adds nothing new.
      for _ in minimum..<(maximum ?? minimum + text.count + 1) {
        current = node.ends(in: text, from: current)
        all.formUnion(current)
      }
      return all
    }
  }
}

/// Patterns and texts over few letters, so that they often meet.
private struct PatternSource {
  private var dice: Dice
  private let isTame: Bool

  init(seed: UInt64, isTame: Bool) {
    dice = Dice(seed: seed)
    self.isTame = isTame
  }

  mutating func text() -> String {
    (0..<below(8)).map { _ in choose(["a", "b", "A", "1", "_", " ", "-", "é", "É"]) }.joined()
  }

  mutating func alternatives(depth: Int) -> String {
    (0...below(3)).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    let first = isTame ? choose(["a", "b", "[ab_]", #"\w"#, ".", "1"]) : ""
    return first
      + (0..<below(4)).map { _ in
        switch below(8) {
        case 0 where !isTame || depth == 3: choose(["^", "$", #"\b"#, #"\B"#])
        case 1 where !isTame: "(?i)"
        default: atom(depth: depth) + choose(Self.repetitions)
        }
      }.joined()
  }

  private static let repetitions = [
    "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?", "{2,}", "{0}",
  ]

  private mutating func atom(depth: Int) -> String {
    switch below(depth > 0 ? 8 : 5) {
    case 0...2: choose(["a", "b", "A", "1", "_", " ", isTame ? "B" : "é", #"\-"#])
    case 3: choose([".", #"\d"#, #"\w"#, #"\s"#, #"\D"#, #"\W"#, #"\S"#, #"\p{L}"#, #"\p{Nd}"#])
    case 4: choose(["[ab]", "[^a]", "[a-z]", #"[\d_]"#, "[^ 1-]", "[1a]", #"[\p{N}b]"#])
    case 5: "(?:" + alternatives(depth: depth - 1) + ")"
    case 6: "(?i:" + alternatives(depth: depth - 1) + ")"
    default: "(" + alternatives(depth: depth - 1) + ")"
    }
  }

  private mutating func choose(_ choices: [String]) -> String { choices[below(choices.count)] }

  private mutating func below(_ limit: Int) -> Int { Int(dice.next() % UInt64(limit)) }
}
