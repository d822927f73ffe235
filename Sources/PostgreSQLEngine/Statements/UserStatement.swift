import FlagModel
import SQLText

/// A statement of a user, as far as flagdb looks at its text. The server itself parses it.
struct UserStatement {
  private let bytes: [UInt8]
  private let tokens: [SQLToken]

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    tokens = (try? SQLLexer.lex(SourceText(name: nil, utf8: bytes), .postgresql)) ?? []
  }

  /// The unquoted words in upper case.
  var words: [String] {
    tokens.filter { $0.kind == .word }.map {
      String(decoding: bytes[$0.range], as: UTF8.self).uppercased()
    }
  }

  /// The unquoted words and quoted names, in their order.
  var names: [Name] {
    tokens.compactMap { token in
      let text = bytes[token.range]
      return switch token.kind {
      case .word: Name(text)
      case .quotedName: Name(text.dropFirst().dropLast())
      case .string, .number, .parameter, .symbol: nil
      }
    }
  }

  /// True if a name is written as `U&"…"`, so that its escapes may hide another name.
  var hasEscapedNames: Bool {
    tokens.contains { token in
      token.kind == .quotedName
        && bytes[..<token.range.lowerBound].suffix(2).map { $0 | 0x20 } == Array("u&".utf8)
    }
  }

  /// The part before UNION, INTERSECT or EXCEPT; nil for another statement.
  var firstSelect: String? {
    var depth = 0
    for token in tokens {
      let text = String(decoding: bytes[token.range], as: UTF8.self).uppercased()
      switch token.kind {
      case .symbol where text == "(": depth += 1
      case .symbol where text == ")": depth -= 1
      case .word where depth == 0 && ["UNION", "INTERSECT", "EXCEPT"].contains(text):
        return String(decoding: bytes[..<token.range.lowerBound], as: UTF8.self)
      default: break
      }
    }
    return nil
  }

  /// True if its first word only reads. A read-only server refuses everything else itself.
  var onlyReads: Bool {
    guard let verb = words.first else { return true }
    if verb == "WITH" {
      return words.allSatisfy { !["INSERT", "UPDATE", "DELETE", "MERGE"].contains($0) }
    }
    return ["SELECT", "VALUES", "TABLE", "SHOW", "EXPLAIN"].contains(verb)
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
    guard let tokens = try? SQLLexer.lex(SourceText(name: nil, utf8: bytes), .postgresql) else {
      // The server reports the quote that is not closed.
      self.init(sql: bytes, parameters: [], length: bytes.count)
      return
    }
    let semicolon = tokens.firstIndex { bytes[$0.range].elementsEqual(";".utf8) }
    let first = tokens[..<(semicolon ?? tokens.endIndex)]
    let end = semicolon.map { tokens[$0].range.lowerBound } ?? bytes.endIndex
    var sql: [UInt8] = []
    var parameters: [String] = []
    var start = 0
    for token in first where token.kind == .parameter && bytes[token.range.lowerBound] == Self.colon
    {
      let name = String(decoding: bytes[token.range], as: UTF8.self)
      let number = parameters.firstIndex(of: name) ?? parameters.count
      if number == parameters.count { parameters.append(name) }
      sql += bytes[start..<token.range.lowerBound] + Array("$\(number + 1)".utf8)
      start = token.range.upperBound
    }
    sql += bytes[start..<end]
    self.init(
      sql: first.isEmpty ? [] : sql, parameters: parameters,
      length: semicolon.map { tokens[$0].range.upperBound } ?? bytes.endIndex)
  }

  private init(sql: [UInt8], parameters: [String], length: Int) {
    self.sql = String(decoding: sql, as: UTF8.self)
    self.parameters = parameters
    self.length = length
  }

  private static let colon = UInt8(ascii: ":")

  /// The number of statements in a text.
  static func count(in sql: String) -> Int {
    var rest = Array(sql.utf8)
    var count = 0
    while !rest.isEmpty {
      let first = FirstStatement(of: rest)
      if !first.sql.isEmpty { count += 1 }
      rest.removeFirst(first.length)
    }
    return count
  }
}
