import FlagModel
import Migrations
import Predicates
import SQLText

/// Replaces the calls of `FoldedFunction`s in plain SQL by expressions for the model. It collects
/// all errors.
struct SQLFolder {
  /// The range of a call, and the expression that replaces it.
  struct Replacement {
    let range: Range<Int>
    let text: String
  }

  let tokens: SQLTokens
  private let scopes: SQLScopes
  private let columns: SQLColumns
  let parameters: SQLParameters
  private let now: Timestamp?
  private let dialect: any Dialect
  private let storedValue: PlainSQL.StoredValue

  init(
    _ tokens: SQLTokens, _ schema: Schema, _ parameters: SQLParameters, now: Timestamp?,
    _ dialect: any Dialect, _ storedValue: @escaping PlainSQL.StoredValue = { value, _, _ in value }
  ) throws(Diagnostic) {
    self.tokens = tokens
    scopes = try SQLScopes(tokens)
    columns = SQLColumns(schema, scopes)
    self.parameters = parameters
    self.now = now
    self.dialect = dialect
    self.storedValue = storedValue
  }

  /// The replacements for calls, and for names that the engine could take for texts. In SQL that a
  /// file stores, a comment with the call precedes the replacement.
  func replacements() throws(Diagnostics) -> [Replacement] {
    let kept = Set(tokens.kept.joined())
    let calls = try collect { (function, index) throws(Diagnostic) in
      try fold(function, at: index, isKept: kept.contains(index))
    }
    if dialect.takesNamesForTexts { return withNames(calls) }
    return calls
  }

  /// The replacements for calls, and for each name in double quotes between them, which gets the
  /// quotes of the dialect.
  private func withNames(_ calls: [Replacement]) -> [Replacement] {
    var all: [Replacement] = []
    var calls = calls[...]
    for index in tokens.all.indices {
      let range = tokens.all[index].range
      while let call = calls.first, call.range.lowerBound <= range.lowerBound {
        all.append(call)
        calls.removeFirst()
      }
      let end = all.last?.range.upperBound ?? 0
      guard range.lowerBound >= end, let name = tokens.nameInDoubleQuotes(index) else { continue }
      all.append(Replacement(range: range, text: dialect.quoted(name)))
    }
    return all
  }

  /// The calls with new names after renames.
  func renamings(_ renames: [Rename]) throws(Diagnostics) -> [Replacement] {
    try collect { (function, index) throws(Diagnostic) in
      try rename(function, at: index, renames)
    }
  }

  private func collect(
    _ replacement: (FoldedFunction, Int) throws(Diagnostic) -> Replacement
  ) throws(Diagnostics) -> [Replacement] {
    var replacements: [Replacement] = []
    var problems: [Diagnostic] = []
    for index in tokens.all.indices {
      guard let function = tokens.foldedFunction(at: index) else { continue }
      do throws(Diagnostic) {
        replacements.append(try replacement(function, index))
      } catch {
        problems.append(error)
        if problems.count == mostShown { break }
      }
    }
    if !problems.isEmpty { throw Diagnostics(problems) }
    return replacements
  }

  // MARK: Calls

  private typealias Call = (column: SQLColumn, words: [CallArgument], range: Range<Int>)

  private func readCall(_ function: FoldedFunction, at index: Int) throws(Diagnostic) -> Call {
    var next = index + 2
    let column = try readColumn(&next, of: function, scope: Int(scopes.scopeOfToken[index]))
    let words = try readArguments(&next, of: function)
    let range = tokens.all[index].range.lowerBound..<tokens.all[next - 1].range.upperBound
    return (column, words, range)
  }

  private func fold(
    _ function: FoldedFunction, at index: Int, isKept: Bool
  ) throws(Diagnostic) -> Replacement {
    let call = try readCall(function, at: index)
    let expression = try expression(function, call.column, call.words, index)
    guard isKept, isLasting(function, call) else {
      return Replacement(range: call.range, text: expression)
    }
    let words =
      if call.words.allSatisfy(\.isWritten) {
        tokens.source.text(call.range)
      } else {
        written(function, column: call.column.value, call.words.map(\.text))
      }
    return Replacement(range: call.range, text: KeptWords.note(words, before: expression))
  }

  /// True if the meaning does not depend on the time; `stored(taken, 'now')` does.
  private func isLasting(_ function: FoldedFunction, _ call: Call) -> Bool {
    guard function == .stored, let word = call.words.first else { return true }
    let attribute = try? columns.attribute(call.column)
    return (try? attribute?.type.value(from: word.text, now: nil)) != nil
  }

