package import FlagModel
import SQLText

/// The use of a column in the SQL of a file: the bits that are tested, and the values that a CHECK
/// allows.
package struct ColumnUse: Hashable, Sendable {
  /// The numbers in bit operations with the column: `flags & 4`.
  package fileprivate(set) var masks: Set<UInt64>
  /// The values of `CHECK (kind IN ('cat', 'dog'))`; empty if there is none.
  package fileprivate(set) var values: [Value]

  package init(masks: Set<UInt64> = [], values: [Value] = []) {
    self.masks = masks
    self.values = values
  }

  package mutating func add(_ other: ColumnUse) {
    masks.formUnion(other.masks)
    if values.isEmpty { values = other.values }
  }

  /// True if bits are tested. A mask of only the lowest bits does not count, because it calculates
  /// a remainder: `id & 1`, `hash & 0xFF`.
  package var testsBits: Bool { masks.contains { $0 & ($0 &+ 1) != 0 } }
}

/// The tables and columns that a statement of `sqlite_schema` may name, and the use of its columns.
package struct StatementUse {
  /// All names and unquoted words of the statement.
  package private(set) var names: Set<Name.Folded> = []
  package private(set) var columns: [Name.Folded: ColumnUse] = [:]

  private let tokens: SQLTokens

  /// Nil if the text is too long, or is not a statement.
  package init?(_ sql: String) {
    guard sql.utf8.count <= Self.longest, let tokens = try? SQLTokens(SourceText(sql)) else {
      return nil
    }
    self.tokens = tokens
    for index in tokens.all.indices {
      guard let name = tokens.name(index) else { continue }
      names.insert(name)
      addMask(of: name, at: index)
      addValues(of: name, at: index)
    }
  }

  private static let longest = 1 << 20

  // MARK: Bits

  /// `flags & 4`, `flags | 0x10`, `4 & t.flags`, `flags & ~4`, `flags & (1 << 2)`
  private mutating func addMask(of name: Name.Folded, at index: Int) {
    guard let mask = mask(after: index) ?? mask(before: index), mask != 0 else { return }
    columns[name, default: ColumnUse()].masks.insert(mask)
  }

  private func mask(after index: Int) -> UInt64? {
    var place = index + 1
    guard isBitOperator(place) else { return nil }
    place += 1
    while tokens.isSymbol(place, "~") || tokens.isSymbol(place, "(") { place += 1 }
    guard let number = number(place) else { return nil }
    guard tokens.isSymbol(place + 1, "<"), tokens.isSymbol(place + 2, "<"),
      let shift = self.number(place + 3), shift < 64
    else { return number }
    return number << shift
  }

  /// The name of the table may precede the column.
  private func mask(before index: Int) -> UInt64? {
    var place = index - 1
    if tokens.isSymbol(place, ".") { place -= 2 }
    if isBitOperator(place) { return number(place - 1) }
    return nil
  }

  /// True for `&` or `|`, but not for `||`, which joins texts.
  private func isBitOperator(_ index: Int) -> Bool {
    if tokens.isSymbol(index, "&") { return true }
    return tokens.isSymbol(index, "|") && !tokens.isSymbol(index - 1, "|")
      && !tokens.isSymbol(index + 1, "|")
  }

  private func number(_ index: Int) -> UInt64? {
    guard tokens.all.indices.contains(index), tokens.all[index].kind == .number else { return nil }
    let text = tokens.text(index)
    if text.lowercased().hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16) }
    return UInt64(text)
  }

  // MARK: Values

  /// `CHECK (kind IN ('cat', 'dog'))`. The column is the first operand, possibly after a condition
  /// that allows NULL.
  private mutating func addValues(of name: Name.Folded, at index: Int) {
    guard tokens.keyword(index + 1) == "IN", tokens.isSymbol(index + 2, "("), isChecked(index)
    else { return }
    var values: [Value] = []
    var place = index + 3
    while let (value, next) = literal(place) {
      values.append(value)
      place = next + 1
      if tokens.isSymbol(next, ",") { continue }
      if tokens.isSymbol(next, ")") {
        columns[name, default: ColumnUse()].values = values.filter { $0 != .null }
      }
      return
    }
  }

  /// True if the condition begins here: `CHECK (` or `CHECK (kind IS NULL OR `.
  private func isChecked(_ index: Int) -> Bool {
    var place = index - 1
    if tokens.keyword(place) == "OR", tokens.keyword(place - 1) == "NULL",
      tokens.keyword(place - 2) == "IS"
    {
      place -= 4
    }
    while tokens.isSymbol(place, "(") { place -= 1 }
    return place < index - 1 && tokens.keyword(place) == "CHECK"
  }

  /// A text or an integer, and the index after it.
  private func literal(_ index: Int) -> (Value, Int)? {
    let isNegative = tokens.isSymbol(index, "-")
    let place = isNegative ? index + 1 : index
    guard tokens.all.indices.contains(place) else { return nil }
    switch tokens.all[place].kind {
    case .string where !isNegative: return (.text(tokens.string(place)), place + 1)
    case .word where tokens.keyword(place) == "NULL": return (.null, place + 1)
    case .number:
      let digits = tokens.text(place)
      guard let number = Int64(isNegative ? "-\(digits)" : digits) else { return nil }
      return (.integer(number), place + 1)
    default: return nil
    }
  }
}
