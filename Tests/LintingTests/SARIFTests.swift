import FlagModel
import JSON
import Testing

@testable import Linting

@Suite("SARIF")
struct SARIFTests {
  @Test func findingsHaveTheShapeOfTheStandard() throws {
    let source = try LintedSource(
      "#define F_A 0x4\n#define F_B 0x8\n#define F_C 0x16\n#define F_D 0x20\n", "my flags.h")
    let log = SARIFReport.document(source.findings, levels: LintLevels(), version: "1.0.0")
    #expect(log["version"] == .string("2.1.0"))
    let run = try #require(log["runs"]?.items?.first)
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.items)
    #expect(rules.count == LintRule.allCases.count)
    let result = try #require(run["results"]?.items?.first)
    let index = try #require(result["ruleIndex"]?.integer)
    #expect(rules[index]["id"] == result["ruleId"])
    #expect(result["level"] == .string("error"))
    #expect(result["message"]?["text"]?.string?.hasSuffix("; repair: write 0x10") ?? false)
    let place = try #require(result["locations"]?.items?.first?["physicalLocation"])
    #expect(place["artifactLocation"]?["uri"] == .string("my%20flags.h"))
    #expect(
      place["region"]?.text()
        == #"{"startLine":3,"startColumn":13,"endLine":3,"endColumn":17}"#)
  }

  @Test func aRuleHasANameAndALevel() {
    for rule in LintRule.allCases {
      #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(!rule.summary.isEmpty)
    }
    var levels = LintLevels()
    levels.set(.deny, for: LintRule.allCases)
    #expect(levels[.gap] == .deny)
  }
}
