import CommandTable

/// flagdb-model(5): the Swift that a model file may hold, and what is kept of it.
enum ModelPage {
  static let page = ProsePage(
    "flagdb-model", section: 5, summary: "the Swift that describes records",
    blocks: introduction + flags + enumerations + entities + relationships + types + rules
      + expressions + storage + passedOver,
    seeAlso: [
      PageReference("flagdb-new", 1), PageReference("flagdb-define", 1),
      PageReference("flagdb-schema", 1), PageReference("flagdb-predicates", 7),
      PageReference("flagdb-tutorial", 7),
    ])

  private static let introduction: [ProseBlock] = [
    """
    A model file is Swift as an app has it: the `OptionSet` structs, the enums, and the structs or \
    `@Model` classes of its records. `flagdb` reads the declarations of stored data and passes over \
    the rest, so that a file of the app, pasted or as it is, will do. Several files make one model.
    """,
    """
    Numbers are never guessed. Each raw value is what the Swift compiler would give. A flag or a default \
    that only a running app knows, such as a C constant or a call, is left out, and a note says so with \
    its line. A flag set none of whose flags is known is an error.
    """,
    """
    `flagdb schema` prints the model of a database as Swift again, and `flagdb define` adds to it \
    without a file.
    """,
  ]

  private static let flags: [ProseBlock] = [
    .heading("Flag sets"),
    .code(
      """
      struct BIOMarker: OptionSet {
          let rawValue: Int64

          /// Heart rate.
          static let HRM = BIOMarker(rawValue: 1 << 1)
          static let PLX = Self(rawValue: 0x4)
          static let vitals: BIOMarker = [.HRM, .PLX]
      }
      """),
    """
    A struct that conforms to `OptionSet` is a set of flags, whatever integer its raw value is. \
    Values may be shifts, and decimal, hexadecimal, octal or binary numbers, after the type's name, \
    `Self` or `.init`; members may be `static let` or computed, and may stand in an extension. A set \
    that is `ExpressibleByIntegerLiteral` may have the number alone: `static var read: Self { 0x01 }`. \
    `flagdb flags FILE.swift TYPE` reads one set and what its values need, whatever else the file has.
    """,
    .list([
      "A member of one bit is a flag. Bit 63, a negative number in SQLite, is as good as any.",
      "A member of several bits, written as a set or a union, is a *combination*: it may stand for "
        + "its flags wherever flags are named, but values are shown by their flags.",
      "Two flags may share a bit; the first is shown.",
      "Bits that no flag declares are kept, and shown as `0x40` beside the names.",
    ]),
  ]

  private static let enumerations: [ProseBlock] = [
    .heading("Enum types"),
    .code(
      """
      enum Status: Int32 { case received, measured = 5, archived }
      enum Kind: String { case blood, urine = "U" }
      """),
    """
    The raw value is what is stored, an integer or a text, as the compiler numbers it: here 0, 5, 6 and \
    `blood`, `U`. The cases of an enum without a raw type, as in `enum Side: Codable { case left, right \
    }`, are kept by their names. An enum with associated values cannot be kept.
    """,
  ]

  private static let entities: [ProseBlock] = [
    .heading("Entities"),
    .code(
      """
      @Model final class Sample {
          #Unique<Sample>([\\.lab, \\.number])
          #Index<Sample>([\\.taken])
          @Attribute(.unique) var code: String
          var lab: String = "main"
          var number: Int
          var note: String?
          var taken: Date = Date.now
          var status: Status = .received
          var kind: Kind?
          var markers: BIOMarker = []
          var size: Size?
          @Relationship(deleteRule: .cascade, inverse: \\Reading.sample) var readings: [Reading] = []
      }

      struct Size { let width: Double; let height: Double }
      """),
    """
    An entity, a kind of record, is a `@Model` class, a struct that conforms to `Entity`, or a \
    struct that no other type uses as a property. Each stored property is an attribute: with `?` it \
    may be missing, and with a default it need not be said. `Date()`, `.now`, `UUID()` and \
    `UUID().uuidString`, also `.lowercased()`, are worked out for each record. A default may have a \
    name, as in `Constants.none`, `Status.usual` and `Kind.body.rawValue`, and be calculated: \
    `60 * 60`, `.pi / 2`. The default of a struct, as in `Size(width: 1, height: 1)`, is left out: \
    its properties have theirs.
    """,
    .definitions([
      Definition(
        "@Attribute(.unique)",
        "No two records have the same value; of a struct, no two have the same in all its parts. "
          + "What is missing, or has a part that is, is the same as nothing else."),
      Definition(
        "@Attribute(originalName: \"old\")",
        "The name that the attribute had before, or the struct with all its parts, for "
          + "`flagdb-migrate`(1)."),
      Definition(
        "/// - In files: \"first name\", …",
        "In the documentation of a property, a flag or a case: names that files have for it. Imports "
          + "take them besides the own name, and `query --names-in-files` writes the first."),
      Definition(
        "/// - Passed over in files: \"note\", …",
        "In the documentation of an entity: columns of files that it has nothing for."),
      Definition("@Transient", "Not stored."),
      Definition("#Unique, #Index", "Uniqueness of several attributes together, and indexes."),
    ]),
    """
    A struct with one stored property stands for it: `struct Email { let address: String }` is a \
    text. One with several becomes as many columns: `size.width` and `size.height` above, which SQL \
    knows as `size_width` and `size_height`. A `typealias` is another name for a type.
    """,
    """
    An optional struct is there whole or not at all: where one of its parts has a value, each part \
    that is not optional in the struct must have one, for every SQLite client. A record gets it with \
    all of them at once, `size.width=3 size.height=4`, and loses it by `size.width:null \
    size.height:null`. The defaults that the struct gives its properties hold only where it is not \
    optional, and flags in it are given too, if only as none: `size.marks=`.
    """,
  ]

