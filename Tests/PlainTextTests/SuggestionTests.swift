import Testing

@testable import PlainText

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "are the name with the fewest changes",
    arguments: [
      ("scroe", ["code", "score", "store"], "score"),
      ("HRN", ["RAW", "HRM", "PLX"], "HRM"),
      ("hrm", ["RAW", "HRM"], "HRM"),
      ("markrs", ["markings", "markers", "marks"], "markers"),
      ("ab", ["ba", "abc"], "ba"),
      ("mesured", ["measured", "measures"], "measured"),
      ("archivd", ["received", "archived"], "archived"),
      ("", ["a", "bc"], "a"),
      ("x", ["xyz", "xy"], "xy"),
    ] as [(String, [String], String)])
  func nearest(typed: String, names: [String], name: String) {
    #expect(nearestName(to: typed, in: names) == name)
  }

  @Test(
    "are none if no name is near",
    arguments: [
      ("score", ["score"]), ("score", ["scheme", "note"]), ("ab", ["cde"]), ("name", []),
      ("measured", ["mead", "assured day"]),
    ] as [(String, [String])])
  func none(typed: String, names: [String]) {
    #expect(nearestName(to: typed, in: names) == nil)
  }

  @Test("have the distance that the definition gives")
  func distance() {
    let words = ["", "a", "ab", "ba", "abc", "acb", "cab", "bca", "abcd", "badc", "aabb", "dcba"]
    for first in words {
      for second in words {
        let expected = Self.distance(Array(first), Array(second))
        for limit in 0...4 {
          var measure = EditDistance(to: first)
          let found = measure.from(second, limit: limit)
          #expect(found == (expected <= limit ? expected : nil), "\(first) \(second) \(limit)")
        }
      }
    }
  }

  /// The distance by its recursive definition.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard let x = a.last, let y = b.last else { return a.count + b.count }
    var least = min(
      distance(a.dropLast(), b) + 1, distance(a, b.dropLast()) + 1,
      distance(a.dropLast(), b.dropLast()) + (x == y ? 0 : 1))
    if a.count > 1, b.count > 1, a[a.count - 2] == y, b[b.count - 2] == x {
      least = min(least, distance(a.dropLast(2), b.dropLast(2)) + 1)
    }
    return least
  }
}
