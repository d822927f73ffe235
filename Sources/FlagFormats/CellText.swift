import FlagModel
import PlainText

/// Turns the values of one column into text, and remembers the texts of combinations of flags, of
/// which there are few.
struct CellText {
  private enum Kind {
    /// As it is stored: nothing to look up.
    case plain
    case flags(AttributeType)
    case date
    case named(AttributeType)
  }

  private let kind: Kind
  private var flagTexts: [Int64: [UInt8]] = [:]
  private static let mostRemembered = 1 << 14

  /// Whether values are numbers, which stand on the right; nil where only they can tell.
  let isNumeric: Bool?

  init(_ column: OutputColumn, isRaw: Bool) {
    let type = isRaw ? nil : column.type
    kind =
      switch type {
      case nil, .string, .integer, .double, .uuid, .url, .data: .plain
      case .flags(let set): .flags(.flags(set))
      case .date: .date
      case .some(let type): .named(type)
      }
    isNumeric =
      switch column.type {
      case nil: nil
      case .integer, .double, .float, .decimal: true
      case .flags: isRaw
      default: isRaw ? nil : false
      }
  }

  /// Appends nothing for NULL.
  mutating func append(_ value: Value, to bytes: inout [UInt8]) {
    switch (kind, value) {
    case (.plain, .text(let text)): bytes.append(contentsOf: text.utf8)
    case (.plain, .integer(let number)): appendInteger(number, to: &bytes)
    case (.plain, _): AttributeType.data.appendRawText(of: value, to: &bytes)
    case (.date, .text(let text)): appendDate(text, to: &bytes)
    case (.date, _): AttributeType.date.appendText(of: value, to: &bytes)
    case (.flags(let type), .integer(let stored)): appendFlags(stored, type, to: &bytes)
    case (.flags(let type), _), (.named(let type), _): type.appendText(of: value, to: &bytes)
    }
  }

  /// For people: what could drive the terminal is escaped.
  mutating func visibleText(of value: Value) -> String {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return visible(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func appendFlags(
    _ stored: Int64, _ type: AttributeType, to bytes: inout [UInt8]
  ) {
    if let text = flagTexts[stored] {
      bytes += text
      return
    }
    var text: [UInt8] = []
    type.appendText(of: .integer(stored), to: &text)
    if flagTexts.count == Self.mostRemembered { flagTexts = [:] }
    flagTexts[stored] = text
    bytes += text
  }
}

/// Appends an integer in decimal.
func appendInteger(_ number: Int64, to bytes: inout [UInt8]) {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
    var rest = number.magnitude
    var start = 20
    repeat {
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if number < 0 {
      start -= 1
      digits[start] = UInt8(ascii: "-")
    }
    bytes.append(contentsOf: digits[start...])
  }
}

extension [UInt8] {
  /// Escapes what could drive a terminal in what was appended from an offset on.
  mutating func makeVisible(from start: Int) {
    let shown = visible(String(decoding: self[start...], as: UTF8.self))
    replaceSubrange(start..., with: shown.utf8)
  }
}
