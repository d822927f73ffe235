package import FlagModel
import SQLText
import UserSQL

/// The candidates at a place of plain SQL.
package struct SQLCompletion {
  /// The typed bytes that a candidate replaces.
  package let range: Range<Int>
  package var candidates: [Candidate] = []
  /// The attribute whose stored texts are candidates too.
  package var texts: TextPlace?
}

extension Schema {
  /// The candidates at an offset of SQL: tables, columns, flags in flagdb functions, and keywords.
  package func completions(ofSQL text: String, at offset: Int) -> SQLCompletion {
    let bytes = Array(text.utf8)
    let end = min(max(0, offset), bytes.count)
    return SQLPlace(Array(bytes[..<end]), before: Array(bytes[end...]), in: self).completion
  }
}

/// An offset in SQL, and the tokens before it.
private struct SQLPlace {
  private let schema: Schema
  private let bytes: [UInt8]
  /// The tokens before the incomplete word.
  private var tokens: [SQLToken]
  private let source: SQLTokens
  private var start: Int
  /// The typed part of the word.
  private var typed = ""
  /// The typed part of a text in single quotes; nil outside of quotes.
  private var text: String?
  /// The tables that the statement reads, by their aliases.
  private let tables: [(name: Name, entity: Entity)]

  init(_ bytes: [UInt8], before rest: [UInt8], in schema: Schema) {
    self.bytes = bytes
    self.schema = schema
    start = bytes.count
    let quote = Self.openQuote(in: bytes)
    let lexed = quote.map { Array(bytes[..<$0]) } ?? bytes
    source = (try? SQLTokens(SourceText(name: nil, utf8: lexed))) ?? SQLTokens()
    tokens = source.all
    if let quote {
      start = quote
      text =
        if bytes[quote] == UInt8(ascii: "'") {
          String(decoding: bytes[(quote + 1)...], as: UTF8.self).replacing("''", with: "'")
        } else {
          nil
        }
      if text == nil { tokens = [] }
    } else if let last = tokens.last, last.kind == .word, last.range.upperBound == bytes.count {
      typed = source.text(tokens.count - 1)
      start = last.range.lowerBound
      tokens.removeLast()
    }
    var text = lexed
    if quote == nil { text += rest }
    let whole = try? SQLTokens(SourceText(name: nil, utf8: text))
    tables = (whole ?? source).tables(in: schema)
  }

  /// The offset of an unclosed quote.
  private static func openQuote(in bytes: [UInt8]) -> Int? {
    do throws(Diagnostic) {
      _ = try SQLTokens(SourceText(name: nil, utf8: bytes))
      return nil
    } catch {
      return error.place?.range.lowerBound
    }
  }

  // MARK: Candidates

  var completion: SQLCompletion {
    let range = start..<bytes.count
    if let text { return inText(text) }
    if start < bytes.count, typed.isEmpty { return SQLCompletion(range: range) }
    let matches = candidates.filter { $0.text.lowercased().hasPrefix(typed.lowercased()) }
    return SQLCompletion(range: range, candidates: matches)
  }

  private var last: Int { tokens.count - 1 }

  private var candidates: [Candidate] {
    if source.isSymbol(last, "."), tokens.count > 1, let owner = source.name(last - 1) {
      return columns(of: tables.filter { $0.name.folded == owner }.map(\.entity))
    }
    if ["FROM", "JOIN"].contains(source.keyword(last) ?? "") { return tableNames }
    if endsValue { return words(Self.afterValues) }
    var entities = tables.map(\.entity)
    if entities.isEmpty, !typed.isEmpty { entities = schema.entities }
    var candidates = columns(of: entities)
    if tables.count > 1 { candidates += tables.map { Candidate("\(spelled($0.name)).") } }
    candidates += functions
    if !typed.isEmpty { candidates += words(Self.beforeValues + Self.afterValues) }
    return candidates
  }

  private var tableNames: [Candidate] {
    let tables = schema.entities.map { Candidate(spelled($0.source.table), about: $0.summary) }
    if typed.isEmpty { return tables }
    return tables + schema.entities.map { Candidate(spelled($0.viewName)) }
  }

  private func columns(of entities: [Entity]) -> [Candidate] {
    var seen: Set<Name> = []
    var candidates: [Candidate] = []
    for column in entities.flatMap(columns) where seen.insert(column.name).inserted {
      candidates.append(Candidate(spelled(column.name), about: column.about))
    }
    return candidates
  }

  private func columns(of entity: Entity) -> [(name: Name, about: String)] {
    let key = entity.source.key.map { ($0.column, "the key") }
    let attributes = entity.attributes.filter { $0.field == nil }.map {
      ($0.column, $0.summary ?? $0.declaredType.text)
    }
    let references = entity.relationships.compactMap { relationship in
      relationship.foreignKey.map { ($0.column, relationship.target.text) }
    }
    return [key].compactMap(\.self) + attributes + references
  }

  private var functions: [Candidate] {
    let names = FoldedFunction.names + SQLColumn.aggregates.map { $0.lowercased() }
    if typed.isEmpty { return [] }
    return names.map { Candidate("\($0)(") }
  }

  /// Keywords in upper or lower case, like the typed ones.
  private func words(_ all: [String]) -> [Candidate] {
    let isSmall =
      typed.first?.isLowercase
      ?? tokens.indices.contains { index in
        source.keyword(index) != nil && source.text(index).first?.isLowercase == true
      }
    return all.map { Candidate(isSmall ? $0.lowercased() : $0) }
  }

