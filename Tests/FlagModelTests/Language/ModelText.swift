import Foundation
import Testing

@testable import FlagModel

/// A file beside the tests.
func source(inFolder folder: String, _ name: String) throws -> SourceText {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(folder).appendingPathComponent(name)
  return SourceText(name: name, utf8: Array(try Data(contentsOf: url)))
}

/// Reads a model that must be right; its schema must survive being written and read.
func schema(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Schema {
  let reading = readModel([SourceText(text)])
  #expect(reading.diagnostics.map { $0.rendered() } == [], sourceLocation: sourceLocation)
  let schema = try #require(reading.schema, sourceLocation: sourceLocation)
  expectRoundTrip(schema, sourceLocation: sourceLocation)
  return schema
}

/// Writes a schema as Swift, which must read in again to the same schema, and write the same.
func expectRoundTrip(
  _ schema: Schema, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = schema.swiftSource
  let reading = readModel([SourceText(source)])
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
func complaints(_ text: String, name: String? = nil) -> String {
  let reading = readModel([SourceText(name: name, text)])
  let said = reading.diagnostics.map { $0.rendered() }.joined()
  return said.isEmpty ? "no error\n" : said
}
