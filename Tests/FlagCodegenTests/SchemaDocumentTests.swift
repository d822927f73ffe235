import FlagCodegen
import FlagModel
import Foundation
import ModelText
import Testing

/// A model as JSON and as a Mermaid diagram.
@Suite struct SchemaDocumentTests {
  private static let text = """
    /// What the "instrument" recorded.
    struct BIOMarker: OptionSet {
        let rawValue: UInt64
        /// Heart rate.
        static let HRM = BIOMarker(rawValue: 1 << 1)
        static let top = BIOMarker(rawValue: 1 << 63)
        static let vitals: BIOMarker = [.HRM, .top]
    }
    enum Status: Int32 { case received, measured = 7 }
    enum Ratio: Double { case tiny = 1e-7, half = 0.5 }
    enum Mood: String { case calm = "it's \\"calm\\"\\n" }
    typealias Price = Decimal
    struct Email { let address: String }

    @Model final class Sample {
        #Unique<Sample>([\\.code, \\.taken])
        #Index<Sample>([\\.taken])
        /// The "code".
        @Attribute(.unique) var code: String
        var note: String?
        var taken: Date = Date()
        @Valid(0..<100) var score: Double = 50
        @Valid(length: 1..., matches: "[a-z]+") var word: String = "a"
        @Valid(places: 2) var price: Price?
        var status: Status = .measured
        var ratio: Ratio?
        var markers: BIOMarker = [.HRM, .top]
        var email: Email?
        @Relationship(deleteRule: .cascade, inverse: \\Übung.sample) var readings: [Übung] = []
    }
    @Model final class Übung {
        var sample: Sample?
        var tags: [String] = []
        var mood: Mood?
        var partner: Partner?
    }
    @Model final class Partner { @Relationship(inverse: \\Übung.partner) var übung: Übung? }
    """

  private func schema() throws -> Schema {
    let reading = readModel([SourceText(name: "model.swift", Self.text)])
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }

  /// Follows names and positions into parsed JSON.
  private func value(_ path: Any...) throws -> String {
    var node = try JSONSerialization.jsonObject(with: Data(schema().json { _ in nil }.utf8))
    for step in path {
      let next: Any? =
        switch step {
        case let name as String: (node as? [String: Any])?[name]
        case let index as Int: (node as? [Any])?[index]
        default: nil
        }
      guard let next else { return "nothing" }
      node = next
    }
    return "\(node)"
  }

  @Test func json() throws {
    #expect(try value("flagSets", 0, "name") == "BIOMarker")
    #expect(try value("flagSets", 0, "rawType") == "UInt64")
    #expect(try value("flagSets", 0, "summary") == "What the \"instrument\" recorded.")
    #expect(try value("flagSets", 0, "flags", 0, "bit") == "1")
    #expect(try value("flagSets", 0, "flags", 0, "summary") == "Heart rate.")
    #expect(try value("flagSets", 0, "flags", 1, "rawValue") == "9223372036854775808")
    #expect(try value("flagSets", 0, "combinations", 0, "name") == "vitals")
    #expect(try value("flagSets", 0, "combinations", 0, "bit") == "nothing")
    #expect(try value("enums", 0, "cases", 1, "rawValue") == "7")
    #expect(try value("enums", 1, "cases", 0, "rawValue") == "1e-07")
    #expect(try value("enums", 2, "cases", 0, "rawValue") == "it's \"calm\"\n")
    #expect(try value("aliases", 0, "target") == "Decimal")
    #expect(try value("structs", 0, "attributes", 0, "name") == "address")
    #expect(try value("entities", 0, "name") == "Sample")
    #expect(try value("entities", 0, "key") == "id")
    #expect(try value("entities", 0, "unique", 0, 1) == "taken")
    #expect(try value("entities", 0, "indexes", 0, 0) == "taken")
    #expect(try value("entities", 0, "attributes", 0, "unique") == "1")
    #expect(try value("entities", 0, "attributes", 0, "summary") == "The \"code\".")
    #expect(try value("entities", 0, "attributes", 1, "optional") == "1")
    #expect(try value("entities", 0, "attributes", 2, "default") == "now")
    #expect(try value("entities", 0, "attributes", 3, "valid", "minimum") == "0.0")
    #expect(try value("entities", 0, "attributes", 3, "valid", "below") == "100.0")
    #expect(try value("entities", 0, "attributes", 4, "valid", "shortest") == "1")
    #expect(try value("entities", 0, "attributes", 4, "valid", "longest") == "nothing")
    #expect(try value("entities", 0, "attributes", 4, "valid", "matches") == "[a-z]+")
    #expect(try value("entities", 0, "attributes", 5, "type") == "Price")
    #expect(try value("entities", 0, "attributes", 5, "valid", "places") == "2")
    #expect(try value("entities", 0, "attributes", 6, "default") == "measured")
    #expect(try value("entities", 0, "attributes", 8, "default") == "HRM|top")
    #expect(try value("entities", 0, "relationships", 0, "kind") == "to-many")
    #expect(try value("entities", 0, "relationships", 0, "target") == "Übung")
    #expect(try value("entities", 0, "relationships", 0, "deleteRule") == "cascade")
    #expect(try value("entities", 1, "relationships", 0, "inverse") == "readings")
  }

  @Test func emptyModel() throws {
    let json = Schema.empty.json { _ in nil }
    #expect(json == "{\n  \"flagSets\": [],\n  \"enums\": [],\n  \"entities\": []\n}\n")
    #expect(Schema.empty.mermaid == "erDiagram\n")
  }

  @Test func mermaid() throws {
    #expect(
      try schema().mermaid == """
        erDiagram
          Sample {
            String code UK "The 'code'."
            String note
            Date taken
            Double score
            String word
            Price price
            Status status
            Ratio ratio
            BIOMarker markers
            Email email
          }
          "Übung" {
            String[] tags
            Mood mood
          }
          Partner {
          }
          "Übung" }o--o| Sample : sample
          "Übung" |o--o| Partner : partner

        """)
  }
}
