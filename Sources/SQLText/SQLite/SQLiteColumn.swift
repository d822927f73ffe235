package import FlagModel

/// Columns: their types, the CHECKs against mistakes of other clients, and the names of flags.
extension SQLiteDialect {
  func columnType(of type: AttributeType) -> SQLText {
    switch type {
    case .bool, .integer, .decimal, .flags: "INTEGER"
    case .double, .float: "REAL"
    case .string, .date, .uuid, .url, .array, .json: "TEXT"
    case .data: "BLOB"
    case .any: "ANY"
    case .enumeration(let enumeration):
      switch enumeration.rawType {
      case .integer: "INTEGER"
      case .string, .character, .caseName: "TEXT"
      case .real: "REAL"
      }
    }
  }

  /// `NumberWord.value(of:)`
  private func read(_ word: NumberWord, _ number: SQLText) -> SQLText {
    guard let others = word.isSigned ? word.highPositives : word.negatives else { return number }
    let range: SQLText = "\(literal: others.lowerBound) AND \(literal: others.upperBound)"
    // A text such as '200' is not a number, and the column's affinity would convert the limits to
    // texts.
    if word.isSigned {
      return "iif(+\(number) BETWEEN \(range), \(number) | \(literal: ~word.mask), \(number))"
    }
    return "iif(\(number) BETWEEN \(range), \(number) & \(literal: word.mask), \(number))"
  }

  /// Calls functions of flagdb for dates, because SQLite's own are not exact to the microsecond.
  func read(_ form: StoredForm, _ type: AttributeType, _ column: SQLText) -> SQLText {
    switch form {
    case .own, .native: column
    case .anyNumber: "(\(column) <> 0)"
    case .word: type.word.map { read($0, column) } ?? column
    case .external: "flagdb_external(\(column))"
    case .dates, .text, .real, .blob, .digits, .coded, .rawValue:
      "flagdb_read(\(column), \(.text(form.text(type))))"
    }
  }

  /// A time relative to now, without trailing zeros, so that equal times have equal texts.
  func moment(after micros: Int64) -> SQLText {
    let seconds = FixedPoint.text(of: micros, places: 6)
    let later: SQLText = micros == 0 ? "" : ", \(.text("\(seconds) seconds"))"
    return "(rtrim(rtrim(strftime('%Y-%m-%d %H:%M:%f', 'now'\(later)), '0'), '.'))"
  }

  /// A version 4 UUID in upper case, from SQLite's own functions.
  static let newUUID: SQLText = """
    (hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) \
    || '-' || substr('89AB', 1 + (abs(random() % 4)), 1) || substr(hex(randomblob(2)), 2) \
    || '-' || hex(randomblob(6)))
    """

  // MARK: Checks

  /// Checks a date. SQLite normalizes 30 February to 2 March only if a modifier such as '+0 days'
  /// is present. It uses milliseconds, so the fraction is checked separately.
  func isDate(_ text: SQLText) -> SQLText {
    """
    datetime(substr(\(text), 1, 19), '+0 days') IS substr(\(text), 1, 19) \
    AND \(text) >= '0001' AND (length(\(text)) = 19 OR \(text) GLOB '???????????????????.[0-9]*' \
    AND length(\(text)) BETWEEN 21 AND 26 AND substr(\(text), 21) NOT GLOB '*[^0-9]*')
    """
  }

  func isUUID(_ text: SQLText) -> SQLText {
    """
    \(text) GLOB '????????-????-????-????-????????????' \
    AND \(text) NOT GLOB '*[^0-9A-F-]*' AND length(replace(\(text), '-', '')) = 32
    """
  }

  // MARK: Fields and names of flags

  /// The text of `AttributeType.text(of:)`, from SQLite's own functions. NULL is handled
  /// separately, because iif and printf convert it.
  func spelled(_ set: FlagSet, _ number: SQLText, isOptional: Bool) -> SQLText {
    let names = names(of: set, in: number)
    if isOptional { return "iif(\(number) IS NULL, NULL, \(names))" }
    return names
  }
}

extension SQLiteDialect: FlagSpelling {
  package func either(_ condition: SQLText, _ value: SQLText, or other: SQLText) -> SQLText {
    "iif(\(condition), \(value), \(other))"
  }

  package func isSet(_ bits: SQLText) -> SQLText { bits }

  package func bits(of number: SQLText, _ word: NumberWord, besides known: UInt64) -> SQLText {
    let all = read(word.signed(false), number)
    if known == 0 { return all }
    return bits(all, besides: bits(known))
  }

  package func bits(_ bits: SQLText, besides others: SQLText) -> SQLText { "\(bits) & ~\(others)" }

  package func hexadecimalText(of bits: SQLText) -> SQLText {
    "iif(\(bits), printf('|0x%X', \(bits)), '')"
  }

  package func withoutFirstCharacter(_ text: SQLText) -> SQLText { "substr(\(text), 2)" }
}

extension SQLiteDialect {
  package func tells(_ check: String, named name: Name, by text: String) -> Bool {
    reportedText(of: check).utf8.elementsEqual(text.utf8)
  }

  /// The text with which SQLite reports a CHECK: its expression, or only the name if it begins with
  /// a quoted name.
  private func reportedText(of check: String) -> String {
    guard check.utf8.first == UInt8(ascii: "\"") else { return check }
    var name: [UInt8] = []
    var rest = Array(check.utf8).dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        guard rest.first == byte else { break }
        rest.removeFirst()
      }
      name.append(byte)
    }
    return String(decoding: name, as: UTF8.self)
  }
}
