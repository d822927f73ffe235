import CommandTable
import Completing
import FlagFormats
import FlagModel
import Platform
import Predicates
import SQLText
import Terminal

/// Finds the candidates for a position in a session line.
struct ReplCompletion {
  private unowned let repl: ReplSession

  init(_ repl: ReplSession) { self.repl = repl }

  private var schema: Schema { repl.database.schema }

  func line(_ line: String, at offset: Int) -> LineCompletion {
    let typed = String(decoding: Array(line.utf8.prefix(offset)), as: UTF8.self)
    let indent = typed.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let text = String(decoding: Array(typed.utf8.dropFirst(indent)), as: UTF8.self)
    if !repl.begun.isEmpty { return continued(line, typed) }
    if let familiar = familiar(text) { return moved(familiar, by: indent) }
    if text.hasPrefix(".") { return moved(dotCommand(text), by: indent) }
    if case .sql = repl.kind(of: text) { return sql(line, typed) }
    if let space = text.firstIndex(where: \.isWhitespace) {
      let first = String(text[..<space])
      if case .command = repl.kind(of: text) {
        return moved(command(first, text), by: indent)
      }
      return predicate(typed)
    }
    var statements: [String] = []
    if !text.isEmpty { statements = SQLStart.reading.flatMap { [$0, $0.lowercased()] } }
    let names = (repl.commandNames + statements).filter { $0.hasPrefix(text) }
    let completion = predicate(typed)
    let predicateWords = Set(completion.words)
    return LineCompletion(
      start: completion.start,
      words: completion.words + names.filter { !predicateWords.contains($0) },
      isWhole: completion.isWhole)
  }

  /// Includes the earlier lines of an unfinished input.
  private func continued(_ line: String, _ typed: String) -> LineCompletion {
    let before = repl.begun
    if case .sql = repl.kind(of: before) {
      return moved(sql(before + line, before + typed), by: -before.utf8.count)
    }
    if case .predicate = repl.kind(of: before) {
      return moved(predicate(before + typed), by: -before.utf8.count)
    }
    return LineCompletion(start: typed.utf8.count, words: [])
  }

  /// Completes a line of another tool as its session equivalent.
  private func familiar(_ text: String) -> LineCompletion? {
    guard text.contains(where: \.isWhitespace),
      let meant = FamiliarCommand.sessionLine(for: "\(text)x").map({ String($0.dropLast()) }),
      meant.hasPrefix(".")
    else { return nil }
    return moved(dotCommand(meant), by: text.utf8.count - meant.utf8.count)
  }

  private func sql(_ text: String, _ typed: String) -> LineCompletion {
    let completion = schema.completions(ofSQL: text, at: typed.utf8.count)
    if let place = completion.texts { return texts(for: place, inSQL: true) }
    let words = completion.candidates.map(\.text)
    return LineCompletion(start: completion.range.lowerBound, words: words, isWhole: false)
  }

  /// The texts that the attribute's records contain.
  private func texts(for place: TextPlace, inSQL: Bool = false) -> LineCompletion {
    LineCompletion(
      start: place.start, words: repl.database.atHand?.texts(for: place, inSQL: inSQL) ?? [],
      isWhole: false)
  }

  private func moved(_ completion: LineCompletion, by distance: Int) -> LineCompletion {
    // A word that began on an earlier line cannot be replaced.
    guard completion.start + distance >= 0 else { return LineCompletion(start: 0, words: []) }
    return LineCompletion(
      start: completion.start + distance, words: completion.words, isWhole: completion.isWhole)
  }

  // MARK: Predicates

  private func predicate(_ text: String) -> LineCompletion { expressions(text, for: .condition) }

  private func expressions(_ text: String, for use: ExpressionUse) -> LineCompletion {
    guard let entity = repl.entity else { return LineCompletion(start: text.utf8.count, words: []) }
    if let place = entity.textPlace(at: text, in: schema, for: use) { return texts(for: place) }
    let completion = entity.completions(of: text, at: text.utf8.count, in: schema, for: use)
    let words = completion.candidates.map(\.text)
    // A dot can follow a name, and a comma can follow a list element.
    let isWhole =
      words.count == 1 && !mayContinue(words[0]) && (use == .condition || use == .groupCondition)
    return LineCompletion(start: completion.range.lowerBound, words: words, isWhole: isWhole)
  }

  private func mayContinue(_ name: String) -> Bool {
    name.hasSuffix("(") || Language.takesArguments(name)
      || repl.entity?.relationship(named: Name(name)) != nil
  }

  // MARK: Dot commands

