import PlainText

/// Parses an address in URI form, as libpq does:
///
///     uri     = scheme "://" [user [":" password] "@"] [host ("," host)*] ["/" database]
///               ["?" setting ("&" setting)*]
///     host    = ("[" IPv6 "]" | name) [":" port]
///     setting = keyword "=" value
///
/// Each part can contain percent-encoded characters.
struct AddressURI {
  private typealias Setting = DatabaseAddress.Setting

  private var cursor: ByteCursor
  private var settings: [Setting] = []

  /// The scheme of a URI, `postgresql://`; nil if the text has none.
  static func scheme(of text: String) -> String? {
    ["postgresql://", "postgres://"].first { scheme in
      text.utf8.count >= scheme.utf8.count
        && zip(text.utf8, scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
  }

  /// True if a text looks like a URI with a password but has no PostgreSQL scheme, and does not
  /// look like a path.
  static func isMistaken(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    let name = String(decoding: scheme, as: UTF8.self).lowercased()
    let rest = text.utf8.dropFirst(scheme.count)
    let beginnings =
      switch name {
      case "postgresql", "postgres": [":", "//"]
      case "": [String]()
      default: ["://"]
      }
    guard beginnings.contains(where: { rest.starts(with: $0.utf8) }) else { return false }
    let user = rest.dropFirst().prefix { $0 != UInt8(ascii: "@") }
    return user.count + 1 < rest.count && user.contains(UInt8(ascii: ":"))
  }

  static func parse(_ text: String) throws(Diagnostic) -> [DatabaseAddress.Setting] {
    let rest = text.utf8.dropFirst(scheme(of: text)?.utf8.count ?? 0)
    var uri = AddressURI(cursor: ByteCursor(Array(rest)))
    try uri.parseUser()
    try uri.requireNoOtherUser()
    try uri.parseHosts()
    if uri.cursor.accept("/") { try uri.add("dbname", uri.take(until: "?")) }
    if uri.cursor.accept("?") { try uri.parseSettings() }
    return uri.settings
  }

  private mutating func parseUser() throws(Diagnostic) {
    let user = cursor.rest.prefix { $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "/") }
    guard cursor.peek(user.count) == "@" else { return }
    cursor.at += user.count + 1
    if user.contains(UInt8(ascii: ":")) { throw DatabaseAddress.publicPassword }
    try add("user", user)
  }

  /// Refuses another `@`: a password that contains it would be read as hosts and a database.
  private func requireNoOtherUser() throws(Diagnostic) {
    let beforeSettings = cursor.rest.prefix { $0 != UInt8(ascii: "?") }
    guard beforeSettings.contains(UInt8(ascii: "@")) else { return }
    throw Diagnostic(
      "an address has one '@', before its host", hint: "elsewhere it is written '%40'")
  }

  /// Parses the hosts, which are tried in turn. They become one setting, as do their ports.
  private mutating func parseHosts() throws(Diagnostic) {
    var (hosts, ports): ([String], [String]) = ([], [])
    repeat {
      hosts.append(try parseHost())
      ports.append(cursor.accept(":") ? try decoded(take(until: "/?,")) : "")
    } while cursor.accept(",")
    guard ports.allSatisfy({ $0.utf8.allSatisfy(isDigit) }) else {
      throw Diagnostic("expected a number as the port of the address, after the ':'")
    }
    if !hosts.allSatisfy(\.isEmpty) { append("host", hosts.joined(separator: ",")) }
    if !ports.allSatisfy(\.isEmpty) { append("port", ports.joined(separator: ",")) }
  }

  private mutating func parseHost() throws(Diagnostic) -> String {
    guard cursor.accept("[") else { return try decoded(take(until: ":/?,")) }
    let address = take(until: "]")
    guard cursor.accept("]"), !address.isEmpty,
      cursor.peek().map(":/?,".unicodeScalars.contains) ?? true
    else {
      throw Diagnostic("expected an address of IPv6 and ']' after '[', as in '[::1]:5432'")
    }
    return try decoded(address)
  }

  private mutating func parseSettings() throws(Diagnostic) {
    repeat {
      let keyword = try decoded(take(until: "=&"))
      guard cursor.accept("=") else {
        throw Diagnostic(
          "expected '=' and a value after a setting of the address",
          hint: "as in '?schema=lab&sslmode=require'")
      }
      let value = try decoded(take(until: "&"))
      // The spelling of Java drivers.
      if keyword == "ssl", value == "true" {
        append("sslmode", "require")
      } else {
        append(keyword, value)
      }
    } while cursor.accept("&")
  }

  // MARK: Characters

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte }

  private mutating func take(until signs: String) -> ArraySlice<UInt8> {
    cursor.take { !signs.unicodeScalars.contains($0) }
  }

  private mutating func add(_ keyword: String, _ value: ArraySlice<UInt8>) throws(Diagnostic) {
    if !value.isEmpty { append(keyword, try decoded(value)) }
  }

  private mutating func append(_ keyword: String, _ value: String) {
    settings.append(Setting(keyword, value))
  }

  private func decoded(_ text: ArraySlice<UInt8>) throws(Diagnostic) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count == 2, digits != [0, 0] else {
        throw Diagnostic(
          "expected two hexadecimal digits after '%' in the address",
          hint: "a percent sign itself is written '%25'")
      }
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
      rest = rest.dropFirst(2)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic("the address is not UTF-8 after percent-decoding")
    }
    return decoded
  }
}
