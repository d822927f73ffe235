package import FlagModel
package import Migrations
import SQLText

/// Stored SQL, such as a view, in which flagdb has replaced calls such as `has(markers, 'HRM')`. A
/// comment before each replacement contains the original call.
///
/// Any client can read and copy the comment. A comment counts only if the numbers after it are
/// those that the model gives for its call.
/// See Documentation/Decisions/migrations-follow-names-in-views.md.
package struct KeptWords: Sendable {
  /// A call, and the expression that replaced it.
  package struct Call: Hashable, Sendable {
    /// `has(markers, 'HRM')`
    package let words: String
    /// `((markers & 2) = 2)`
    package let expression: String
  }

  /// The stored SQL.
  package let sql: String
  /// The SQL with the calls instead of the expressions.
  package let original: SourceText
  package let calls: [Call]

  /// Nil if the SQL has no such comments.
  package init?(_ sql: String) {
    guard sql.utf8.count <= PlainSQL.longest, sql.contains(Self.opening),
      let tokens = try? SQLTokens(SourceText(sql)),
      let places = Self.places(in: Array(sql.utf8), tokens), !places.isEmpty
    else { return nil }
    let bytes = Array(sql.utf8)
    var original: [UInt8] = []
    var end = 0
    for place in places {
      original += bytes[end..<place.range.lowerBound] + Array(place.call.words.utf8)
      end = place.range.upperBound
    }
    self.sql = sql
    self.original = SourceText(String(decoding: original + bytes[end...], as: UTF8.self))
    calls = places.map(\.call)
  }

  private typealias Place = (range: Range<Int>, call: Call)

  /// The comments with the expression after each; nil if one precedes something else.
  private static func places(in bytes: [UInt8], _ tokens: SQLTokens) -> [Place]? {
    var places: [Place] = []
    var before = 0
    var index = 0
    while index < tokens.all.count {
      let start = tokens.all[index].range.lowerBound
      if let comment = comment(in: bytes[before..<start]) {
        guard let last = tokens.closingBracket(of: index) else { return nil }
        let end = tokens.all[last].range.upperBound
        let expression = String(decoding: bytes[start..<end], as: UTF8.self)
        places.append((comment.start..<end, Call(words: comment.words, expression: expression)))
        index = last
      }
      before = tokens.all[index].range.upperBound
      index += 1
    }
    return places
  }

  // MARK: The comment

  private static let opening = "/* flagdb: "
  private static let closing = " */"

  /// An expression after a comment with its call.
  static func note(_ words: String, before expression: String) -> String {
    let comment = words.replacing("*/", with: "*\\/")
    let isBracketed = expression.utf8.first == UInt8(ascii: "(")
    let expression = isBracketed ? expression : "(\(expression))"
    return "\(opening)\(comment)\(closing) \(expression)"
  }

  /// The last such comment between two tokens.
  private static func comment(in bytes: ArraySlice<UInt8>) -> (start: Int, words: String)? {
    let opening = Array(Self.opening.utf8)
    let starts = bytes.indices.filter {
      bytes[$0] == opening[0] && bytes[$0...].starts(with: opening)
    }
    guard let start = starts.last else { return nil }
    let rest = bytes[(start + opening.count)...]
    // Within the comment, `*/` is escaped, so the first `*/` is its end.
    let end = rest.indices.first { rest[$0...].starts(with: closing.utf8) }
    guard let end, rest[(end + closing.utf8.count)...].allSatisfy({ $0 <= UInt8(ascii: " ") })
    else { return nil }
    let words = String(decoding: rest[..<end], as: UTF8.self)
    return (start, words.replacing("*\\/", with: "*/"))
  }

  // MARK: Comparing with a model

  /// The calls whose numbers differ from those of a model, each described in a sentence.
  package func faults(in schema: Schema) -> [String] {
    do {
      let now = try PlainSQL(original, schema: schema)
      if now.text.utf8.elementsEqual(sql.utf8) { return [] }
      let made = KeptWords(now.text)?.calls ?? []
      let faults = zip(calls, made).filter { $0 != $1 }.map { call, made in
        "\(call.words) is \(made.expression), found \(call.expression)"
      }
      if faults.isEmpty { return ["its words are not those that its numbers come from"] }
      return faults
    } catch let error as Diagnostics {
      return error.all.map(\.message)
    } catch {
      return [(error as? Diagnostic)?.message ?? "its words are not understood"]
    }
  }

  /// The SQL for another model, in which some names have changed.
  package func renewed(from old: Schema, to new: Schema, _ renames: [Rename]) throws -> String {
    let words = try PlainSQL.renaming(original, schema: old, renames)
    return try PlainSQL(SourceText(words), schema: new).text
  }
}

extension SQLTokens {
  /// The closing bracket of the bracket at a token.
  fileprivate func closingBracket(of index: Int) -> Int? {
    guard isSymbol(index, "(") else { return nil }
    var depth = 0
    for other in index..<all.count {
      depth += nesting(other)
      if depth == 0 { return other }
    }
    return nil
  }

  /// The tokens of stored statements: CREATE and ALTER.
  var kept: [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < all.count {
      let isTrigger = isTriggerStart(start)
      let end =
        (start..<all.count).first { index in
          isSymbol(index, ";")
            && (!isTrigger || keyword(index - 1) == "END" && isSymbol(index - 2, ";"))
        } ?? all.count
      if ["CREATE", "ALTER"].contains(keyword(start)) { ranges.append(start..<end) }
      start = end + 1
    }
    return ranges
  }

  private func isTriggerStart(_ index: Int) -> Bool {
    guard keyword(index) == "CREATE" else { return false }
    let isTemporary = ["TEMP", "TEMPORARY"].contains(keyword(index + 1))
    let next = isTemporary ? index + 2 : index + 1
    return keyword(next) == "TRIGGER"
  }
}
