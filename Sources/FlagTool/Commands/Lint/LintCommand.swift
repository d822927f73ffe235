import CommandTable
import Definitions
import FlagModel
import JSON
import Linting

/// `flagdb lint FILE…|DB`: finds mistakes in the definitions of flags, and in their data.
struct LintCommand: Command {
  static let name = "lint"
  static let summary = "finds mistakes in flag definitions and in bitmask columns"

  var database = ""
  var others: [String] = []
  var reading = ReadingOptions()
  var denied: [RuleWord] = []
  var warned: [RuleWord] = []
  var allowed: [RuleWord] = []
  var lock: String?
  var updatesLock = false
  var format: LintFormat?
  var output: String?
  var definitions = DefinitionOptions()

  mutating func declare(in table: inout OptionTable) {
    table.databaseOrDefinitions(&database)
    table.argument(
      "FILE", isOptional: true, &others,
      .file(extensions: ["db", "sqlite", "sqlite3"] + DefinitionLanguage.allExtensions),
      help: "more files or databases; the sets that they share are compared")
    table.heading("rules")
    table.value("deny", &denied, "RULE", help: "exit with 3 for findings of this rule")
    table.value("warn", &warned, "RULE", help: "report them, and exit with 0")
    table.value("allow", &allowed, "RULE", help: "do not report them")
    let lock = table.value(
      "lock", &lock, "FILE", .file(extensions: ["lock"]),
      help: "compare released flags with this file, which the first run writes")
    table.switch(
      "update", &updatesLock, needs: lock, help: "add new flags to the lock, and mark removed ones")
    table.heading("output")
    table.value("format", short: "f", &format, "FORMAT", help: "text by default")
    table.value("output", short: "o", &output, "FILE", .file(), help: "write to this file")
    table.part(&definitions)
    table.model(&reading.models)
    table.commit(&reading.commit)
  }

  func complete() throws {
    guard reading.commit != nil || !reading.models.isEmpty else { return }
    let databases = ([database] + others).count { DefinitionFile($0, definitions) == nil }
    if databases == 0, !reading.models.isEmpty {
      throw CommandError("--model is for a database, and there is none")
    }
    guard reading.commit != nil else { return }
    if databases != 1 {
      throw CommandError("--wal-at reads the state of one database, and there are \(databases)")
    }
  }

  func run(in session: Session) throws -> Exit {
    let lock = try lock.map { try LockFile($0, updates: updatesLock, in: session) }
    var inputs = LintInputs(definitions, reading, lock, inputs: 1 + others.count)
    for path in [database] + others { try inputs.read(path, in: session) }
    inputs.sayIfEmpty(in: session)
    let comparison = try lock?.compare(inputs)
    var findings = inputs.findings
    if let lock, let comparison { findings += lock.findings(of: comparison) }
    let levels = levels
    let shown = findings.filter { levels[$0] != .allow }
    try write(shown, levels, in: session)
    // After the findings, which are of use even if the lock cannot be written.
    if let lock, let comparison { try lock.write(comparison, in: session) }
    if shown.contains(where: { levels[$0] == .deny }) { return .no }
    return inputs.hasUnreadable ? .failed : .done
  }

  private var levels: LintLevels {
    var levels = LintLevels()
    // A single rule has priority over all, whatever their options.
    for namesAll in [true, false] {
      for (level, words) in [(LintLevel.warn, warned), (.allow, allowed), (.deny, denied)] {
        for word in words where word.namesAll == namesAll { levels.set(level, for: word.rules) }
      }
    }
    return levels
  }

  private func write(_ findings: [LintFinding], _ levels: LintLevels, in session: Session) throws {
    switch format ?? .text {
    case .text:
      let texts = findings.map { $0.diagnostic(levels[$0]).rendered() }
      if !texts.isEmpty || output != nil {
        try session.writeDocument(texts.joined(), to: output)
      }
    case .json:
      try session.writeJSON(.array(findings.map { $0.json(levels[$0]) }), to: output)
    case .sarif:
      let document = SARIFReport.document(
        findings, levels: levels, version: session.commands.tool.version)
      try session.writeJSON(document, to: output)
    }
  }
}

/// The formats of findings.
enum LintFormat: String, CommandChoice {
  case text
  case json
  case sarif

  var help: String? {
    switch self {
    case .text: "as a compiler prints them"
    case .json: "an array of objects"
    case .sarif: "SARIF 2.1.0, which forges show beside the source"
    }
  }
}

/// A rule, or all of them.
struct RuleWord: CommandWord {
  let rules: [LintRule]
  let namesAll: Bool

  init(word: String) throws(UnreadableWord) {
    namesAll = word == "all"
    if namesAll {
      rules = LintRule.allCases
    } else if let rule = LintRule(rawValue: word) {
      rules = [rule]
    } else {
      let names = LintRule.allCases.map(\.rawValue)
      throw UnreadableWord(
        expected: "a rule of lint",
        hint: Hint.name(for: word, in: names, orAll: "the rules are")?.text)
    }
  }

  /// The parser would list all rules for a choice that is none.
  static var completion: Completion { .asks("lint-rule") }
}
