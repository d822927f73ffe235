import FlagModel
import Foundation
import Testing

@testable import ModelText

/// A file beside the tests.
func source(inFolder folder: String, _ name: String) throws -> SourceText {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(folder).appendingPathComponent(name)
  return SourceText(name: name, utf8: Array(try Data(contentsOf: url)))
}

/// Reads a model that must be right; its schema must survive being written and read.
func schema(
  _ text: String, namesTables: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Schema {
  let reading = readModel([SourceText(text)], namesTables: namesTables)
  #expect(reading.diagnostics.map { $0.rendered() } == [], sourceLocation: sourceLocation)
  let schema = try #require(reading.schema, sourceLocation: sourceLocation)
  expectRoundTrip(schema, namesTables: namesTables, sourceLocation: sourceLocation)
  return schema
}

/// Writes a schema as Swift, which must read in again to the same schema, and write the same.
func expectRoundTrip(
  _ schema: Schema, _ comment: Comment? = nil, namesTables: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = schema.swiftSource
  let reading = readModel([SourceText(source)], namesTables: namesTables)
  if reading.schema != schema {
    Issue.record(
      """
      \(comment ?? "") reads in again as another schema:
      \(source)
      \(reading.diagnostics.map { $0.rendered() }.joined())\(reading.schema?.swiftSource ?? "")
      """, sourceLocation: sourceLocation)
  }
  #expect(reading.schema?.swiftSource == source, comment, sourceLocation: sourceLocation)
}

/// All that is said about a model.
func complaints(_ text: String, name: String? = nil, namesTables: Bool = false) -> String {
  let reading = readModel([SourceText(name: name, text)], namesTables: namesTables)
  let said = reading.diagnostics.map { $0.rendered() }.joined()
  return said.isEmpty ? "no error\n" : said
}
