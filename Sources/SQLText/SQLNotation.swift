/// The notation of SQL for the lexer.
package enum SQLNotation: Sendable {
  case sqlite
  /// Texts as `E'…'` and `$$…$$`, nested comments, and brackets for array subscripts.
  case postgresql
}

extension SQLStatement {
  /// The statement with its values as literals, for the engine's own shell.
  package func closed(in dialect: any Dialect) -> String {
    var closed: [UInt8] = []
    var (quote, rest): (UInt8?, ArraySlice<UInt8>) = (nil, Array(text.utf8)[...])
    while let byte = rest.popFirst() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "$") {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        if let number = Int(String(decoding: digits, as: UTF8.self)),
          bindings.indices.contains(number - 1)
        {
          closed.append(literal: dialect.shownLiteral(bindings[number - 1]))
          rest = rest.dropFirst(digits.count)
          continue
        }
      }
      closed.append(byte)
    }
    return String(decoding: closed, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a literal to a statement. A minus sign after a hyphen would begin a comment, so a
  /// space separates them.
  package mutating func append(literal: String) {
    let hyphen = UInt8(ascii: "-")
    if last == hyphen, literal.utf8.first == hyphen { append(UInt8(ascii: " ")) }
    self += literal.utf8
  }
}
