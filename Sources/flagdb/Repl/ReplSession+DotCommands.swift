import CommandTable
import FlagFormats
import FlagModel
import PlainText
import Platform
import Predicates
import Terminal

// What the dot commands do: set something, or run a command of the tool.

extension ReplSession {
  // MARK: What is asked

  func use(_ name: String) throws {
    if name.isEmpty {
      return try session.print(database.schema.entities.map { "\($0.name)\n" }.joined())
    }
    settings.use(try database.schema.entity(typed: Name(name)).name)
  }

  func setArgument(_ text: String) throws {
    if text.isEmpty { return settings.forgetArguments() }
    let name = PredicateArguments.parts(of: text)?.name.text ?? text
    guard PredicateArguments.isName(name) else {
      throw CommandError(".arg: expected NAME=VALUE, found '\(text)'")
    }
    settings.set(argument: text)
  }

  func setLimit(_ number: String) throws {
    var wanted = ReplSettings()
    wanted.limit = number.isEmpty ? nil : number
    try tryOut(wanted)
    settings.limit = wanted.limit
  }

  /// Sets an option of `query`, which has to fit what is set before it; nothing takes it back. What
  /// was set to go with another one is taken back as well, and said.
  func set(_ setting: WritableKeyPath<ReplSettings, String?>, _ text: String) throws {
    var fitting = ReplSettings()
    var taken: [String] = []
    for (name, path) in ReplSettings.ofEntity {
      let isAsked = path == setting
      guard let value = isAsked ? text : settings[keyPath: path], !value.isEmpty else { continue }
      var more = fitting
      more[keyPath: path] = value
      do {
        try tryOut(more)
        fitting = more
      } catch {
        if isAsked { throw error }
        taken.append(".\(name) \(value)")
      }
    }
    for (_, path) in ReplSettings.ofEntity { settings[keyPath: path] = fitting[keyPath: path] }
    for line in taken { say("note: '\(visible(line))' does not go with it, and is taken back\n") }
  }

  /// Throws where `query` would not take what is set.
  private func tryOut(_ wanted: ReplSettings) throws {
    let words =
      ["query", database.path, try requireEntity().name.text, "--sql"] + wanted.queryOptions
    _ = try tool.parse(givenArguments(words)).run(in: silentSession())
  }

  /// Records, or what an option of `query` says of them.
  func query(_ predicate: String, _ option: String...) throws {
    try ask(predicate, settings.queryOptions + option)
  }

  /// All that match, however many are shown.
  func count(_ predicate: String) throws {
    try ask(predicate, ["--count"])
  }

  private func ask(_ predicate: String, _ options: [String]) throws {
    let entity = try requireEntity()
    let asked = predicate.isEmpty ? lastPredicate : predicate
    let selection = asked.map { ["--where=\($0)"] } ?? []
    try run(["query", database.path, entity.name.text] + selection + options)
    lastPredicate = asked
  }

  func showStatistics(_ names: String) throws {
    let columns = names.split { $0 == "," || $0.isWhitespace }.map(String.init)
    try run(["stats", database.path, try requireEntity().name.text] + columns)
  }

  func showSchema(_ entity: String) throws {
    try run(["schema", database.path] + (entity.isEmpty ? [] : [entity]))
  }

  // MARK: What is shown

  func setFormat(_ name: String) throws {
    let names = OutputFormat.allCases.map(\.rawValue)
    guard name.isEmpty || names.contains(name) else {
      throw CommandError(
        "expected one of \(names.joined(separator: ", ")), found '\(name)'",
        hint: .name(for: name, in: names))
    }
    settings.format = name.isEmpty ? nil : name
  }

  func set(
    _ setting: WritableKeyPath<ReplSettings, Bool>, _ text: String, of name: String
  ) throws {
    guard let value = ["on": true, "off": false][text] else {
      let isOn = settings[keyPath: setting]
      throw CommandError(
        ".\(name): expected on or off, found \(text.isEmpty ? "nothing" : "'\(text)'")",
        hint: "it is \(isOn ? "on" : "off")")
    }
    settings[keyPath: setting] = value
  }

  /// The file that was written until now is complete.
  func setOutput(_ path: String) throws {
    try endOutput()
    if path.isEmpty || path == "-" { return }
    results = try outer.file(path, for: ".output")
    resultsPath = path
  }

  func endOutput() throws {
    let ended = results
    results = nil
    if let resultsPath { outer.files.endUse(at: resultsPath) }
    resultsPath = nil
    try ended?.finish()
  }

