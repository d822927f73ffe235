import FlagModel
import Foundation
import PostgreSQLEngine
import Testing

@testable import Predicates
@testable import SQLText

/// All tests of texts with their operands in all places, in a file and on a server.
@Suite struct SwappedOperandTests {
  private static let names = ["Ann", "Bob", "cat", "ann", "Éva"]
  private static let constants = ["n", "A", "EVA", "xÉvax", "ann"]
  private static let options = ["", "[c]", "[d]", "[cd]"]

  private struct Case {
    let text: String
    let keys: [Int64]
  }

  private static func folded(_ text: String, _ options: String) -> String {
    var folding: String.CompareOptions = []
    if options.contains("c") { folding.insert(.caseInsensitive) }
    if options.contains("d") { folding.insert(.diacriticInsensitive) }
    return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
  }

  private static let tests: [(word: String, holds: @Sendable (String, String) -> Bool)] = [
    ("contains", { $0.contains($1) }), ("beginswith", { $0.hasPrefix($1) }),
    ("endswith", { $0.hasSuffix($1) }), ("like", { $0 == $1 }), ("==", { $0 == $1 }),
    ("!=", { $0 != $1 }), ("in", { $1.contains($0) }),
  ]

  private static var cases: [Case] {
    var all: [Case] = []
    for options in options {
      for constant in constants {
        func keys(_ holds: (String) -> Bool) -> [Int64] {
          (1...5).filter { holds(folded(names[Int($0) - 1], options)) }
        }
        let typed = folded(constant, options)
        for (word, holds) in tests {
          let operation = "\(word)\(options)"
          let attribute = "name.first"
          all.append(
            Case(text: "\(attribute) \(operation) '\(constant)'", keys: keys { holds($0, typed) }))
          all.append(
            Case(text: "'\(constant)' \(operation) \(attribute)", keys: keys { holds(typed, $0) }))
          let isTrue = holds(typed, folded("Éva", options))
          all.append(
            Case(text: "'\(constant)' \(operation) 'Éva'", keys: isTrue ? [1, 2, 3, 4, 5] : []))
          let isSelf = holds("a", "a")
          all.append(
            Case(
              text: "\(attribute) \(operation) \(attribute)",
              keys: isSelf ? [1, 2, 3, 4, 5] : []))
        }
        let equal = keys { $0 == typed }
        all.append(Case(text: "{'\(constant)'} contains\(options) name.first", keys: equal))
        all.append(Case(text: "name.first in\(options) {'\(constant)'}", keys: equal))
        all.append(
          Case(
            text: "name.first in\(options) '\(constant)'...'\(constant)'", keys: equal))
        let buddies = [Int64(2): 1, 3: 1, 4: 3]
        for text in [
          "SUBQUERY(followers, $f, '\(constant)' contains\(options) $f.name.first).@count > 0",
          "followers.contains { '\(constant)' contains\(options) $0.name.first }",
        ] {
          let followed = (1...5).filter { key in
            buddies.contains { follower, buddy in
              buddy == key && typed.contains(folded(names[Int(follower) - 1], options))
            }
          }
          all.append(Case(text: text, keys: followed.map(Int64.init)))
        }
        let tagged: [[String]] = [["new", "vip"], [], ["vip"], ["a*b"], []]
        let keysOfTags = (1...5).filter {
          tagged[$0 - 1].map { folded($0, options) }.contains(typed)
        }
        for text in [
          "tags contains\(options) '\(constant)'", "'\(constant)' in\(options) tags",
          "ANY tags ==\(options) '\(constant)'", "ANY tags in\(options) {'\(constant)'}",
        ] {
          all.append(Case(text: text, keys: keysOfTags.map(Int64.init)))
        }
      }
      let isFolded = options.contains("c")
      for text in ["tags contains\(options) 'VIP'", "'VIP' in\(options) tags"] {
        all.append(Case(text: text, keys: isFolded ? [1, 3] : []))
      }
    }
    return all
  }

  @Test func walk() throws {
    let schema = try Clinic.schema()
    let patient = try schema.declared("Patient")
    let memory = try Clinic.database()
    let server = try ServerDatabase(schema, recordsOf: memory)
    for (index, one) in Self.cases.enumerated() {
      let predicate = try Predicate(one.text, of: "Patient", in: schema)
      #expect(try memory.keys(of: patient, where: predicate) == one.keys, "\(one.text)")
      guard index % 3 == 0 else { continue }
      #expect(try server.keys(of: patient, where: predicate) == one.keys, "\(one.text), server")
    }
  }

  @Test(
    "options of texts are refused where there is no text",
    arguments: [
      "marks contains[c] a", "a in[c] marks", "marks ==[c] a", "buddy ==[c] 1", "age ==[c] 1",
      "age in[c] 1...5", "followers contains[c] buddy", "'1' contains[c] age",
    ])
  func refused(_ text: String) throws {
    let schema = try Clinic.schema()
    #expect(throws: Diagnostic.self) { _ = try Predicate(text, of: "Patient", in: schema) }
  }
}
