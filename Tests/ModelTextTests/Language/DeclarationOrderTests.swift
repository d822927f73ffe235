import FlagModel
import TestSupport
import Testing

@testable import ModelText

/// Swift lets declarations stand in any order, and inner types in extensions: whichever way a model is
/// written, what is printed of it is read again as the same model.
struct DeclarationOrderTests {
  static let models =
    [
      SchemaReadingTests.properties, SchemaReadingTests.types, SchemaReadingTests.structures,
      SchemaReadingTests.relationships, SchemaReadingTests.wholeFiles,
    ].flatMap { $0.map(\.model) } + [crowdedModel, fieldModel] + outerTypes

  @Test func allModelsOfTheSuite() throws {
    var count = 0
    let files =
      try AppFileTests.apps.map { try source(inFolder: "Apps", $0.0) }
      + ["Enumerations.swift", "FlagSets.swift"].map { try source(inFolder: "Fixtures", $0) }
    for model in Self.models.map({ SourceText($0) }) + files {
      guard let pieces = ModelPieces(model) else { continue }
      for text in [pieces.reversed, pieces.outermostLast, pieces.outermostLastReversed] {
        guard let schema = readModel([SourceText(text)]).schema else { continue }
        count += 1
        expectRoundTrip(schema, Comment(rawValue: text))
      }
    }
    #expect(count > 200, "most can be read in another order")
  }

  /// Each kind of type around each kind of type, both used.
  static let outerTypes = outer.flatMap { outer in
    inner.map { inner, use in
      """
      extension Plan { \(inner) }
      \(outer)
      @Model final class Sample { var plan: Plan; var kind: Plan.Kind\(use); var more: [Plan] = [] }
      """
    }
  }

  private static let outer = [
    "struct Plan: Codable { var count: Int; var name: String }",
    "struct Plan: Codable { var count: Int }",
    "struct Plan: OptionSet { let rawValue: Int; static let a = Plan(rawValue: 1) }",
    "enum Plan: Int { case x, y }",
    "enum Plan: Codable { case x, y(count: Int) }",
  ]

  private static let inner = [
    ("enum Kind: String, Codable { case a, b }", ""),
    ("enum Kind: Codable { case a, b(days: Int) }", ""),
    ("struct Kind: Codable { var low: Int; var high: Int }", ""),
    ("struct Kind: OptionSet { let rawValue: Int; static let a = Kind(rawValue: 1) }", " = .a"),
    ("typealias Kind = Int", ""),
  ]

  /// An inner type that its outer type uses, as files sorted by name have it.
  @Test func anInnerTypeInAnEarlierFile() throws {
    let reading = readModel([
      SourceText(
        name: "Plan+Kind.swift", "extension Plan { enum Kind: String, Codable { case a, b } }"),
      SourceText(name: "Plan.swift", "struct Plan: Codable { var kind: Kind; var count: Int }"),
      SourceText(name: "Trip.swift", "@Model final class Trip { var plan: Plan }"),
    ])
    let schema = try #require(reading.schema)
    #expect(schema.types.map(\.name) == ["Plan", "Plan.Kind"])
    expectRoundTrip(schema)
  }

  /// A database may have the text in which an earlier version printed such a type.
  @Test func aTypeInTwoPiecesThatIsStored() throws {
    let text = """
      enum Plan { enum Kind: String { case a, b } }
      struct Plan { var kind: Plan.Kind; var count: Int }
      @Model final class Trip { var plan: Plan }
      """
    let schema = try #require(readModel([SourceText(text)], isStored: true).schema)
    #expect(schema.types.map(\.name) == ["Plan", "Plan.Kind"])
    expectRoundTrip(schema)
    #expect(readModel([SourceText(text)]).schema == nil)
  }
}

/// A model cut into its outermost declarations, to be put together in another order.
private struct ModelPieces {
  private var pieces: [String] = []
  /// The inner types of each declaration in an extension, and the declarations without them.
  private var extensions: [String] = []
  private var rests: [String] = []

  init?(_ source: SourceText) {
    var diagnostics = DiagnosticList()
    guard let file = SourceFile.prepare(source, &diagnostics) else { return nil }
    var start = 0
    var index = 0
    while index < file.tokens.count {
      if file.tokens[index].isSymbol("{") {
        let end = file.closers[index]
        let piece = start..<file.tokens[end].range.upperBound
        pieces.append(source.text(piece))
        cut(piece, body: index...end, in: file)
        start = piece.upperBound
        index = end
      }
      index += 1
    }
    pieces.append(source.text(start..<source.utf8.count))
    rests.append(source.text(start..<source.utf8.count))
  }

  var reversed: String { pieces.reversed().joined(separator: "\n") }
  var outermostLast: String { (extensions + rests).joined(separator: "\n") }
  var outermostLastReversed: String { (extensions + rests).reversed().joined(separator: "\n") }

  private mutating func cut(_ piece: Range<Int>, body: ClosedRange<Int>, in file: SourceFile) {
    let words = file.tokens.indices.filter { file.tokens[$0].range.lowerBound >= piece.lowerBound }
      .prefix { $0 < body.lowerBound }
    guard
      let keyword = words.last(where: { ["struct", "class", "enum"].contains(file.word($0)) })
    else { return rests.append(file.source.text(piece)) }
    let name = file.word(keyword + 1)
    var rest = ""
    var start = piece.lowerBound
    var index = body.lowerBound + 1
    while index < body.upperBound {
      let isInner = ["struct", "enum"].contains(file.word(index))
      if isInner,
        let open = (index..<body.upperBound).first(where: { file.tokens[$0].isSymbol("{") })
      {
        let inner =
          file.tokens[index].range.lowerBound..<file.tokens[file.closers[open]].range.upperBound
        extensions.append("extension \(name) { \(file.source.text(inner)) }")
        rest += file.source.text(start..<inner.lowerBound)
        start = inner.upperBound
        index = file.closers[open]
      } else if file.tokens[index].isSymbol("{") {
        index = file.closers[index]
      }
      index += 1
    }
    rests.append(rest + file.source.text(start..<piece.upperBound))
  }
}

extension SourceFile {
  fileprivate func word(_ index: Int) -> String { source.text(tokens[index].range) }
}