  // MARK: Kept predicates

  func save(_ text: String) throws {
    let entity = try requireEntity()
    let name = String(text.prefix { !$0.isWhitespace })
    guard !name.isEmpty else { throw CommandError(".save: expected a name, found nothing") }
    let typed = String(text.dropFirst(name.count)).trimmed
    guard let predicate = typed.isEmpty ? lastPredicate : typed else {
      throw CommandError(".save: expected a predicate, found nothing")
    }
    let checker = PredicateChecker(entity, in: database.schema, now: session.now)
    let kept = NamedExpression(name: Name(name), text: predicate, declaredType: "")
    _ = try checker.check(try .parse(SourceText(predicate)), keptAs: kept)
    try run(["define", database.path, "expression", "\(entity.name).\(name)", "--", predicate])
  }

  func runSaved(_ name: String) throws {
    let entity = try requireEntity()
    guard entity.expression(named: Name(name)) != nil else {
      let names = entity.expressions.map(\.name)
      throw CommandError(
        name.isEmpty
          ? ".run: expected a name, found nothing"
          : "'\(name)' is not kept for \(entity.name)",
        hint: .name(for: Name(name), in: names, orAll: "there is")
          ?? ".save NAME PREDICATE keeps one")
    }
    try query(name)
  }

  // MARK: Files

  func edit() throws {
    guard session.canAsk else {
      throw CommandError(".edit needs a terminal", exit: .failed)
    }
    let editor =
      [environmentVariable("VISUAL"), environmentVariable("EDITOR")].compactMap(\.self)
      .first { !$0.isEmpty } ?? "vi"
    // The shell would repeat as it is what could drive the terminal.
    guard visible(editor) == editor else {
      throw CommandError("'\(editor)' is no command", exit: .failed)
    }
    let file = try makePrivateTemporaryFile(
      named: ".predicate", Array("\(lastInput)\n".utf8), in: session.files)
    defer { removeFile(at: file) }
    guard try runInForeground(editor, on: file) else {
      throw CommandError("'\(editor)' failed; nothing was run", exit: .failed)
    }
    let bytes = try readFile(at: file, limit: Self.longestLine, in: session.files)
    if let offset = firstInvalidUTF8(in: bytes) {
      throw CommandError("what was edited is not UTF-8: byte \(offset)", exit: .failed)
    }
    let text = String(decoding: bytes, as: UTF8.self).trimmed
    session.say("\(text)\n")
    reader.remember(text)
    try perform(text)
  }

  func read(_ path: String) throws {
    guard !path.isEmpty else { throw CommandError(".read: expected a file, found nothing") }
    guard depth < Self.deepest else {
      throw CommandError(
        "files read one another more than \(Self.deepest) deep", exit: .failed)
    }
    depth += 1
    defer { depth -= 1 }
    let lines = try lineReader(of: path, limit: Self.longestLine, in: self.outer.files)
    defer { self.outer.files.endUse(at: path) }
    let outer = reader
    defer { reader = outer }
    reader = lines
    var script = ReplScript(lines, name: "'\(path)'")
    try perform(&script)
  }

  // MARK: Help

  /// A command of the session, or a page of the manual.
  func help(_ topic: String) throws {
    if topic.isEmpty { return try session.print(Self.overview, isPaged: true) }
    let name = topic.hasPrefix(".") ? String(topic.dropFirst()) : topic
    if let command = DotCommand.named(name) {
      return try session.print("\(command.usage)\n  \(command.help)\n")
    }
    guard handbook.manualPage(named: topic) != nil else {
      let names = DotCommand.all.map { ".\($0.name)" } + Self.commands.map(\.name)
      throw CommandError(
        "'\(topic)' is no command of the session, and no page of the manual",
        hint: .name(for: topic, in: names))
    }
    try run(["help", topic])
  }

  private static let overview: String = {
    let width = 2 + (DotCommand.all.map { displayWidth(of: $0.usage) }.max() ?? 0)
    let lines = DotCommand.all.map { "  \(padded($0.usage, to: width))\($0.help)\n" }
    let names = commands.map(\.name).joined(separator: ", ")
    return """
      A line is a predicate, whose records are shown, as in: markers has HRM and score > 50
      or a command of flagdb without its database (\(names))
      or one of these:
      \(lines.joined())
      """.filter { $0 != "`" }
  }()
}
