import PlainText

/// Parses an address in the form of settings, as libpq does:
///
///     settings = (keyword "=" value)*
///     value    = word | "'" text "'"
///
/// Blanks are allowed around `=`, and a backslash escapes the next character.
struct SettingReader {
  private var cursor: ByteCursor

  init(_ text: String) { cursor = ByteCursor(Array(text.utf8)) }

  /// The word before the first `=`; nil if the text does not begin with one.
  static func firstKeyword(of text: String) -> String? {
    var reader = SettingReader(text)
    reader.skipBlanks()
    let keyword = reader.takeKeyword()
    reader.skipBlanks()
    if reader.cursor.peek() == "=" { return keyword }
    return nil
  }

  consuming func parseSettings() throws(Diagnostic) -> [DatabaseAddress.Setting] {
    var settings: [DatabaseAddress.Setting] = []
    skipBlanks()
    while !cursor.isAtEnd {
      let keyword = takeKeyword()
      skipBlanks()
      guard cursor.accept("="), !keyword.isEmpty else {
        throw Diagnostic(
          "expected a setting and '=' in the address",
          hint: "as in 'host=db.example.org dbname=zoo'")
      }
      skipBlanks()
      let value = try cursor.accept("'") ? parseQuoted() : takeUnescaped { !Self.isBlank($0) }
      settings.append(.init(keyword, value))
      skipBlanks()
    }
    return settings
  }

  /// The text after an opening quote.
  private mutating func parseQuoted() throws(Diagnostic) -> String {
    let text = takeUnescaped { $0 != "'" }
    guard cursor.accept("'") else {
      throw Diagnostic("a quote opens in the address and is not closed")
    }
    return text
  }

  private mutating func takeUnescaped(while holds: (Unicode.Scalar) -> Bool) -> String {
    var bytes: [UInt8] = []
    while let byte = cursor.peek(), holds(byte) {
      if byte == "\\" { cursor.at += 1 }
      if let plain = cursor.next() { bytes.append(UInt8(plain.value)) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func takeKeyword() -> String {
    let keyword = cursor.take { !Self.isBlank($0) && $0 != "=" }
    return String(decoding: keyword, as: UTF8.self)
  }

  private mutating func skipBlanks() { cursor.skip(while: Self.isBlank) }

  private static func isBlank(_ byte: Unicode.Scalar) -> Bool {
    byte == " " || ("\t"..."\r").contains(byte)
  }
}