  private func dotCommand(_ text: String) -> LineCompletion {
    guard let space = text.firstIndex(where: \.isWhitespace) else {
      return LineCompletion(
        start: 0, words: DotCommand.all.map { ".\($0.name)" }.filter { $0.hasPrefix(text) })
    }
    let name = String(text[..<space].dropFirst())
    let rest = String(text[space...].drop(while: \.isWhitespace))
    let start = text.utf8.count - rest.utf8.count
    guard let command = DotCommand.named(name) else { return LineCompletion(start: 0, words: []) }
    switch command.argument {
    case .predicate: return moved(predicate(rest), by: start)
    case .namedPredicate:
      let named = rest.drop { !$0.isWhitespace }.drop(while: \.isWhitespace)
      guard rest.contains(where: \.isWhitespace) else {
        return LineCompletion(start: start, words: [])
      }
      return moved(predicate(String(named)), by: text.utf8.count - named.utf8.count)
    case .names: return moved(listedNames(rest), by: start)
    case .columns: return moved(expressions(rest, for: .columns), by: start)
    case .groups: return moved(expressions(rest, for: .groups), by: start)
    case .order: return moved(expressions(rest, for: .order), by: start)
    case .groupPredicate: return moved(expressions(rest, for: .groupCondition), by: start)
    case .file, .database: return moved(files(rest), by: start)
    case .importing:
      guard let blank = rest.lastIndex(where: \.isWhitespace) else {
        return moved(files(rest), by: start)
      }
      let typed = rest[rest.index(after: blank)...]
      let names = words(for: .entity).filter { $0.hasPrefix(typed) }
      return LineCompletion(start: text.utf8.count - typed.utf8.count, words: names)
    case .none, .program, .entity, .format, .toggle, .expression, .command, .variable, .text:
      let words = words(for: command.argument).filter { $0.hasPrefix(rest) }
      return LineCompletion(start: start, words: words)
    }
  }

  private func words(for kind: DotCommand.Argument) -> [String] {
    switch kind {
    case .entity: schema.entities.map(\.name.text)
    case .format: OutputFormat.allCases.map(\.rawValue)
    case .toggle: ["on", "off"]
    case .expression: repl.entity?.expressions.map(\.name.text) ?? []
    case .variable:
      schema.argumentCandidates(PredicateArguments.names(in: SourceText(repl.lastPredicate ?? "")))
        .map(\.text)
    case .command: DotCommand.all.map { ".\($0.name)" } + repl.commandNames
    default: []
    }
  }

  /// The candidates for the last name in a list.
  private func listedNames(_ text: String) -> LineCompletion {
    let name = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == " " }.last ?? ""
    let names = repl.entity?.candidates(withExpressions: true).map(\.text) ?? []
    return LineCompletion(
      start: text.utf8.count - name.utf8.count, words: names.filter { $0.hasPrefix(name) },
      isWhole: false)
  }

  /// Files and folders. A folder is followed by its content.
  private func files(_ text: String) -> LineCompletion {
    let file = text.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = String(text.utf8.dropLast(file.utf8.count)) ?? ""
    let isHidden = file.hasPrefix(".")
    let names = names(inDirectory: folder)
      .filter { $0.hasPrefix(file) && $0.hasPrefix(".") == isHidden }.sorted()
    let words = names.map { name in
      let isFolder = (try? fileKind(at: folder + name)) == .directory
      return isFolder ? "\(folder)\(name)/" : folder + name
    }
    return LineCompletion(
      start: 0, words: words, isWhole: words.count == 1 && !words[0].hasSuffix("/"))
  }

  // MARK: Commands of the tool

  private func command(_ name: String, _ text: String) -> LineCompletion {
    let words = CommandWords(text)
    if name == "help" {
      let names = self.words(for: .command).filter { $0.hasPrefix(words.last) }
      return LineCompletion(start: words.start, words: names)
    }
    let rest = [name, repl.database.path] + words.before(text).dropFirst()
    let tool = repl.outer.commands.tool
    let offers = tool.completionOffers(after: rest, typed: words.last, preset: .inSession) {
      request in
      CompletionCandidates(request, in: repl.database.session, knowing: schema).choices(
        inShell: false)
    }
    let matchingFiles = offers.paths == nil ? nil : files(offers.place.typed)
    let names = (matchingFiles?.words ?? []) + offers.candidates.map(\.name)
    let isWhole =
      matchingFiles?.isWhole ?? (names.count == 1 && !CompletionOffers.isContinued(names[0]))
    return LineCompletion(
      start: words.start,
      words: names.map { CommandWords.typed(offers.place.head + $0, in: words.openQuote) },
      isWhole: isWhole && words.openQuote == nil && !offers.kind.hasSuffix("predicate"))
  }
}
