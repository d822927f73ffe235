import FlagModel
import Testing

@testable import ModelText

/// Files as apps have them: what is not a model is passed over, and the model is found.
struct AppFileTests {
  static let apps: [(String, types: [Name], entities: [Name])] = [
    (
      "Pantry.swift", ["Allergens", "Category", "Quantity", "Ingredient.Unit"],
      ["Recipe", "Ingredient", "Shelf"]
    ),
    (
      "Lab.swift", ["BIOMarker", "Instrument", "Money", "Sample.Kind", "Sample.Status"],
      ["Sample", "Reading"]
    ),
    ("Trips.swift", ["TripOptions", "Place", "TripSchema.Mood"], ["Trip", "Stop", "Traveller"]),
  ]

  @Test(arguments: apps)
  func areReadWithoutAWord(file: String, types: [Name], entities: [Name]) throws {
    let reading = readModel([try source(inFolder: "Apps", file)])
    #expect(reading.diagnostics.map { $0.rendered() } == [])
    let schema = try #require(reading.schema)
    #expect(schema.types.map(\.name) == types)
    #expect(schema.entities.map(\.name) == entities)
    expectRoundTrip(schema)
  }

  @Test func severalFilesAreOneModel() {
    let reading = readModel([
      SourceText(name: "A.swift", "extension Markers { static let b = Markers(rawValue: 2) }"),
      SourceText(name: "B.swift", "struct Markers: OptionSet { let rawValue: Int }"),
      SourceText(name: "C.swift", "@Model final class A { var markers: Markers = .b }"),
    ])
    #expect(reading.diagnostics == [])
    #expect(reading.schema?.flagSets.first?.flags.map(\.name) == ["b"])
  }

  @Test func errorsNameTheirFile() {
    let reading = readModel([
      SourceText(name: "A.swift", "enum Status: Int { case a }"),
      SourceText(name: "B.swift", "@Model final class A { var status: Status = .b }"),
    ])
    #expect(
      reading.diagnostics.map { $0.rendered() } == [
        """
        B.swift:1:46: error: 'b' is not a case of 'Status'
          @Model final class A { var status: Status = .b }
                                                       ^
        hint: did you mean 'a'?

        """
      ])
  }
}
