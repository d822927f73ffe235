import PlainText

/// Parses an address in the form of settings, as libpq does:
///
///     settings = (keyword "=" value)*
///     value    = word | "'" text "'"
///
/// Blanks are allowed around `=`, and a backslash escapes the next character.
struct SettingReader {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  /// The word before the first `=`; nil if the text does not begin with one.
  static func firstKeyword(of text: String) -> String? {
    var reader = SettingReader(text)
    reader.skipBlanks()
    let keyword = reader.takeKeyword()
    reader.skipBlanks()
    if reader.rest.first == UInt8(ascii: "=") { return keyword }
    return nil
  }

  consuming func parseSettings() throws(Diagnostic) -> [DatabaseAddress.Setting] {
    var settings: [DatabaseAddress.Setting] = []
    skipBlanks()
    while !rest.isEmpty {
      let keyword = takeKeyword()
      skipBlanks()
      guard rest.popFirst() == UInt8(ascii: "="), !keyword.isEmpty else {
        throw Diagnostic(
          "expected a setting and '=' in the address",
          hint: "as in 'host=db.example.org dbname=zoo'")
      }
      skipBlanks()
      let value = try rest.first == UInt8(ascii: "'") ? parseQuoted() : parseWord()
      settings.append(.init(keyword, value))
      skipBlanks()
    }
    return settings
  }

  private mutating func parseQuoted() throws(Diagnostic) -> String {
    rest = rest.dropFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { return String(decoding: bytes, as: UTF8.self) }
      if byte != UInt8(ascii: "\\") {
        bytes.append(byte)
      } else if let escaped = rest.popFirst() {
        bytes.append(escaped)
      }
    }
    throw Diagnostic("a quote opens in the address and is not closed")
  }

  private mutating func parseWord() -> String {
    var bytes: [UInt8] = []
    while let byte = rest.first, !Self.isBlank(byte) {
      rest = rest.dropFirst()
      if byte != UInt8(ascii: "\\") {
        bytes.append(byte)
      } else if let escaped = rest.popFirst() {
        bytes.append(escaped)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func takeKeyword() -> String {
    let keyword = rest.prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "=") }
    rest = rest.dropFirst(keyword.count)
    return String(Substring(keyword))
  }

  private mutating func skipBlanks() {
    rest = rest.drop(while: Self.isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}
