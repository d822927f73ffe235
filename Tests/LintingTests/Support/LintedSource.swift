import Definitions
import FlagModel
import PlainText
import Testing

@testable import Linting

/// A source whose sets are linted.
struct LintedSource {
  let sets: [WrittenSet]
  let enumsOfFewBits: [WrittenSet]
  let countingEnums: [WrittenSet]

  init(_ text: String, _ file: String = "test.h") throws {
    let language = try #require(DefinitionLanguage(fileName: file))
    let definitions = try FlagDefinitions(SourceText(name: file, text), at: file, language)
    let written = definitions.written
    sets = written.sets
    enumsOfFewBits = written.enumsOfFewBits
    countingEnums = definitions.countingEnums
  }

  var findings: [LintFinding] {
    sets.flatMap { SetLinter.findings(in: $0) }
      + countingEnums.flatMap { SetLinter.findings(inCountingEnum: $0) }
  }

  /// `several-bits F_C write 0x10` for each finding of the rules that are not allowed.
  var lines: [String] {
    findings.filter { $0.usualLevel != .allow }.map(\.line)
  }
}

extension LintFinding {
  var line: String { "\(rule.rawValue) \(flag ?? "-"): \(repair)" }
}