  private static let relationships: [ProseBlock] = [
    .heading("Relationships"),
    .code(
      """
      @Model final class Reading {
          var sample: Sample?
          var value: Double
          var tags: [String] = []
          @Relationship(inverse: \\Device.readings) var devices: [Device] = []
      }

      @Model final class Device {
          @Attribute(.unique) var name: String
          var readings: [Reading] = []
      }
      """),
    """
    A property whose type is an entity is a relationship to one record, an array of an entity one \
    to many. `inverse:` names the other side; where only one property fits, it need not. Two arrays \
    that are each other's inverse are many to many. An optional array, `[Reading]?`, is kept as one \
    that is not: there may be no others, but there is always a list. The delete rule, `.nullify` if \
    none is said, `.cascade` or `.deny`, is what happens to the others when a record is deleted.
    """,
  ]

  private static let types: [ProseBlock] = [
    .heading("Types"),
    .table(
      header: ["in Swift", "in SQLite", "typed and shown as"],
      rows: [
        ["Bool", "INTEGER, 0 or 1", "`true`, `false`"],
        ["Int, Int8 to UInt64", "INTEGER", "`42`"],
        ["Double, Float, CGFloat", "REAL", "`1.5`"],
        ["Decimal", "INTEGER, in units", "`12.50`"],
        ["String, Locale, TimeZone", "TEXT", "as it is"],
        ["Date", "TEXT, UTC", "`2026-11-20T10:30:00Z`"],
        ["UUID, URL", "TEXT", "as it is"],
        ["Data", "BLOB", "Base64; `@file`"],
        ["arrays of these", "TEXT, JSON", "`[\"a\",\"b\"]`"],
        ["flag sets", "INTEGER", "`HRM,PLX`, `HRM|PLX`"],
        ["enums", "INTEGER or TEXT", "`measured`"],
      ]),
    """
    `Data` is also typed as `hex:CAFE`, and `@file` reads a file. A `Decimal` is a whole number of \
    its smallest unit. It has six places unless `@Valid(places:)` says otherwise, and is exact in comparisons \
    and sums. A day without a time is its first moment in UTC. `UInt64` beyond 2^63 - 1 is refused, \
    since SQLite has no such integers.
    """,
    """
    Integers may have their names in C, `CInt`, `CUnsignedLong` or `uint8_t`, with the widths that \
    Swift gives them where `Int` has 64 bits; `mode_t` has 32. `Status.RawValue` and `Sample.ID` stand \
    for the types that they are. A type may be qualified by its module, as in `Zoo.Sample`: a name that \
    nothing declares is taken for that of the module, with a note.
    """,
  ]

  private static let rules: [ProseBlock] = [
    .heading("Rules"),
    .code(
      """
      struct Product: Entity {
          @Valid(length: 1...80, matches: "[A-Z].*") var name: String
          @Valid(0.01..., places: 2) var price: Decimal
          @Valid(0...100) var stock: Int = 0
      }
      """),
    """
    `@Valid` says which values an attribute may have: a range, the length of a text in characters, \
    a regular expression for the whole text, and the places of a decimal. All but the pattern become \
    constraints in SQL, which hold for every program; the pattern holds for `flagdb`, and \
    `flagdb check` finds what others have written. Since it is no part of Swift, an app declares \
    `@Valid` as a property wrapper or leaves it out.
    """,
  ]

  private static let expressions: [ProseBlock] = [
    .heading("Named expressions"),
    .code(
      """
      extension Sample {
          @Expression("readings[value >= 90].count") var passing: Int
          @Expression("readings[value >= $limit].count", parameters: "limit") var above: Int
      }
      """),
    """
    A calculation that the model keeps by name, in the language of `flagdb-predicates`(7), and that \
    is used like an attribute: `--where 'passing >= 2'`, or with its parameters: `above(95) > 0`.
    """,
  ]

  private static let storage: [ProseBlock] = [
    .heading("What is stored"),
    """
    Each entity is a `STRICT` table of its name with the key `id`, each attribute a column, each \
    relationship to one record a column with a foreign key; many to many is a table of pairs. A flag \
    column has an index. For each entity there is a view, `Sample_named` for `Sample`, which shows \
    names to every SQLite client. Where the app has a property `id` of its own that is no integer, \
    the key is `_id`.
    """,
    """
    The model, and every one before it, is a row of the table `flagdb_model`.
    """,
  ]

  private static let passedOver: [ProseBlock] = [
    .heading("What is passed over, and what is refused"),
    """
    Imports, methods, computed properties, initialisers, conformances, comments and attributes \
    that say nothing of storage are passed over; of `#if` blocks every branch is read but that of \
    `#if false`. Documentation comments of types, flags, cases and properties are kept and \
    shown.
    """,
    """
    Refused, with the place and what would do instead: a type that is not declared, a `Dictionary`, \
    a closure, a tuple; inheritance between entities; names that differ only in case, since SQLite \
    could not tell them apart; a default that its own type or rule would refuse; a model with more \
    than 10,000 flags, combinations, cases and properties in all.
    """,
  ]
}
