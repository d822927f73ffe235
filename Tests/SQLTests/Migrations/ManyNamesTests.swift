import FlagModel
import ModelText
import Testing

@testable import Migrations

/// Models as large as they may be: what is done with them takes time by the number of names.
@Suite("Models with many names")
struct ManyNamesTests {
  /// A flag set, an enum of texts and one of numbers, which share the names among them.
  private func model(_ count: Int, _ prefix: String = "name") -> ModelReading {
    let third = count / 3
    let flags = (0..<third).map { "static let \(prefix)\($0) = F(rawValue: 1 << \($0 % 60))" }
    let text = """
      struct F: OptionSet {
        let rawValue: Int64
        \(flags.joined(separator: "\n"))
      }
      enum T: String { case \((0..<third).map { "\(prefix)\($0)" }.joined(separator: ", ")) }
      enum N: Int { case \((0..<third).map { "\(prefix)\($0)" }.joined(separator: ", ")) }
      @Model class A {
        var f: F
        var t: T
        var n: N
      }
      """
    return readModel([SourceText(name: "model", text)])
  }

  @Test("are read up to the limit, which is said")
  func limit() throws {
    let most = Schema.mostNames - 10
    #expect(model(most).schema != nil)
    #expect(
      model(most + 12).diagnostics.map(\.message) == [
        "expected at most 10000 flags, cases and properties in a model, found 10005"
      ])
  }

  @Test("are compared, with questions that a person can answer")
  func comparison() throws {
    let old = try #require(model(9_000).schema)
    let new = try #require(model(9_000, "other").schema)
    #expect(SchemaDiff(from: old, to: old).changes == [])
    let diff = SchemaDiff(from: old, to: new)
    #expect(diff.questions.count == 9_000)
    #expect(diff.questions.allSatisfy { $0.candidates.count <= 50 })
    #expect(diff.questions[0].old == "F.name0" && diff.questions[0].candidates.contains("other60"))
  }

  @Test("that are alike in bytes only are told apart")
  func bytes() throws {
    let names = ["e\u{301}", "\u{E9}"] + (0..<20).map { "x\($0)" }
    let set = FlagSet(
      name: "F", rawType: .int64,
      flags: names.enumerated().map { Flag(name: Name($1), mask: 1 << UInt64($0)) },
      combinations: [Flag(name: "x0", mask: 7), Flag(name: "all", mask: 3)])
    #expect(set.mask(named: "e\u{301}") == 1 && set.mask(named: "\u{E9}") == 2)
    #expect(set.mask(named: "x0") == 4 && set.mask(named: "all") == 3)
    #expect(set.mask(named: "y") == nil)
  }
}