  private func spelled(_ name: Name) -> String { SQLiteDialect().quoted(name) }

  /// True if a value precedes the offset, so that a keyword may follow.
  private var endsValue: Bool {
    guard let token = tokens.last else { return false }
    switch token.kind {
    case .word: return !Self.leading.contains(source.keyword(last) ?? "")
    case .symbol: return source.isSymbol(last, ")")
    default: return true
    }
  }

  // MARK: Texts

  /// The flags in a call such as `has(markers, '`, or the stored texts of a column.
  private func inText(_ text: String) -> SQLCompletion {
    var completion = SQLCompletion(range: start..<bytes.count)
    if let attribute = calledAttribute {
      let head = text.lastIndex { $0 == "," || $0 == "|" }.map { text[...$0] } ?? ""
      let names = attribute.type.flagSet?.candidates ?? attribute.type.cases
      completion.candidates = names.map { Candidate("'\(head)\($0.text)", about: $0.about) }
        .filter { $0.text.hasPrefix("'\(text)") }
    } else if let (entity, attribute) = comparedAttribute {
      completion.texts = TextPlace(
        start: start, typed: text, quote: "'", entity: entity, attribute: attribute)
    }
    return completion
  }

  /// The attribute that is the first argument of a flagdb function.
  private var calledAttribute: Attribute? {
    guard let open = openBracket, open > 0,
      source.keyword(open - 1).flatMap(FoldedFunction.init(keyword:)) != nil,
      let comma = tokens.indices.first(where: { $0 > open && source.isSymbol($0, ",") })
    else { return nil }
    // `bit_or(markers)` may replace the column.
    let isAggregate = source.isSymbol(comma - 1, ")")
    return attribute(at: isAggregate ? comma - 2 : comma - 1)?.1
  }

  /// The last bracket that is not closed.
  private var openBracket: Int? {
    var closed = 0
    for index in tokens.indices.reversed() {
      if source.isSymbol(index, ")") { closed += 1 }
      guard source.isSymbol(index, "(") else { continue }
      if closed == 0 { return index }
      closed -= 1
    }
    return nil
  }

  /// The attribute before a comparison operator or list at the end.
  private var comparedAttribute: (Entity, Attribute)? {
    let name = tokens.indices.last { index in
      [.word, .quotedName].contains(tokens[index].kind)
        && !["IN", "LIKE", "IS", "NOT", "GLOB"].contains(source.keyword(index) ?? "")
    }
    guard let name, let (entity, attribute) = attribute(at: name), name < last else { return nil }
    return (entity, attribute)
  }

  private func attribute(at index: Int) -> (Entity, Attribute)? {
    guard tokens.indices.contains(index), let name = source.name(index) else { return nil }
    let entities = tables.isEmpty ? schema.entities : tables.map(\.entity)
    for entity in entities {
      if let match = entity.attributes.first(where: { $0.column.folded == name }) {
        return (entity, match)
      }
    }
    return nil
  }

  // MARK: Keywords

  private static let leading: Set<String> = [
    "ALL", "AND", "BETWEEN", "BY", "CASE", "DISTINCT", "ELSE", "EXPLAIN", "HAVING", "IN", "IS",
    "LIKE",
    "LIMIT", "NOT", "OFFSET", "ON", "OR", "PLAN", "QUERY", "RECURSIVE", "SELECT", "THEN", "UNION",
    "USING", "WHEN", "WHERE", "WITH", "AS",
  ]
  private static let beforeValues = ["SELECT", "DISTINCT", "NOT", "CASE", "NULL"]
  private static let afterValues = [
    "FROM", "WHERE", "AND", "OR", "AS", "JOIN", "LEFT JOIN", "ON", "GROUP BY", "HAVING", "ORDER BY",
    "DESC", "LIMIT", "OFFSET", "IN", "IS", "LIKE", "BETWEEN", "UNION", "THEN", "ELSE", "END",
  ]
}

extension SQLTokens {
  /// The tables after FROM, JOIN and commas, with their aliases.
  fileprivate func tables(in schema: Schema) -> [(name: Name, entity: Entity)] {
    tablePlaces.compactMap { index in
      guard let folded = name(index),
        let entity = schema.entities.first(where: { $0.source.table.folded == folded })
      else { return nil }
      let next = keyword(index + 1) == "AS" ? index + 2 : index + 1
      let isAlias = all.indices.contains(next) && name(next) != nil && !isClause(next)
      return (isAlias ? Name(text(next)) : entity.source.table, entity)
    }
  }

  private var tablePlaces: [Int] {
    var (isList, isNext) = (false, false)
    return all.indices.filter { index in
      defer {
        isNext = ["FROM", "JOIN"].contains(keyword(index) ?? "") || isList && isSymbol(index, ",")
        if isNext { isList = true } else if isClause(index) { isList = false }
      }
      return isNext
    }
  }

  private func isClause(_ index: Int) -> Bool {
    [
      "SELECT", "WHERE", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "ON",
      "USING", "GROUP",
      "ORDER", "LIMIT", "HAVING", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "INDEXED", "NOT",
    ].contains(keyword(index) ?? "")
  }
}

extension AttributeType {
  fileprivate var cases: [Candidate] {
    if case .enumeration(let enumeration) = self { enumeration.candidates } else { [] }
  }
}
