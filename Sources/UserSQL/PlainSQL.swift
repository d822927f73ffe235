package import FlagModel
import Migrations
package import SQLText

/// A user's SQL after its flagdb functions were replaced.
///
/// For example, `has(markers, 'HRM,PLX')` becomes `((markers & 6) = 6)`, so the engine sees only
/// SQL that every client understands. Errors still have their places in the original text.
///
/// This module parses SQL that a user wrote, and replaces the names of flags in it by numbers.
package struct PlainSQL: Sendable {
  package let source: SourceText
  /// The text for the engine.
  package let text: String
  /// A note for a comparison that is never true; nil if there is none.
  package let note: Diagnostic?
  private let tokens: SQLTokens
  /// The ranges of the replacements in the new text and in the original text.
  private let folds: [Fold]

  private struct Fold {
    let range: Range<Int>
    let original: Range<Int>
  }

  /// The size limit in bytes, far above any hand-written script. SQLite's own limit is 1,000,000 in
  /// most builds.
  package static let longest = 8 << 20

  /// The form of a value in the column of an attribute of an entity.
  package typealias StoredValue = (Value, Attribute, Entity) -> Value

  /// Parses SQL against a model, and reports mistakes before the engine sees the text.
  ///
  /// - Parameter storedValue: implements `stored(column, 'value')`. The records of a foreign
  ///   database may show more than its model says.
  package init(
    _ source: SourceText, schema: Schema, parameters: SQLParameters = .none,
    now: Timestamp? = nil, in dialect: any Dialect = SQLiteDialect(),
    storedValue: @escaping StoredValue = { value, attribute, _ in
      attribute.stored.stored(value, of: attribute.type)
    }
  ) throws {
    self.source = source
    try Self.check(source)
    tokens = try SQLTokens(source, dialect.notation)
    guard !tokens.all.allSatisfy({ source.utf8[$0.range] == [UInt8(ascii: ";")] }) else {
      throw Diagnostic("expected a statement, found nothing")
    }
    note = SQLComparisons(tokens, schema).note()
    guard tokens.callFoldedFunctions || dialect.takesNamesForTexts else {
      text = String(decoding: source.utf8, as: UTF8.self)
      folds = []
      return
    }
    let folder = try SQLFolder(tokens, schema, parameters, now: now, dialect, storedValue)
    (text, folds) = try Self.fold(source, try folder.replacements())
  }

  /// SQL with the new names of a model after renames.
  static func renaming(
    _ source: SourceText, schema: Schema, _ renames: [Rename],
    in dialect: any Dialect = SQLiteDialect()
  ) throws -> String {
    let folder = try SQLFolder(try SQLTokens(source), schema, .none, now: nil, dialect)
    return try fold(source, try folder.renamings(renames)).0
  }

  private static func check(_ source: SourceText) throws(Diagnostic) {
    guard source.utf8.count <= longest else {
      throw Diagnostic("the SQL is longer than \(longest) bytes")
    }
    if let offset = source.utf8.firstIndex(of: 0) {
      throw Diagnostic(
        "SQL cannot hold the character NUL", at: SourcePlace(source, offset..<offset))
    }
  }

  private static func fold(
    _ source: SourceText, _ replacements: [SQLFolder.Replacement]
  ) throws(Diagnostic) -> (String, [Fold]) {
    var bytes: [UInt8] = []
    var folds: [Fold] = []
    var end = 0
    for replacement in replacements {
      bytes += source.utf8[end..<replacement.range.lowerBound]
      let start = bytes.count
      bytes += replacement.text.utf8
      folds.append(Fold(range: start..<bytes.count, original: replacement.range))
      end = replacement.range.upperBound
      guard bytes.count <= longest else {
        throw Diagnostic("with its flags written out the SQL is longer than \(longest) bytes")
      }
    }
    bytes += source.utf8[end...]
    return (String(decoding: bytes, as: UTF8.self), folds)
  }

  // MARK: Places

  /// The place in the original text for a byte of the new text: the word or the call there. A space
  /// belongs to the next word.
  package func place(ofByte offset: Int) -> SourcePlace {
    let index = tokenIndex(from: original(offset))
    guard index < tokens.all.count else {
      return SourcePlace(source, source.utf8.count..<source.utf8.count)
    }
    let start = tokens.all[index].range.lowerBound
    let call = partition(folds.count) { folds[$0].original.upperBound > start }
    guard call < folds.count, folds[call].original.contains(start) else {
      return tokens.place(index)
    }
    return SourcePlace(source, folds[call].original)
  }

  /// The place of a statement, which is its first word.
  package func beginning(ofStatementAt offset: Int) -> SourcePlace {
    var index = tokenIndex(from: original(offset))
    while tokens.isSymbol(index, ";") { index += 1 }
    if index < tokens.all.count { return tokens.place(index) }
    return place(ofByte: offset)
  }

  /// The place of a word, name or parameter in the statement that begins at a byte of the new text.
  package func place(ofWord word: String, inStatementAt offset: Int) -> SourcePlace? {
    let wanted = Name(word).folded
    let first = tokenIndex(from: original(offset))
    let match = tokens.all.indices[first...].first { index in
      let isNamed = tokens.all[index].kind == .parameter || tokens.all[index].kind == .word
      if isNamed { return Name(source.utf8[tokens.all[index].range]).folded == wanted }
      return tokens.name(index) == wanted
    }
    return match.map(tokens.place)
  }

  /// The names of parameters that contained flags, and that the engine no longer sees.
  package var foldedParameters: Set<Name> {
    var names: Set<Name> = []
    for fold in folds {
      for token in tokens.all.indices[tokenIndex(from: fold.original.lowerBound)...] {
        if tokens.all[token].range.upperBound > fold.original.upperBound { break }
        guard tokens.all[token].kind == .parameter else { continue }
        names.insert(SQLParameters.name(of: tokens.text(token)))
      }
    }
    return names
  }

  /// The names of all parameters, or their numbers.
  package var parameterNames: Set<Name> {
    var names: Set<Name> = []
    var places = ParameterPlaces()
    for index in tokens.all.indices {
      if tokens.isSymbol(index, ";") { places = ParameterPlaces() }
      guard tokens.all[index].kind == .parameter else { continue }
      names.insert(SQLParameters.name(of: places.parameter(tokens.text(index))))
    }
    return names
  }

  package var hasSeveralStatements: Bool {
    let first = tokens.all.indices.first { tokens.isSymbol($0, ";") } ?? tokens.all.endIndex
    return tokens.all.indices[first...].contains { !tokens.isSymbol($0, ";") }
  }

  /// The text up to its last token, with a semicolon at the end.
  package var closedText: String {
    guard let last = tokens.all.last else { return text }
    var end = text.utf8.count - (source.utf8.count - last.range.upperBound)
    if tokens.isSymbol(tokens.all.count - 1, ";") { end -= 1 }
    return String(decoding: text.utf8.prefix(end), as: UTF8.self) + ";"
  }

  /// The same text with the values of parameters as literals.
  package func closedText(
    with parameters: SQLParameters, in dialect: any Dialect
  ) throws -> String {
    let tokens = try SQLTokens(SourceText(closedText), dialect.notation)
    let bytes = tokens.source.utf8
    var result: [UInt8] = []
    var end = 0
    var places = ParameterPlaces()
    for index in tokens.all.indices {
      if tokens.isSymbol(index, ";") { places = ParameterPlaces() }
      guard tokens.all[index].kind == .parameter else { continue }
      let range = tokens.all[index].range
      let parameter = places.parameter(tokens.text(index))
      guard let value = parameters.value(of: parameter) else { continue }
      result += bytes[end..<range.lowerBound]
      result.append(literal: dialect.shownLiteral(value))
      end = range.upperBound
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  /// The heading of a column in its original spelling, because SQLite takes it from the new text.
  package func heading(_ name: String) -> String {
    var heading = Array(name.utf8)
    for fold in folds.prefix(Self.mostHeadings) where fold.range.count <= heading.count {
      let folded = Array(text.utf8.dropFirst(fold.range.lowerBound).prefix(fold.range.count))
      guard let start = heading.firstIndex(of: folded) else { continue }
      heading.replaceSubrange(start..<start + folded.count, with: source.utf8[fold.original])
    }
    return String(decoding: heading, as: UTF8.self)
  }

  /// The original text of a result column with a replaced call and without a name; nil for another
  /// column.
  ///
  /// - Parameters:
  ///   - count: the number of the statement's columns.
  ///   - offset: the place of the statement in the new text.
  package func heading(ofColumn index: Int, of count: Int, inStatementAt offset: Int) -> String? {
    if folds.isEmpty { return nil }
    let list = SelectList(tokens, ofStatementAt: tokenIndex(from: original(offset)))
    guard let item = list.item(ofColumn: index, of: count), !item.isEmpty, !list.hasAlias(item)
    else {
      return nil
    }
    let first = tokens.all[item.lowerBound].range.lowerBound
    let range = first..<tokens.all[item.upperBound - 1].range.upperBound
    guard folds.contains(where: { range.contains($0.original.lowerBound) }) else { return nil }
    return source.text(range)
  }

  private static let mostHeadings = 200

  private func original(_ offset: Int) -> Int {
    guard let fold = fold(before: offset) else { return offset }
    if fold.range.contains(offset) { return fold.original.lowerBound }
    return offset - fold.range.upperBound + fold.original.upperBound
  }

  /// The last replacement that begins at or before a byte of the new text.
  private func fold(before offset: Int) -> Fold? {
    let count = partition(folds.count) { folds[$0].range.lowerBound > offset }
    if count > 0 { return folds[count - 1] }
    return nil
  }

  /// The first token that ends after a byte of the original text.
  private func tokenIndex(from position: Int) -> Int {
    partition(tokens.all.count) { tokens.all[$0].range.upperBound > position }
  }
}

/// Numbers the parameters of a statement like SQLite: `?` has the next number after the highest one
/// so far.
private struct ParameterPlaces {
  private var names: Set<String> = []
  private var highest = 0

  /// The parameter, with its number if it is `?`.
  mutating func parameter(_ text: String) -> String {
    if text == "?" {
      highest += 1
      return "?\(highest)"
    }
    if text.hasPrefix("?") {
      highest = max(highest, Int(text.dropFirst()) ?? 0)
    } else if names.insert(text).inserted {
      highest += 1
    }
    return text
  }
}

extension [UInt8] {
  /// The index at which another text occurs in this one.
  fileprivate func firstIndex(of other: [UInt8]) -> Int? {
    guard let first = other.first, count >= other.count else { return nil }
    return indices.dropLast(other.count - 1).first { index in
      self[index] == first && self[index..<index + other.count].elementsEqual(other)
    }
  }
}
