import CommandTable
import Completing
import Definitions
import FlagCodegen
import FlagModel
import FlagTool
import JSON
import Linting
import ModelText
import PlainText
import Predicates
import UserSQL

extension FuzzTarget {
  /// Everything that reads what a user writes, or what comes from outside otherwise.
  public static let all: [FuzzTarget] =
    RecordTarget.all + ArchiveTargets.all + StoreTargets.all
    + [PageTarget.pages, definitions, lock, model, predicate, statement, sessionLine, commandLine]

  // MARK: Texts

  private static func text(
    _ name: String, seeds: [String], _ read: @escaping @Sendable (String) throws -> Bool
  ) -> FuzzTarget {
    // Whoever reads a text from outside checks first that it is UTF-8.
    let bytes = { (texts: [String]) in texts.map { Array($0.utf8) } }
    return FuzzTarget(name, seeds: bytes(seeds)) { bytes in
      try read(String(decoding: bytes, as: UTF8.self))
    }
  }

  static let model = text("model", seeds: Corpus.models) { text in
    let reading = readModel([SourceText(name: "Fuzz.swift", text)])
    try expectSafe(Diagnostics(reading.diagnostics))
    guard let schema = reading.schema else {
      try expect(!reading.diagnostics.isEmpty, "a model that is refused has errors", text)
      return false
    }
    let swift = schema.swiftSource
    let again = readModel([SourceText(swift)])
    try expect(
      again.schema == schema && again.schema?.swiftSource == swift,
      "a schema comes back from Swift",
      swift + again.diagnostics.map { $0.rendered() }.joined())
    try expectKeptComments(of: text, in: schema)
    do throws(JSONFault) {
      _ = try JSONValue(reading: schema.json { _ in nil }.utf8)
    } catch {
      throw FuzzFailure("a schema as JSON is JSON", error.problem.message)
    }
    return true
  }

  /// Comments change nothing, and stay where they are from then on.
  private static func expectKeptComments(of text: String, in schema: Schema) throws {
    let first = SourceComments(in: SourceText(text)).added(to: schema.swiftSource)
    let second = SourceComments(in: SourceText(first)).added(to: schema.swiftSource)
    let again = readModel([SourceText(first)])
    try expect(again.schema == schema && first == second, "a model keeps its comments", first)
  }

  /// The language of the first line reads the others.
  static let definitions = text("definitions", seeds: Corpus.definitions) { text in
    let parts = text.split(separator: "\n", maxSplits: 1)
    guard let text = parts.last.map(String.init), let first = parts.first else { return false }
    let all = DefinitionLanguage.allCases
    let language = all.first { $0.rawValue == first } ?? all[text.utf8.count % all.count]
    let source = SourceText(name: "fuzz", text)
    guard let found = try accepted({ try FlagDefinitions(source, at: "fuzz", language) }) else {
      return false
    }
    _ = found.listings
    for set in found.written.sets {
      let findings = SetLinter.findings(in: set)
      try expectSafe(Diagnostics(findings.map { $0.diagnostic(.warn) }))
    }
    let names = found.names.prefix(5) + text.split { !$0.isLetter }.prefix(2).map { Name($0) }
    var isRead = false
    for name in names {
      guard let flags = try accepted({ try found.read(name) }) else { continue }
      try expectSafe(Diagnostics(flags.notes))
      try expectCarried(flags.set)
      _ = try accepted { try found.readEnumeration(name) }
      isRead = true
    }
    return isRead
  }

  static let lock = text(
    "lock",
    seeds: [
      "flagdb lock 1\nf.h F\n  0x1 A\n  -0x2 B b\n",
      "flagdb lock 1\nattributes.h Attribute\n  0x1 hidden\n  0x2 readOnly\n  0x4 archived\n  0x8 system\n",
      "flagdb lock 1\na.swift One\n  0x1 a\nb.swift Two\n  0x1 a\n  0x8000000000000000 last\n",
      "flagdb lock 1\nmask.py Mask\n  -0x1 OLD NEW\n  0x2 NEW\n",
      "flagdb lock 1\nrights.sql users.rights\n  0x1 read\n  0x4 write\n  0x6 all\n",
      "flagdb lock 1\n",
      "flagdb lock 1\nx.go Kind\n  0x10 KindFirst\n  0x20 KindSecond\n",
    ]
  ) { text in
    guard let lock = try accepted({ try FlagLock(SourceText(text)) }) else { return false }
    try expect(
      try accepted { try FlagLock(SourceText(lock.text)) } == lock,
      "a lock comes back from its text",
      lock.text)
    return true
  }

  /// A set that was read is one that a model can have.
  private static func expectCarried(_ set: FlagSet) throws {
    let named = FlagSet(
      name: "Fuzz", rawType: set.rawType, flags: set.flags, combinations: set.combinations)
    let swift = Schema(types: [.flagSet(named)], entities: []).swiftSource
    let again = readModel([SourceText(swift)])
    try expect(
      again.schema?.flagSets.first.map { Set($0.flags) } == Set(named.flags),
      "flags come back from Swift", swift + again.diagnostics.map { $0.rendered() }.joined())
  }

