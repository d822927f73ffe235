import FlagModel
import Migrations
internal import PlainText
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

  private let tokens: SQLTokens
  private let scopes: SQLScopes
  private let columns: SQLColumns
  private let parameters: SQLParameters
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
    return dialect.takesNamesForTexts ? withNames(calls) : calls
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

  private typealias Call = (column: SQLColumn, words: [Argument], range: Range<Int>)

  private func readCall(
    _ function: FoldedFunction, at index: Int
  ) throws(Diagnostic) -> Call {
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
      call.words.allSatisfy(\.isWritten)
      ? tokens.source.text(call.range)
      : written(function, column: call.column.value, call.words.map(\.text))
    return Replacement(
      range: call.range, text: KeptWords.note(words, before: expression))
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
    let (entity, attribute) = try columns.found(call.column, isOfFlags: function != .stored)
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
      let isSame = names.allSatisfy { isNamed($0) == nil }
      texts.append(
        isSame ? word.text : names.map { isNamed($0)?.text ?? $0 }.joined(separator: ","))
    }
    let isSame =
      Name(column) == Name(call.column.text)
      && texts.map { Name($0) } == call.words.map { Name($0.text) }
    return Replacement(
      range: call.range,
      text: isSame
        ? tokens.source.text(call.range)
        : written(function, column: call.column.wrapped(column), texts))
  }

  private func written(
    _ function: FoldedFunction, column: String, _ texts: [String]
  ) -> String {
    let arguments = [column] + texts.map { dialect.literal(.text($0)) }
    return "\(function.rawValue)(\(arguments.joined(separator: ", ")))"
  }

  private func expression(
    _ function: FoldedFunction, _ column: SQLColumn, _ words: [Argument], _ index: Int
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
      let (entity, attribute) = try columns.found(column, isOfFlags: false)
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
    _ word: Argument, of set: FlagSet, _ column: SQLColumn, isOptional: Bool
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
      return isOptional || field.isOptional
        ? "(\(.same, of: value, wanted))" : "(\(value) = \(wanted))"
    } catch {
      throw Diagnostic(error.message, at: word.place, hint: error.hint)
    }
  }

  private func value(
    _ word: Argument, of attribute: Attribute
  ) throws(Diagnostic) -> Value {
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

  private func surplus(_ word: Argument, _ function: FoldedFunction) -> Diagnostic {
    Diagnostic(
      "\(function.rawValue)() takes no more arguments", at: word.place,
      hint: "write it as in \(function.example)")
  }

  // MARK: Arguments

  private func readColumn(
    _ next: inout Int, of function: FoldedFunction, scope: Int
  ) throws(Diagnostic) -> SQLColumn {
    let aggregate = tokens.maskAggregate(at: next)
    if aggregate != nil { next += 2 }
    let start = next
    var names: [Name.Folded] = []
    while names.count < 3, let name = tokens.name(next) {
      names.append(name)
      next += 1
      guard tokens.isSymbol(next, "."), names.count < 3 else { break }
      next += 1
    }
    guard let name = names.last, next - start == 2 * names.count - 1,
      tokens.isSymbol(next, ",") || tokens.isSymbol(next, ")")
    else {
      throw unexpected(next, "a column", function)
    }
    let range = tokens.all[start].range.lowerBound..<tokens.all[next - 1].range.upperBound
    let lastPart = tokens.text(next - 1)
    if aggregate != nil {
      guard tokens.isSymbol(next, ")") else { throw unexpected(next, "')'", function) }
      next += 1
    }
    return SQLColumn(
      qualifier: names.dropLast().last, name: name, text: tokens.source.text(range),
      place: SourcePlace(tokens.source, range), scope: scope,
      lastPart: lastPart, aggregate: aggregate)
  }

  /// Parses the arguments after the column, up to the closing bracket.
  private func readArguments(
    _ next: inout Int, of function: FoldedFunction
  ) throws(Diagnostic) -> [Argument] {
    var words: [Argument] = []
    while tokens.isSymbol(next, ",") {
      words.append(try argument(next + 1, of: function))
      next += 2
    }
    guard tokens.isSymbol(next, ")") else { throw unexpected(next, "a comma or ')'", function) }
    next += 1
    return words
  }

  private func argument(
    _ index: Int, of function: FoldedFunction
  ) throws(Diagnostic) -> Argument {
    let token = tokens.all.indices.contains(index) ? tokens.all[index] : nil
    switch token?.kind {
    case .string:
      return Argument(text: tokens.string(index), place: tokens.place(index), isWritten: true)
    case .parameter:
      let parameter = tokens.text(index)
      guard !parameter.hasPrefix("?"), let text = parameters.text(of: parameter) else {
        throw Diagnostic("expected a text for '\(parameter)'", at: tokens.place(index))
      }
      return Argument(text: text, place: tokens.place(index), isWritten: false)
    case .word, .quotedName:
      throw Diagnostic(
        "expected a text, found \(tokens.text(index))", at: tokens.place(index),
        hint: "write it as in \(function.example)")
    default: throw unexpected(index, "a text", function)
    }
  }

  private func unexpected(
    _ index: Int, _ what: String, _ function: FoldedFunction
  ) -> Diagnostic {
    guard tokens.all.indices.contains(index) else {
      let end = tokens.source.utf8.count
      return Diagnostic(
        "expected \(what), found the end", at: SourcePlace(tokens.source, end..<end),
        hint: "write it as in \(function.example)")
    }
    return Diagnostic(
      "expected \(what), found '\(tokens.text(index))'", at: tokens.place(index),
      hint: "write it as in \(function.example)")
  }
}