  /// The call with the new names of its column, flags and cases after a migration.
  private func rename(
    _ function: FoldedFunction, at index: Int, _ renames: [Rename]
  ) throws(Diagnostic) -> Replacement {
    let call = try readCall(function, at: index)
    let (entity, attribute) = try columns.match(call.column, isOfFlags: function != .stored)
    let newName = { (path: Name) in renames.first { $0.old == path }?.new }
    var column = call.column.text
    if let name = newName("\(entity.name).\(attribute.name)") {
      let owner = call.column.text.utf8.dropLast(call.column.lastPart.utf8.count)
      column = "\(Name(owner))\(dialect.quoted(name))"
    }
    let type = attribute.type.valueTypeName ?? ""
    let isNamed = { (text: String) in newName("\(type).\(text)") }
    var texts: [String] = []
    for word in call.words {
      guard function != .stored || attribute.type.isFlags else {
        texts.append(isNamed(word.text)?.text ?? word.text)
        continue
      }
      let names = try word.names().map(\.text)
      if names.allSatisfy({ isNamed($0) == nil }) {
        texts.append(word.text)
      } else {
        texts.append(names.map { isNamed($0)?.text ?? $0 }.joined(separator: ","))
      }
    }
    let isSame =
      Name(column) == Name(call.column.text)
      && texts.map { Name($0) } == call.words.map { Name($0.text) }
    if isSame { return Replacement(range: call.range, text: tokens.source.text(call.range)) }
    return Replacement(
      range: call.range, text: written(function, column: call.column.wrapped(column), texts))
  }

  private func written(_ function: FoldedFunction, column: String, _ texts: [String]) -> String {
    let arguments = [column] + texts.map { dialect.literal(.text($0)) }
    return "\(function.rawValue)(\(arguments.joined(separator: ", ")))"
  }

  private func expression(
    _ function: FoldedFunction, _ column: SQLColumn, _ words: [CallArgument], _ index: Int
  ) throws(Diagnostic) -> String {
    switch function {
    case .flags:
      let (_, set) = try columns.flags(column)
      if let word = words.first { throw surplus(word, function) }
      return ("\(.spelled(set, isOptional: true), of: .written(column.value))" as SQLText)
        .script(in: dialect)
    case .field:
      let (attribute, set) = try columns.flags(column)
      guard let word = words.first else { throw missing(function, index) }
      if words.count > 1 { throw surplus(words[1], function) }
      return try field(word, of: set, column, isOptional: isOptional(attribute, column))
        .script(in: dialect)
    case .stored:
      guard let word = words.first else { throw missing(function, index) }
      if words.count > 1 { throw surplus(words[1], function) }
      let (entity, attribute) = try columns.match(column, isOfFlags: false)
      let value = storedValue(try self.value(word, of: attribute), attribute, entity)
      return ("(\(value, of: attribute.type))" as SQLText).script(in: dialect)
    case .has, .any, .none, .exactly, .notAll:
      let (attribute, set) = try columns.flags(column)
      if words.isEmpty { throw missing(function, index) }
      var mask: UInt64 = 0
      for word in words {
        for name in try word.names() { mask |= try bits(name, of: set, column) }
      }
      return function.condition(
        column.value, set, mask, isOptional: isOptional(attribute, column), dialect)
    }
  }

  /// True if the value may be NULL. An aggregate is NULL without rows.
  private func isOptional(_ attribute: Attribute, _ column: SQLColumn) -> Bool {
    attribute.isOptional || column.aggregate != nil
  }

  /// `core`, or `core=typed`
  private func field(
    _ word: CallArgument, of set: FlagSet, _ column: SQLColumn, isOptional: Bool
  ) throws(Diagnostic) -> SQLText {
    let parts = word.text.split(separator: "=", maxSplits: 1)
    let name = Name(parts.first.map { $0.filter { $0 != " " } } ?? "")
    guard let field = set.field(named: name) else {
      throw Diagnostic(
        "'\(name)' is not a field of \(column.text)", at: word.place,
        hint: .name(for: name, in: set.fields.map(\.name), orAll: "\(set.name) has"))
    }
    let value: SQLText = "\(.field(field), of: .written(column.value))"
    guard parts.count > 1 else { return "\(.fieldName(field), of: .written(column.value))" }
    do {
      let bits = try set.mask(from: word.text)
      let wanted: SQLText = "\(field.value(in: bits))"
      if isOptional || field.isOptional { return "(\(.same, of: value, wanted))" }
      return "(\(value) = \(wanted))"
    } catch {
      throw Diagnostic(error.message, at: word.place, hint: error.hint)
    }
  }

  private func value(_ word: CallArgument, of attribute: Attribute) throws(Diagnostic) -> Value {
    do {
      let value = try attribute.type.value(from: word.text, now: now)
      try attribute.requireForm(for: value)
      return value
    } catch {
      throw Diagnostic(error.message, at: word.place, hint: error.hint)
    }
  }

  private func bits(
    _ name: WordSyntax, of set: FlagSet, _ column: SQLColumn
  ) throws(Diagnostic) -> UInt64 {
    if let mask = set.mask(called: Name(name.text)) { return mask }
    if name.text.hasPrefix("0x"), let mask = try? set.mask(from: name.text) { return mask }
    throw Diagnostic(
      "'\(name.text)' is not a flag of \(column.text)", at: name.place,
      hint: .name(for: Name(name.text), in: set.names, orAll: "\(set.name) has"))
  }

  private func missing(_ function: FoldedFunction, _ index: Int) -> Diagnostic {
    let what = function == .stored ? "a value" : "flags"
    return Diagnostic(
      "\(function.rawValue)() expects a column and \(what)", at: tokens.place(index),
      hint: "write it as in \(function.example)")
  }

  private func surplus(_ word: CallArgument, _ function: FoldedFunction) -> Diagnostic {
    Diagnostic(
      "\(function.rawValue)() takes no more arguments", at: word.place,
      hint: "write it as in \(function.example)")
  }

}
