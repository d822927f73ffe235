import CommandTable
import FlagModel
import Foundation
import Testing

@testable import flagdb

/// The pages of the manual that belong to no command tell the truth.
@Suite("Topics of the manual")
struct ManualTopicsTests {
  @Test("the Swift of flagdb-model(5) is a model")
  func modelReads() throws {
    let code = ModelPage.page.blocks.compactMap { block in
      if case .code(let text) = block { text } else { nil }
    }
    try #require(code.count == 6)
    let reading = readModel([SourceText(name: "page", code.joined(separator: "\n"))])
    #expect(reading.diagnostics.map(\.message) == [])
    let schema = try #require(reading.schema)
    #expect(schema.entities.map(\.name) == ["Sample", "Reading", "Device", "Product"])
    let status = try #require(schema.enumerations.first { $0.name == "Status" })
    #expect(status.cases.map(\.rawValue) == [.integer(0), .integer(5), .integer(6)])
  }
}