extension SQLTokens {
  /// True if the SQL contains a call to replace. Otherwise, it is not parsed further.
  var callFoldedFunctions: Bool {
    all.indices.contains { foldedFunction(at: $0) != nil }
  }

  /// The function that is called here: an unquoted name followed by a bracket.
  func foldedFunction(at index: Int) -> FoldedFunction? {
    guard isSymbol(index + 1, "("), all[index].range.count <= Self.longestFunction,
      let word = keyword(index), let function = FoldedFunction(keyword: word),
      !isSymbol(index - 1, "."),
      !Self.beforeTable.contains(keyword(index - 1) ?? "")
    else { return nil }
    // `= ANY(…)` is an operator of PostgreSQL.
    let isCompared = notation == .postgresql && function == .any && comparesBefore(index)
    return isCompared ? nil : function
  }

  /// `bit_or` or `bit_and`, if it is called here.
  func maskAggregate(at index: Int) -> String? {
    guard let word = keyword(index), SQLColumn.aggregates.contains(word), isSymbol(index + 1, "(")
    else { return nil }
    return text(index)
  }

  private func comparesBefore(_ index: Int) -> Bool {
    ["=", "<", ">", "~"].contains { isSymbol(index - 1, $0) }
      || ["LIKE", "ILIKE"].contains(keyword(index - 1))
  }

  private static let longestFunction = 8
  /// Keywords before a table.
  private static let beforeTable: Set<String> = [
    "TABLE", "INTO", "EXISTS", "REFERENCES", "WITH", "RECURSIVE",
  ]
}

/// A text argument of a call.
private struct Argument {
  let text: String
  let place: SourcePlace
  /// True if the text is in the SQL itself, so that an error can point to a part of it.
  let isWritten: Bool

  /// `HRM,PLX` or `HRM|PLX`, possibly with spaces or a dot before a name.
  func names() throws(Diagnostic) -> [WordSyntax] {
    // The quotes are excluded; no name contains a doubled quote.
    let source = isWritten ? place.source : SourceText(text)
    let range =
      isWritten ? place.range.lowerBound + 1..<place.range.upperBound - 1 : 0..<source.utf8.count
    var names: [WordSyntax] = []
    for part in source.utf8[range].split(
      omittingEmptySubsequences: false,
      whereSeparator: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "|") })
    {
      var trimmed = source.trimmed(part.startIndex..<part.endIndex)
      if let first = trimmed.first, source.utf8[first] == UInt8(ascii: ".") {
        trimmed.removeFirst()
      }
      let place = isWritten ? SourcePlace(source, trimmed) : place
      if trimmed.isEmpty { throw Diagnostic("expected a flag, found nothing", at: place) }
      names.append(WordSyntax(source.text(trimmed), at: place))
    }
    return names
  }
}
