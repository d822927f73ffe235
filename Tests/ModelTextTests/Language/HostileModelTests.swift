import FlagModel
import Foundation
import TestSupport
import Testing

@testable import ModelText

/// Sources that nobody means: no trap, no hang, few words.
struct HostileModelTests {
  struct Hostile: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    var testDescription: String { name }

    init(_ name: String, _ text: String) {
      self.name = name
      bytes = Array(text.utf8)
    }

    init(_ name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The length of a row of declarations, each of which needs the next.
  private static let chain = Campaign.size(1_000, many: 2_000, all: 10_000)

  private static let length = Campaign.size(5_000, many: 20_000, all: 100_000)

  /// The bytes of a file without any sense.
  private static let garbageSize = Campaign.size(1 << 17, many: 1 << 20, all: 1 << 20)

  private static func many(_ text: String, _ count: Int = length) -> String {
    String(repeating: text, count: count)
  }

  static let hostile: [Hostile] = [
    Hostile("open braces", many("{")), Hostile("open brackets", many("[", 10_000)),
    Hostile("nested brackets", many("(", 10_000) + many(")", 10_000)),
    Hostile("nested arrays", "@Model class A { var a = \(many("[", 10_000))\(many("]", 10_000)) }"),
    Hostile(
      "nested types", "@Model class A { var a: \(many("[", 10_000))Int\(many("]", 10_000)) }"),
    Hostile("nested generics", "@Model class A { var a: \(many("Optional<", 10_000)) }"),
    Hostile("nested declarations", many("enum A {", 10_000) + many("}", 10_000)),
    Hostile("nested comments", many("/*")), Hostile("nested strings", "let a = " + many("\"\\(")),
    Hostile("strings on lines", many("\"\\(\n")), Hostile("pounds", many("#")),
    Hostile("#if", many("#if a\n")), Hostile("#endif", many("#endif\n")),
    Hostile("slashes", "let a = " + many("(/a", 50_000)), Hostile("escapes", many("\\")),
    Hostile("backquotes", many("`a\n", 10_000)), Hostile("at", many("@")),
    Hostile("dots", "@Model class A { var a: A\(many(".a")) }"),
    Hostile("question marks", "@Model class A { var a: A\(many("?")) }"),
    Hostile("terms", flagSet("1\(many(" | 1"))")), Hostile("minuses", flagSet(many("-"))),
    Hostile("tildes", flagSet("\(many("~"))1")), Hostile("members", flagSet("a\(many(".a"))")),
    Hostile("calls", flagSet("a\(many("()"))")),
    Hostile("unions", "\(flagSetHead) static let b = M.a\(many(".union(.a)", 10_000)) }"),
    Hostile("digits", flagSet(many("9"))), Hostile("a long name", "struct \(many("a")): Entity {}"),
    Hostile("a long type", "@Model class A { var a: \(many("a")) }"),
    Hostile("a long default", "@Model class A { var a: Int = \(many("a")) }"),
    Hostile(
      "a chain of aliases",
      (0..<chain).map { "typealias A\($0) = A\($0 + 1)\n" }.joined()
        + "@Model class A { var a: A0 }"),
    Hostile(
      "a chain of flags",
      flagSetHead
        + (0..<chain).map { "static let a\($0): M = .a\($0 + 1)\n" }.joined() + "}"),
    Hostile(
      "a chain of constants",
      "struct M: OptionSet { let rawValue: Int; static let b = M(rawValue: a0)\n"
        + (0..<chain).map { "static let a\($0) = a\($0 + 1) + 1\n" }.joined() + "}"),
    Hostile(
      "structs that double",
      (0..<40).map { "struct S\($0) { var a: S\($0 + 1); var b: S\($0 + 1) }\n" }.joined()
        + "struct S40 { var x: Int; var y: Int }\n@Model class A { var a: S0 }"),
    Hostile(
      "arrays of structs that double",
      (0..<40).map { "struct S\($0) { var a: [S\($0 + 1)]; var b: [S\($0 + 1)] }\n" }.joined()
        + "struct S40 { var x: Int; var y: Int }\n@Model class A { var a: [S0] }"),
    Hostile(
      "enums that double",
      (0..<40).map { "enum S\($0) { case a(S\($0 + 1)), b([Int: S\($0 + 1)]) }\n" }.joined()
        + "enum S40 { case x(Int) }\n@Model class A { var a: S0 }"),
    Hostile(
      "a chain of enums",
      (0..<chain).map { "enum S\($0) { case a(S\($0 + 1)) }\n" }.joined()
        + "enum S10000 { case x(Int) }\n@Model class A { var a: S0 }"),
    Hostile(
      "nested dictionaries", "@Model class A { var a: \(many("[Int:", 10_000)) Int }"),
    Hostile(
      "a chain of structs",
      (0..<chain).map { "struct S\($0) { var a: S\($0 + 1) }\n" }.joined()
        + "struct S10000 { var x: Int }\n@Model class A { var a: S0 }"),
    Hostile(
      "2,000 columns",
      "@Model class A {\n" + (0..<2_000).map { "var a\($0): Int\n" }.joined() + "}"),
    Hostile(
      "20,000 flags that lead nowhere",
      flagSetHead
        + (0..<chain).map { "static let a\($0): M = [.b\($0)]\n" }.joined() + "}"),
    Hostile("NUL", bytes: [UInt8](repeating: 0, count: 100_000)),
    Hostile("NUL in a declaration", "struct A\0 { let \0x: Int }"),
    Hostile("no UTF-8", bytes: Array("struct A { let x: ".utf8) + [0xFF, 0xC3, 0x28, 0xED, 0xA0]),
    Hostile("garbage", bytes: garbage(garbageSize, of: 0...255)),
    Hostile("printable garbage", bytes: garbage(garbageSize, of: 32...126)),
    Hostile(
      "brackets and quotes", bytes: garbage(garbageSize, of: Array("(){}[]\"'\\/#\n*`".utf8))),
  ]

  private static let flagSetHead =
    "struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: 1)\n"

  private static func flagSet(_ value: String) -> String {
    "struct M: OptionSet { let rawValue: Int; static let a = M(rawValue: \(value)) }"
  }

  private static func garbage(_ count: Int, of bytes: some Collection<UInt8>) -> [UInt8] {
    var random = RandomSource(seed: 7)
    let bytes = Array(bytes)
    return (0..<count).map { _ in bytes[Int.random(in: bytes.indices, using: &random)] }
  }

  @Test(.timeLimit(.minutes(10)), arguments: hostile)
  func isRefusedInFewWords(_ hostile: Hostile) {
    let reading = readModel([SourceText(name: "hostile.swift", utf8: hostile.bytes)])
    #expect(reading.schema == nil || reading.diagnostics.allSatisfy { $0.severity == .note })
    #expect(reading.diagnostics.count <= DiagnosticList.limit + 1)
    for diagnostic in reading.diagnostics {
      let rendered = diagnostic.rendered()
      #expect(rendered.utf8.count < 4_000, "\(diagnostic.message.prefix(200))")
      #expect(!rendered.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    }
  }

  /// Every token removed, doubled and swapped with the next in turn.
  @Test(arguments: ["FlagSets.swift", "Enumerations.swift"])
  func brokenFixturesNeverTrap(file: String) throws {
    let text = try source(inFolder: "Fixtures", file)
    try expectNoTrap(text)
  }

  @Test(arguments: ["Pantry.swift", "Lab.swift", "Trips.swift"])
  func brokenAppsNeverTrap(file: String) throws {
    try expectNoTrap(try source(inFolder: "Apps", file))
  }

  /// Some of the places, others in each run.
  private func expectNoTrap(_ source: SourceText) throws {
    var diagnostics = DiagnosticList()
    let tokens = Lexer.lex(source, &diagnostics).tokens
    var random = RandomSource()
    for _ in 0..<Campaign.size(20, many: 60, all: 60) {
      let index = Int.random(in: 0..<tokens.count - 2, using: &random)
      let (first, second) = (tokens[index].range, tokens[index + 1].range)
      let bytes = source.utf8
      let head = Array(bytes[..<first.lowerBound])
      let removed = head + Array(bytes[first.upperBound...])
      let doubled = Array(bytes[..<first.upperBound]) + [32] + Array(bytes[first.lowerBound...])
      let swappedTokens = Array(bytes[second]) + [32] + Array(bytes[first])
      let swapped = head + swappedTokens + Array(bytes[second.upperBound...])
      let edits = [removed, doubled, swapped, head]
      for edit in edits {
        let reading = readModel([SourceText(name: "edited.swift", utf8: edit)])
        for diagnostic in reading.diagnostics { _ = diagnostic.rendered() }
        #expect(reading.schema != nil || !reading.diagnostics.isEmpty)
      }
    }
  }
}
