import FlagModel
import TestSupport
import Testing

@testable import ModelText

/// Comments that stay where they were when a model is printed anew.
@Suite struct SourceCommentTests {
  /// The model that a text is, printed with the comments of the text, which must then say the same.
  private func printed(_ text: String, like model: String? = nil) throws -> String {
    let schema = try schema(model ?? text, namesTables: true)
    let printed = SourceComments(in: SourceText(text)).added(to: schema.swiftSource)
    let again = readModel([SourceText(printed)], namesTables: true)
    #expect(again.schema == schema, "\(printed)\(again.diagnostics.map { $0.rendered() })")
    #expect(SourceComments(in: SourceText(printed)).added(to: schema.swiftSource) == printed)
    return printed
  }

  @Test(
    "stay with the declaration that they stand above, or behind",
    arguments: [
      (
        "above a type, a property and an attribute",
        """
        // The things that are sold.
        @Table("item") struct Thing: Entity {
            // As printed on it.
            var title: String?
            @Column("n")
            // In pieces.
            var count: Int?
        }
        """,
        """
        // The things that are sold.
        @Table("item")
        struct Thing: Entity {
          // As printed on it.
          var title: String?
          // In pieces.
          @Column("n") var count: Int?
        }

        """
      ),
      (
        "behind a header, a property and a bracket",
        """
        struct A: Entity { // header
          var x: Int? = // default
            5
          var y: Int? // y /* here */
        } // end
        """,
        """
        struct A: Entity { // header
          var x: Int? = 5 // default
          var y: Int? // y /* here */
        } // end

        """
      ),
      (
        "documentation before other documentation",
        """
        /// Of the whole text.

        /** Of nothing. */
        /** A thing. */
        struct A: Entity {
          /// Removed: z.

          /// Its width.
          var x: Int?
          /// Of nothing.
          // A note.
          /// Its height.
          var y: Int?
        }
        """,
        """
        /// Of the whole text.

        /** Of nothing. */

        /// A thing.
        struct A: Entity {
          /// Removed: z.

          /// Its width.
          var x: Int?
          /// Of nothing.
          // A note.
          /// Its height.
          var y: Int?
        }

        """
      ),
      (
        "at the ends of a body and of the text, in a body of nothing else",
        """
        struct A: Entity {
          var x: Int?
          // var y: Int?

          // The last.
        }
        @Table("b") struct B: Entity {
          // Nothing yet.
        }

        // No more.
        """,
        """
        struct A: Entity {
          var x: Int?
          // var y: Int?

          // The last.
        }

        @Table("b")
        struct B: Entity {
          // Nothing yet.
        }

        // No more.

        """
      ),
      (
        "of the whole text, and of its parts",
        """
        // Names for the file of a shop.
        // By Ann.

        // MARK: Flags

        // As in shop.h.
        struct Marks: OptionSet {
          let rawValue: Int

          // The cheap ones.

          static let old = Marks(rawValue: 1), new = Marks(rawValue: 2) // since May
        }

        // MARK: Tables

        struct A: Entity { var marks: Marks }
        """,
        """
        // Names for the file of a shop.
        // By Ann.

        // MARK: Flags

        // As in shop.h.
        struct Marks: OptionSet {
          let rawValue: Int

          // The cheap ones.

          static let old = Self(rawValue: 1 << 0)
          static let new = Self(rawValue: 1 << 1) // since May
        }

        // MARK: Tables

        struct A: Entity {
          var marks: Marks
        }

        """
      ),
      (
        "in blocks, with documentation, and between the names of a case",
        """
        /* One
           two */
        /// Sizes.
        // not told
        enum Size: Int { case /* s */ small, // little
          big /// not documentation
        }
        struct A: Entity { var size /* in cm */: Size }
        """,
        """
        /* One
           two */
        // not told
        /// Sizes.
        enum Size: Int { /* s */
          case small // little
          case big /// not documentation
        }

        struct A: Entity {
          var size: Size /* in cm */
        }

        """
      ),
      (
        "of types that are nested, and printed elsewhere",
        """
        struct A: Entity {
          var kind: Kind
          // Kinds.
          enum Kind: Int { case one /* 1 */, two }
        }
        extension A { // more
          // Colours.
          enum Colour: String { case red }
          // Done.
        }
        """,
        """
        struct A: Entity { // more
          var kind: Kind

          // Kinds.
          enum Kind: Int {
            case one /* 1 */
            case two
          }

          // Colours.
          enum Colour: String {
            case red
          }
          // Done.
        }

        """
      ),
      (
        "as documentation of nothing",
        """
        struct A: Entity {
          /// Its number.
          var x: Int?
          init() {
            /// Not kept.
          }
          /// var y: Int?

          /** And
              more. */
        }
        struct B: Entity {
          // Nothing yet.
          /// Soon.
        }
        /// The end.
        """,
        """
        struct A: Entity {
          /// Its number.
          var x: Int?
          /// var y: Int?

          /** And
              more. */
        }

        struct B: Entity {
          // Nothing yet.
          /// Soon.
        }
        /// The end.

        """
      ),
      (
        "with the ends of lines of Windows",
        "struct A: Entity {\r\n  // x\r\n  var a: Int // y\r\n}\r\n",
        "struct A: Entity {\n  // x\n  var a: Int // y\n}\n"
      ),
    ])
  func places(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try printed(text) == expected)
  }

  @Test("go with a declaration that is gone, and leave room for new ones") func changes() throws {
    let text = """
      // Old.
      struct Old: Entity { var x: Int }
      struct A: Entity {
        // First.
        var a: Int
        // Gone.
        var b: Int // gone too
        // Last.
      }
      // End.
      """
    let model = "struct New: Entity { var y: Int }\nstruct A: Entity { var a: Int; var c: Int }"
    #expect(
      try printed(text, like: model) == """
        struct New: Entity {
          var y: Int
        }

        struct A: Entity {
          // First.
          var a: Int
          var c: Int
          // Last.
        }
        // End.

        """)
  }

  @Test("none is lost wherever it stands", arguments: ["Trips.swift", "Pantry.swift", "Lab.swift"])
  func everywhere(_ app: String) throws {
    let known = try #require(readModel([source(inFolder: "Apps", app)]).schema).swiftSource
    let lines = known.split(separator: "\n", omittingEmptySubsequences: false)
    let commented = lines.enumerated().map { number, line in
      "// above \(number)\n\(line) // behind \(number)\n"
    }.joined()
    let text = try printed(commented)
    for number in lines.indices.dropLast() {
      #expect(text.contains("// above \(number)\n"))
      #expect(text.contains("// behind \(number)"))
    }
  }
}
