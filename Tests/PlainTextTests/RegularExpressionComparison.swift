import Foundation
import PlainText
import Testing

/// The same patterns and texts through NSRegularExpression.
@Suite struct RegularExpressionComparison {
  @Test func generatedPatternsMatchAsInFoundation() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var source = PatternSource(seed: seed)
    for _ in 0..<3000 {
      let pattern = source.alternatives(depth: 3)
      let ours = try RegularExpression(pattern)
      // A group around it, so that a flag in it ends where it ends for us.
      let whole = try NSRegularExpression(pattern: #"\A(?:"# + pattern + #")\z"#)
      let part = try NSRegularExpression(pattern: pattern)
      for _ in 0..<8 {
        let text = source.text()
        let range = NSRange(text.startIndex..., in: text)
        let place: Comment = "seed \(seed), pattern \(pattern), text '\(text)'"
        #expect(
          ours.matchesWhole(text) == (whole.firstMatch(in: text, range: range) != nil), place)
        #expect(ours.isFound(in: text) == (part.firstMatch(in: text, range: range) != nil), place)
      }
    }
  }

  @Test(arguments: [#"\w"#, #"\d"#, #"\s"#, ".", #"\p{Lu}"#, #"\p{P}"#, #"\p{S}"#, #"\p{Nd}"#])
  func setsHoldTheSameScalarsAsInFoundation(pattern: String) throws {
    let ours = try RegularExpression(pattern)
    let theirs = try NSRegularExpression(pattern: pattern)
    var differing = 0
    // Not all planes: the two may know different versions of Unicode.
    for scalar in (0..<0x3000).compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let range = NSRange(text.startIndex..., in: text)
      let found = theirs.firstMatch(in: text, range: range) != nil
      if ours.matchesWhole(text) != found { differing += 1 }
    }
    #expect(differing == 0)
  }
}

/// Patterns and texts over few letters, so that they often meet.
private struct PatternSource {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func text() -> String {
    (0..<below(8)).map { _ in choose(["a", "b", "A", "1", "_", " ", "-", "é", "É"]) }.joined()
  }

  mutating func alternatives(depth: Int) -> String {
    (0...below(2)).map { _ in sequence(depth: depth) }.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<below(4)).map { _ in
      let atom = atom(depth: depth)
      return atom.hasPrefix("(?i)") ? atom : atom + choose(repetitions)
    }.joined()
  }

  private let repetitions = [
    "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?", "{2,}",
  ]

  private mutating func atom(depth: Int) -> String {
    switch below(depth > 0 ? 10 : 7) {
    case 0...2: choose(["a", "b", "A", "1", "_", " ", "é", #"\-"#])
    case 3: choose([".", #"\d"#, #"\w"#, #"\s"#, #"\D"#, #"\W"#, #"\S"#, #"\p{L}"#, #"\p{Nd}"#])
    case 4: choose(["[ab]", "[^a]", "[a-z]", #"[\d_]"#, "[^ 1-]", "[éa]", #"[\p{Lu}b]"#])
    case 5: choose(["^", "$", #"\b"#, #"\B"#])
    case 6: "(?i)"
    case 7: "(?:" + alternatives(depth: depth - 1) + ")"
    case 8: "(?i:" + alternatives(depth: depth - 1) + ")"
    default: "(" + alternatives(depth: depth - 1) + ")"
    }
  }

  private mutating func choose(_ choices: [String]) -> String { choices[below(choices.count)] }

  /// SplitMix64: small, and the same everywhere.
  private mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
