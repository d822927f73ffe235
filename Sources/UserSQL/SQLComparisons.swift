import FlagModel
import SQLText

/// Finds comparisons of an integer column with the name of a flag or an enum case. SQLite evaluates
/// `status = 'measured'` without an error, but no record matches.
struct SQLComparisons {
  private let tokens: SQLTokens
  private let schema: Schema

  init(_ tokens: SQLTokens, _ schema: Schema) {
    self.tokens = tokens
    self.schema = schema
  }

  /// A note for the first such comparison.
  func note() -> Diagnostic? {
    guard tokens.notation == .sqlite else { return nil }
    let texts = tokens.all.indices.filter { tokens.all[$0].kind == .string }
    let compared = texts.compactMap { text in column(before: text).map { ($0, text) } }
    guard !compared.isEmpty, let scopes = try? SQLScopes(tokens) else { return nil }
    let columns = SQLColumns(schema, scopes)
    for (column, text) in compared where !isAssigned(column) {
      guard let column = named(column, scopes), let attribute = try? columns.attribute(column),
        let note = note(column, attribute, text)
      else { continue }
      return note
    }
    return nil
  }

  /// The index of the name that is compared with the text.
  private func column(before text: Int) -> Int? {
    guard tokens.isSymbol(text - 1, "=") else { return nil }
    let isDoubled = ["=", "!"].contains { tokens.isSymbol(text - 2, $0) }
    let index = isDoubled ? text - 3 : text - 2
    if tokens.name(index) == nil { return nil }
    return index
  }

  /// True for a column after SET or a comma, as in `UPDATE Sample SET status = 1, markers = 2`.
  private func isAssigned(_ index: Int) -> Bool {
    tokens.keyword(index - 1) == "SET" || tokens.isSymbol(index - 1, ",")
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

  private func note(_ column: SQLColumn, _ attribute: Attribute, _ text: Int) -> Diagnostic? {
    let word = tokens.string(text)
    let hint: Hint
    switch attribute.type {
    case .flags(let set) where set.mask(called: Name(word)) != nil:
      hint = .meant(["has(\(column.text), '\(word)')"])
    case .enumeration(let cases):
      guard case .integer? = cases.rawValue(of: Name(word)) else { return nil }
      hint = .meant(["\(column.text) = stored(\(column.text), '\(word)')"])
    default: return nil
    }
    let place = SourcePlace(
      tokens.source, column.place.range.lowerBound..<tokens.all[text].range.upperBound)
    return Diagnostic(
      "'\(column.text)' stores numbers, which no text equals", at: place, severity: .note,
      hint: hint)
  }
}
