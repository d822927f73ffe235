import FlagModel
import Testing

@testable import ModelText

struct DocCommentTests {
  @Test func commentsAreKeptAtWhatTheyDescribe() throws {
    let schema = try schema(
      """
      /// What was
      /// recorded.
      ///
      ///     markers = .a
      struct Markers: OptionSet {
        let rawValue: Int  /// not of the next one
        static let z = Markers(rawValue: 8)
        /// A, the first.
        static let a = Markers(rawValue: 1)
        // B is not documented.
        static let b = Markers(rawValue: 2)
        /**
         * C
         *   indented
         */
        static let c = Markers(rawValue: 4)
      }
      /// Of something else.

      /** A status. */
      enum Status: Int {
        /// Came in.
        case received
        case measured, /// Put away.
             archived
      }
      /// A sample.
      @Model
      final class Sample {
        /// Its code.
        @Attribute(.unique)
        var code: String
        /// Its readings.
        var readings: [Reading]
      }
      @Model final class Reading { var sample: Sample? }
      /// Money.
      typealias Price = Decimal
      """)
    let markers = try #require(schema.flagSets.first)
    #expect(markers.summary == "What was\nrecorded.\n\n    markers = .a")
    #expect(markers.flags.map(\.summary) == [nil, "A, the first.", nil, "C\n  indented"])
    let status = try #require(schema.enumerations.first)
    #expect(status.summary == "A status.")
    #expect(status.cases.map(\.summary) == ["Came in.", nil, nil])
    #expect(schema.entities.map(\.summary) == ["A sample.", nil])
    #expect(schema.entities[0].attributes[0].summary == "Its code.")
    #expect(schema.entities[0].relationships[0].summary == "Its readings.")
    #expect(schema.swiftSource.contains("/// Money.\ntypealias Price = Decimal\n"))
  }

  @Test func theWrittenModelIsPleasant() throws {
    let text = """
      /// What the instrument recorded.
      struct BIOMarker: OptionSet {
        let rawValue: Int64

        static let RAW = Self(rawValue: 1 << 0)
        static let HRM = Self(rawValue: 1 << 1)

        static let vitals: Self = [.RAW, .HRM]
      }

      typealias Price = Decimal

      extension Sample {
        enum Early: Int {
          case a
        }
      }

      enum Zoo {
        enum Kind: String {
          case bird
          case `default`
        }
      }

      /// One sample.
      @Model final class Sample {
        #Unique<Sample>([\\.code, \\.kind])
        /// Its code.
        @Attribute(.unique) @Valid(length: 1...80, matches: "S-[0-9]+") var code: String
        var kind: Zoo.Kind = .default
        @Valid(0...99.5, places: 2) var price: Price?
        var status: Status = .received
        @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []

        enum Status: Int32 {
          case received
          case archived = 5
        }
      }

      @Model final class Reading {
        var sample: Sample?
        var taken: Date = .now
      }

      """
    let written = readModel([SourceText(text)])
    #expect(written.diagnostics == [])
    #expect(written.schema?.swiftSource.contains("enum Zoo {\n  enum Kind") == true)
    let source = try #require(written.schema).swiftSource
    expectRoundTrip(try #require(written.schema))
    // All but the extension, whose type has found its place in the class.
    for line in text.split(separator: "\n") where !line.contains("extension") {
      #expect(
        source.contains(line.drop { $0 == " " }), "\(line) is missing in\n\(source)")
    }
  }
}
