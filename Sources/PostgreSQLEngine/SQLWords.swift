import FlagModel
import PlainText

/// A token of PostgreSQL: a string, a quoted name, a comment or anything else.
/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
enum SQLPiece: Equatable {
  /// An identifier or keyword.
  case word
  /// A string, a quoted name or a comment.
  case closed
  /// A parameter of the user: `:name`.
  case parameter
  /// A single other character.
  case sign(UInt8)
}

/// Splits SQL into tokens.
struct SQLPieces: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (piece: SQLPiece, range: Range<Int>)? {
    guard place < bytes.endIndex else { return nil }
    let start = place
    let piece = take()
    return (piece, start..<place)
  }

  private mutating func take() -> SQLPiece {
    let byte = bytes[place]
    switch byte {
    case UInt8(ascii: "'"): pass(quote: byte, takesBackslashes: false)
    case UInt8(ascii: "\""): pass(quote: byte, takesBackslashes: false)
    case UInt8(ascii: "-") where at(1) == UInt8(ascii: "-"): passLine()
    case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"):
      place = endOfBlockComment(in: bytes, at: place, nests: true).end
    case UInt8(ascii: "e"), UInt8(ascii: "E"):
      guard at(1) == UInt8(ascii: "'") else { return word() }
      place += 1
      pass(quote: UInt8(ascii: "'"), takesBackslashes: true)
    case UInt8(ascii: "$"):
      guard passDollars() else { return sign(byte) }
    case UInt8(ascii: ":"):
      // `::` is a cast, and `:=` an assignment.
      if at(1) == byte || at(1) == UInt8(ascii: "=") {
        place += 2
        return .closed
      }
      guard let next = at(1), Self.beginsWord(next) else { return sign(byte) }
      place += 1
      _ = word()
      return .parameter
    case _ where Self.beginsWord(byte): return word()
    default: return sign(byte)
    }
    return .closed
  }

  private func at(_ offset: Int) -> UInt8? {
    place + offset < bytes.endIndex ? bytes[place + offset] : nil
  }

  private mutating func sign(_ byte: UInt8) -> SQLPiece {
    place += 1
    return .sign(byte)
  }

  private mutating func word() -> SQLPiece {
    while let byte = at(0), Self.beginsWord(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "$")
    {
      place += 1
    }
    return .word
  }

  private static func beginsWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
      || byte >= 0x80
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Skips to after the closing quote. A doubled quote begins another string, which is harmless.
  private mutating func pass(quote: UInt8, takesBackslashes: Bool) {
    place += 1
    while let byte = at(0) {
      place += takesBackslashes && byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == quote { break }
    }
    place = Swift.min(place, bytes.endIndex)
  }

  private mutating func passLine() {
    while let byte = at(0), byte != UInt8(ascii: "\n") { place += 1 }
  }

  /// Skips `$tag$ … $tag$`; returns false if no such string begins here.
  private mutating func passDollars() -> Bool {
    var end = place + 1
    while end < bytes.endIndex,
      Self.beginsWord(bytes[end]) || end > place + 1 && Self.isDigit(bytes[end])
    {
      end += 1
    }
    guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "$") else { return false }
    let tag = bytes[place...end]
    place = end + 1
    while place < bytes.endIndex {
      if bytes[place...].starts(with: tag) {
        place += tag.count
        return true
      }
      place += 1
    }
    return true
  }
}

/// The unquoted words of SQL in upper case, without strings and comments.
struct SQLWords: Sequence {
  private let bytes: [UInt8]

  init(_ sql: String) {
    bytes = Array(sql.utf8)
  }

  func makeIterator() -> some IteratorProtocol<String> {
    SQLPieces(bytes).lazy.filter { $0.piece == .word }
      .map { [bytes] in String(decoding: bytes[$0.range], as: UTF8.self).uppercased() }
      .makeIterator()
  }

  var first: String? { first { _ in true } }
}

/// The unquoted words and quoted names of SQL, in their order.
struct SQLNames: Sequence {
  fileprivate let bytes: [UInt8]

  init(_ sql: String) {
    bytes = Array(sql.utf8)
  }

  func makeIterator() -> some IteratorProtocol<Name> {
    SQLPieces(bytes).lazy.compactMap { [bytes] piece, range -> Name? in
      let text = bytes[range]
      if piece == .word { return Name(text) }
      return piece == .closed && text.first == UInt8(ascii: "\"")
        ? Name(text.dropFirst().dropLast()) : nil
    }.makeIterator()
  }
}

extension SQLNames {
  /// True if a name is written as `U&"…"`, so that its escapes may hide another name.
  var haveEscapes: Bool {
    SQLPieces(bytes).contains { [bytes] piece, range in
      piece == .closed && bytes[range.lowerBound] == UInt8(ascii: "\"")
        && bytes[..<range.lowerBound].suffix(2).map { $0 | 0x20 } == Array("u&".utf8)
    }
  }
}

/// The first statement of an SQL text, in the form for the server.
struct FirstStatement {
  /// The statement; empty if only spaces and comments remain.
  let sql: String
  /// The names of the parameters as written: `:name`.
  let parameters: [String]
  /// The length in bytes, including the semicolon.
  let length: Int

  init(of bytes: [UInt8]) {
    var sql: [UInt8] = []
    var parameters: [String] = []
    var (end, isEmpty) = (bytes.endIndex, true)
    for (piece, range) in SQLPieces(bytes) {
      switch piece {
      case .sign(UInt8(ascii: ";")):
        end = range.upperBound
      case .parameter:
        let name = String(decoding: bytes[range], as: UTF8.self)
        let known = parameters.firstIndex(of: name)
        if known == nil { parameters.append(name) }
        sql += "$\((known ?? parameters.count - 1) + 1)".utf8
        isEmpty = false
      default:
        sql += bytes[range]
        if !Self.isBlank(piece, bytes[range]) { isEmpty = false }
      }
      if end != bytes.endIndex { break }
    }
    self.sql = isEmpty ? "" : String(decoding: sql, as: UTF8.self)
    self.parameters = parameters
    length = end
  }

  /// The number of statements in a text.
  static func count(in sql: String) -> Int {
    var (rest, count) = (Array(sql.utf8), 0)
    while !rest.isEmpty {
      let first = FirstStatement(of: rest)
      if !first.sql.isEmpty { count += 1 }
      rest.removeFirst(first.length)
    }
    return count
  }

  private static func isBlank(_ piece: SQLPiece, _ bytes: ArraySlice<UInt8>) -> Bool {
    switch piece {
    case .sign(let byte): byte <= UInt8(ascii: " ")
    case .closed: bytes.starts(with: "--".utf8) || bytes.starts(with: "/*".utf8)
    case .word, .parameter: false
    }
  }
}