  static let predicate = text("predicate", seeds: Corpus.predicates) {
    text in
    let place = text.utf8.count / 2
    for candidate in zoo.sample.completions(of: text, at: place, in: zoo.schema).candidates {
      try expect(
        !candidate.text.unicodeScalars.contains(where: isUnseen), "candidates are safe",
        candidate.text)
    }
    _ = PredicateSyntax.isUnfinished(text)
    try expectWholeTexts(in: String(decoding: text.utf8.prefix(place), as: UTF8.self))
    guard let syntax = try accepted({ try PredicateSyntax.parse(SourceText(text)) }) else {
      return false
    }
    let printed = syntax.printed
    let again = try? PredicateSyntax.parse(SourceText(printed))
    try expect(again == syntax, "a predicate comes back as it is printed", printed)
    return try check(syntax)
  }

  /// A text that completion puts into its quotes is closed, and means itself.
  private static func expectWholeTexts(in typed: String) throws {
    guard let place = zoo.sample.textPlace(at: typed, in: zoo.schema) else { return }
    let text = "it's \\ \"so\""
    let literal = place.spelled(text)
    let tokens = try PredicateLexer.lex(SourceText(literal))
    try expect(
      tokens.count == 2 && tokens[0].text == text, "a text means itself in quotes", literal)
  }

  /// A predicate that has a meaning for the entity keeps it in its plainest spelling.
  private static func check(_ syntax: PredicateSyntax) throws -> Bool {
    let checker = { PredicateChecker(zoo.sample, in: zoo.schema, now: .latest) }
    guard let predicate = try accepted({ try checker().check(syntax) }) else { return false }
    let spelled = predicate.spelled(of: zoo.sample, in: zoo.schema)
    do {
      let again = try checker().check(PredicateSyntax.parse(SourceText(spelled)))
      let twice = again.spelled(of: zoo.sample, in: zoo.schema)
      try expect(twice == spelled, "a spelling is spelled the same", "\(spelled)\n  \(twice)")
    } catch let error as Diagnostic {
      throw FuzzFailure("a spelling is a predicate", "\(spelled)\n  \(error.message)")
    }
    return true
  }

  static let statement = text("sql", seeds: Corpus.statements) { text in
    _ = PlainSQL.isUnfinished(text)
    let completion = zoo.schema.completions(ofSQL: text, at: text.utf8.count / 2)
    try expect(
      completion.range.upperBound == text.utf8.count / 2, "a completion ends at its place", text)
    let fold = { (text: String) in
      try PlainSQL(SourceText(text), schema: zoo.schema, now: .latest).text
    }
    guard let folded = try accepted({ try fold(text) }) else { return false }
    try expect(try fold(text) == folded, "SQL is folded the same twice", folded)
    let again = try accepted { try fold(folded) }
    try expect(again == folded, "folded SQL is plain", folded)
    return true
  }

  // MARK: Lines

  private static let commandNames = tool.listedCommands.map(\.name)

  static let sessionLine = text("session", seeds: Corpus.sessionLines) { line in
    let input = ReplInput(line, of: zoo.sample, among: commandNames)
    _ = input.isUnfinished
    let again = ReplInput(line, of: zoo.sample, among: commandNames)
    try expect(again == input, "a line means the same twice", line)
    if case .program(let program) = input {
      try expect(line.contains("!\(program.prefix(1))"), "a program is as it was typed", line)
    }
    let words = CommandWords(line).words
    let typed = words.map { $0.isEmpty ? "''" : CommandWords.typed($0, in: nil) }
    let typedAgain = CommandWords(typed.joined(separator: " ")).words
    try expect(typedAgain == words, "words come back as they are typed", "\(words) \(typedAgain)")
    return input != .nothing
  }

  static let commandLine = text("command line", seeds: Corpus.commandLines) { text in
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    _ = tool.parseUnfinished(words)
    return try accepted { try tool.parse(words) } != nil
  }

  // MARK: What holds for all

  /// The result, or nil after an error that is fit to be shown.
  static func accepted<T>(_ read: () throws -> T) throws -> T? {
    do {
      return try read()
    } catch {
      try expectSafe(error)
      return nil
    }
  }

  /// An error is put into few words, which cannot drive a terminal.
  static func expectSafe(_ error: any Error) throws {
    try expectSafe(text: Failure(error, isVerbose: true).text)
  }

  static func expectSafe(text: String) throws {
    try expect(
      text.utf8.count < 40_000, "errors are of a size to be read", "\(text.utf8.count) bytes")
    let unseen = text.unicodeScalars.first { isUnseen($0) && $0 != "\n" }
    try expect(unseen == nil, "errors cannot drive a terminal", visible(text))
  }

  static func expect(
    _ condition: Bool, _ property: String, _ words: @autoclosure () -> String
  ) throws {
    if !condition { throw FuzzFailure(property, String(words().prefix(2_000))) }
  }
}

/// The model that the documentation speaks of.
struct Zoo: Sendable {
  let schema: Schema
  let sample: Entity

  init() {
    let reading = Corpus.models.lazy.compactMap { readModel([SourceText($0)]).schema }
      .first { $0.entity(named: "Sample") != nil }
    guard let schema = reading, let sample = schema.entity(named: "Sample") else {
      preconditionFailure("no model with samples in Examples")
    }
    self.schema = schema
    self.sample = sample
  }
}

let zoo = Zoo()
