/// A rule of `lint`: a kind of mistake in the definition of flags or in their data.
///
/// This module finds mistakes in flags. It reads definitions as `Definitions` spells them and counts
/// of records from `Statistics`, and nothing else knows it.
package enum LintRule: String, CaseIterable, Sendable {
  case severalBits = "several-bits"
  case decimalForHex = "decimal-for-hex"
  case octalDigits = "octal-digits"
  case shiftedNumber = "shifted-number"
  case countedFlag = "counted-flag"
  case sharedBit = "shared-bit"
  case secondName = "second-name"
  case signBit = "sign-bit"
  case negativeNone = "negative-none"
  case tooWide = "too-wide"
  case gap
  case commentedBit = "commented-bit"
  case differentBits = "different-bits"
  case missingFlag = "missing-flag"
  case undeclaredBit = "undeclared-bit"
  case signExtended = "sign-extended"
  case unusedBit = "unused-bit"
  case equalFlags = "equal-flags"
  case equalSets = "equal-sets"
  case renamedFlag = "renamed-flag"
  case movedFlag = "moved-flag"
  case reusedBit = "reused-bit"
  case missingSet = "missing-set"

  /// The mistake that the rule finds, for SARIF and completion.
  package var summary: String {
    switch self {
    case .severalBits: "a flag has several bits, such as 0x16 where 0x10 is missing"
    case .decimalForHex: "a decimal number between hexadecimal ones, such as 40 after 0x20"
    case .octalDigits: "a decimal number whose digits are an octal bit, such as 0100"
    case .shiftedNumber: "a shift of a number with several bits, such as 3 << 0"
    case .countedFlag: "a flag without a value is one more than the flag before it"
    case .sharedBit: "two flags have the same bit by mistake"
    case .secondName: "a number repeats the bit of another flag, perhaps on purpose"
    case .signBit: "a flag is the sign bit of a signed 32-bit number"
    case .negativeNone: "the name of no flags has the value -1, which is all flags"
    case .tooWide: "a flag does not fit the type of the set or the column"
    case .gap: "a bit between two flags has no name"
    case .commentedBit: "the comment behind a value gives another bit"
    case .differentBits: "two definitions of a set give a flag different bits"
    case .missingFlag: "a definition of a set lacks a flag of another one"
    case .undeclaredBit: "records have a bit that no flag declares"
    case .signExtended: "a column with 64 bits holds negative 32-bit numbers"
    case .unusedBit: "no record has the flag"
    case .equalFlags: "flags that records always have together"
    case .equalSets: "two attributes that always have the same flags"
    case .renamedFlag: "a released bit has another name"
    case .movedFlag: "a released flag has another bit"
    case .reusedBit: "the bit of a removed flag has a new name"
    case .missingSet: "a released set is in none of the files"
    }
  }

  /// The level without `--deny`, `--warn` and `--allow`.
  package var usualLevel: LintLevel {
    switch self {
    case .severalBits, .decimalForHex, .octalDigits, .shiftedNumber, .countedFlag, .negativeNone,
      .tooWide, .differentBits, .undeclaredBit, .signExtended, .renamedFlag, .movedFlag, .reusedBit,
      .missingSet:
      .deny
    case .sharedBit, .commentedBit, .unusedBit, .equalFlags, .equalSets: .warn
    case .secondName, .signBit, .gap, .missingFlag: .allow
    }
  }
}

/// The treatment of a rule's findings.
package enum LintLevel: String, Sendable {
  /// Findings are not reported.
  case allow
  /// Findings are reported, and the exit status stays 0.
  case warn
  case deny
}

/// The levels of all rules.
package struct LintLevels: Sendable {
  private var changed: [LintRule: LintLevel] = [:]

  package init() {}

  package mutating func set(_ level: LintLevel, for rules: [LintRule]) {
    for rule in rules { changed[rule] = level }
  }

  package subscript(rule: LintRule) -> LintLevel { changed[rule] ?? rule.usualLevel }

  package subscript(finding: LintFinding) -> LintLevel {
    changed[finding.rule] ?? finding.usualLevel
  }
}
