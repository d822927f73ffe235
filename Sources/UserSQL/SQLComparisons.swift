import FlagModel
import SQLText

/// Finds comparisons of a column of numbers with a literal in the form that people type: the name of
/// a flag or a case, a Bool, a date, or an amount. SQLite evaluates `status = 'measured'` without an
/// error, but no record matches.
struct SQLComparisons {
  private let tokens: SQLTokens
  private let schema: Schema

  /// The tokens of a column and a literal, and the operator between them.
  private struct Comparison {
    let column: Int
    let sign: String
    let literal: Int
  }

  init(_ tokens: SQLTokens, _ schema: Schema) {
    self.tokens = tokens
    self.schema = schema
  }

  /// A note for the first such comparison.
  func note() -> Diagnostic? {
    let compared = tokens.all.indices.compactMap(comparison(with:)).filter { !isAssignment($0) }
    guard !compared.isEmpty, let scopes = try? SQLScopes(tokens) else { return nil }
    let columns = SQLColumns(schema, scopes)
    for comparison in compared {
      guard let column = named(comparison.column, scopes),
        let attribute = try? columns.attribute(column),
        let note = note(column, attribute, comparison)
      else { continue }
      return note
    }
    return nil
  }

  /// The comparison of a name with a text or a number on its right.
  private func comparison(with literal: Int) -> Comparison? {
    guard [.string, .number].contains(tokens.all[literal].kind) else { return nil }
    var first = literal
    while ["=", "<", ">", "!"].contains(where: { tokens.isSymbol(first - 1, $0) }) { first -= 1 }
    let sign = (first..<literal).map(tokens.text).joined()
    guard Self.signs.contains(sign), tokens.name(first - 1) != nil else { return nil }
    return Comparison(column: first - 1, sign: sign, literal: literal)
  }

  private static let signs: Set<String> = ["=", "==", "!=", "<>", "<", "<=", ">", ">="]

  /// True for a column after SET or a comma, as in `UPDATE Sample SET status = 1, markers = 2`.
  private func isAssignment(_ comparison: Comparison) -> Bool {
    let before = comparison.column - 1
    return comparison.sign == "="
      && (tokens.keyword(before) == "SET" || tokens.isSymbol(before, ","))
  }

  private func named(_ index: Int, _ scopes: SQLScopes) -> SQLColumn? {
    guard let name = tokens.name(index) else { return nil }
    var first = index
    var qualifier: Name.Folded?
    if tokens.isSymbol(index - 1, "."), let owner = tokens.name(index - 2) {
      first = index - 2
      qualifier = owner
    }
    let range = tokens.all[first].range.lowerBound..<tokens.all[index].range.upperBound
    return SQLColumn(
      qualifier: qualifier, name: name, text: tokens.source.text(range),
      place: SourcePlace(tokens.source, range),
      scope: Int(scopes.scopeOfToken[index]), lastPart: tokens.text(index))
  }

  private func note(
    _ column: SQLColumn, _ attribute: Attribute, _ comparison: Comparison
  ) -> Diagnostic? {
    guard let (problem, meant) = words(column.text, attribute, comparison) else { return nil }
    let end = tokens.all[comparison.literal].range.upperBound
    return Diagnostic(
      "'\(column.text)' \(problem)",
      at: SourcePlace(tokens.source, column.place.range.lowerBound..<end), severity: .note,
      hint: .meant([meant]))
  }

  /// The problem, and the condition that is meant; nil if the comparison may be true.
  private func words(
    _ column: String, _ attribute: Attribute, _ comparison: Comparison
  ) -> (problem: String, meant: String)? {
    let isText = tokens.all[comparison.literal].kind == .string
    let text = tokens.text(comparison.literal)
    let word = isText ? tokens.string(comparison.literal) : text
    let quoted = isText ? text : "'\(text)'"
    let stored = "\(column) \(comparison.sign) stored(\(column), \(quoted))"
    let isEquality = ["=", "==", "!=", "<>"].contains(comparison.sign)
    let which = isEquality ? "which no text equals" : "which are less than every text"
    switch attribute.type {
    case .flags(let set):
      guard isText, isEquality, set.mask(called: Name(word)) != nil else { return nil }
      return ("stores numbers, \(which)", "has(\(column), \(quoted))")
    case .decimal:
      guard let units = number(word, attribute), word.contains(".") else { return nil }
      return ("stores \(word) as \(units)", stored)
    default:
      guard isText, Double(word) == nil, number(word, attribute) != nil else { return nil }
      return ("stores numbers, \(which)", stored)
    }
  }

  /// The number that the engine stores for a value; nil if it stores something else. A flagdb schema
  /// on a server stores a Bool as `boolean`, and a decimal as `numeric`.
  private func number(_ word: String, _ attribute: Attribute) -> Int64? {
    let isOfServer = tokens.notation == .postgresql && attribute.stored == .own
    switch attribute.type {
    case .bool, .decimal: if isOfServer { return nil }
    default: break
    }
    if case .native(let native) = attribute.stored, native.word == nil { return nil }
    guard let value = try? attribute.type.value(from: word),
      case .integer(let number) = attribute.stored.stored(value, of: attribute.type)
    else { return nil }
    return number
  }
}
