import CommandTable
import FlagFormats
import FlagModel
import Platform
import Predicates
import Terminal

// The actions of dot commands: they change a setting, or run a tool command.

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

  /// Sets an option of `query` that must be compatible with the other settings. An empty text
  /// resets it. Settings that depend on it are reset too, with a message.
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
    for line in taken { say("note: '\(visible(line))' does not fit it, and is reset\n") }
  }

  /// Throws if `query` would refuse the settings.
  private func tryOut(_ wanted: ReplSettings) throws {
    let words =
      ["query", database.path, try requireEntity().name.text, "--sql"] + wanted.recordOptions
    _ = try outer.commands.tool.parse(givenArguments(words), preset: .inSession).run(
      in: silentSession())
  }

  /// Queries records.
  func query(_ predicate: String) throws {
    try ask(predicate, settings.recordOptions + settings.outputOptions)
  }

  /// Shows the SQL or the plan of a query.
  func look(into predicate: String, _ options: [String]) throws {
    try ask(predicate, settings.recordOptions + options)
  }

  func ask(_ predicate: String, _ options: [String]) throws {
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
    var words = ["schema", database.path]
    if !entity.isEmpty { words.append(entity) }
    try run(words)
  }

  // MARK: What is shown

  func setFormat(_ name: String) throws {
    let format = OutputFormat.meant(by: name)
    guard name.isEmpty || format != nil else {
      throw CommandError(
        "expected \(OutputFormat.expectation), found '\(name)'",
        hint: OutputFormat.hint(for: name))
    }
    settings.format = format?.rawValue
  }

  func set(_ setting: WritableKeyPath<ReplSettings, Bool>, _ text: String, of name: String) throws {
    guard let value = ["on": true, "off": false][text] else {
      let shown = text.isEmpty ? "nothing" : "'\(text)'"
      throw CommandError(
        ".\(name): expected on or off, found \(shown)",
        hint: settings[keyPath: setting] ? "it is on" : "it is off")
    }
    settings[keyPath: setting] = value
  }

  /// Completes the previous output file.
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
      var message = "\(entity.name) has no saved predicate '\(name)'"
      if name.isEmpty { message = ".run: expected a name, found nothing" }
      throw CommandError(
        message,
        hint: .name(for: Name(name), in: names, orAll: "there is")
          ?? ".save NAME PREDICATE saves one")
    }
    try query(name)
  }
}
