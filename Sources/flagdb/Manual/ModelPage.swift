import CommandTable

/// flagdb-model(5): the Swift that a model file may hold, and what is kept of it.
enum ModelPage {
  static let page = ProsePage(
    "flagdb-model", section: 5, summary: "model files: OptionSet, enum, struct and @Model in Swift",
    introduction, flags, fields, enumerations, entities, relationships, versions, types, rules,
    expressions,
    storage, passedOver,
    seeAlso: [
      "flagdb-new(1)", "flagdb-define(1)", "flagdb-schema(1)", "flagdb-predicates(7)",
      "flagdb-tutorial(7)",
    ])

  private static let introduction: Prose = """
    A model file is Swift source of an app: `OptionSet` structs, enums, and structs or `@Model` classes for records.
    flagdb reads the declarations of stored data and skips the rest, so files of an app work unchanged. Several
    files form one model.

    Raw values are those of the Swift compiler; flagdb never guesses. It skips a flag or default value that only a
    running app knows, such as a call, and a note gives its line. A flag set without any known flag is an error.

    `flagdb schema` prints the model of a database as Swift, and `flagdb define` changes it without a file.
    """

  private static let flags: Prose = """
    # Flag sets
        struct BIOMarker: OptionSet {
            let rawValue: Int64

            /// Heart rate.
            static let HRM = BIOMarker(rawValue: 1 << 1)
            static let PLX = Self(rawValue: 0x4)
            static let vitals: BIOMarker = [.HRM, .PLX]
        }

    A struct that conforms to `OptionSet` is a flag set, with any integer type. Values can be shifts, and decimal,
    hexadecimal, octal or binary numbers, after the name of the type, `Self` or `.init`. Members can be
    `static let` or computed, and can be in an extension. In an `ExpressibleByIntegerLiteral` set, a value can be
    a number alone: `static var read: Self { 0x01 }`. `flagdb flags FILE.swift TYPE` reads one flag set and the
    constants that it needs.

    - A member with one bit is a flag. Bit 63, a negative number in SQLite, works too.
    - A member with several bits, written as a set or a union, is a *combination*. Use its name for its flags;
      output shows the flags.
    - Two flags can share a bit; output shows the first.
    - flagdb keeps undeclared bits, and shows them as `0x40`. A migration to a narrower type reports those that
      do not fit as a loss.

        @Flags(model: "zoo.swift") struct Trait: OptionSet {
            let rawValue: Int64
            static let tame = Trait(rawValue: 1)
            static var young: Self
        }

    `@Flags`, a macro of the library, gives a bit to each flag that is declared without a value: the
    lowest that no other flag and no field has, in the order of declaration. If it names a model,
    such as `flagdb schema zoo.db --output zoo.swift` writes, the flags of that model keep their
    bits, and no other flag gets one of them. `flagdb` reads such a set as the macro does.
    """

  private static let fields: Prose = """
    # Fields of a mask
        struct Transition: OptionSet {
            let rawValue: UInt32
            static let CHAIN_END = Transition(rawValue: 1 << 29)
            @Bits(0...7) var core: Core
            @Bits(16...22) var priority: Int
            @Bits(12...15) var type: FileType?
        }

        enum Core: UInt8 { case link, typed, reload = 8 }
        enum FileType: UInt16 { case folder = 0x4000, file = 0x8000 }

    A mask can contain small enums and numbers beside its flags. `@Bits` declares such a *field* with its range of
    bits. Use it like an attribute: `transition.core == typed`, `--group-by transition.core`,
    `transition.core=typed` in `insert` and `update`. Fields follow the flags in text, as in
    `CHAIN_END|core=typed`. Tests, combinations and statistics of flags ignore the bits of fields. A number
    without a case is shown with a question mark, as in `core=?7`.

    - The raw values of an enum count from the lowest bit of the field, as in `Core`, or are the bits in place, as
      in `FileType`. If both are possible, `@Bits(1...4, inPlace: true)` selects the second.
    - A field is optional if no case is 0; 0 then means nil. Numbers start at 0 and are never nil.
    - A `Bool` has one bit, `@Bits(5) var isRead: Bool`, and is a flag.
    - A field shares no bit with another field, a flag or a combination.

    `@Bits` is a macro of the library, which computes the property.
    """

  private static let enumerations: Prose = """
    # Enum types
        enum Status: Int32 { case received, measured = 5, archived }
        enum Kind: String { case blood, urine = "U" }

    The raw value is stored as an integer or a text, numbered as by the compiler: here 0, 5, 6 and `blood`, `U`.
    The cases of an enum without a raw type, as in `enum Side: Codable { case left, right }`, are stored by name.
    An enum with associated values is stored as JSON.

    A property `var days: Set<Weekday>` is stored, shown and queried like flags: each case has a bit, in the order
    of declaration, up to 64 (`days has monday`, `each(days)`). A set of an enum with more cases is a set of plain
    values. In JSON, a set is an array of names, and flags may be one too, also within arrays and structs. `insert
    --raw` reads an array of raw values, as Swift encodes it.

    Generated code reads an unknown stored value as the case that `static let fallback: Self = .received`, or
    `coredataFallback`, names.
    """

  private static let entities: Prose = """
    # Entities
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

    An entity is a `@Model` class, a struct that conforms to `Entity`, or a struct that no other type uses as a
    property. In files without the first two, it is a Core Data class with `@NSManaged` properties: an `NSSet` is
    a list of the type that `addToReadings(_: Reading)` takes, or of the only entity that refers back. Each stored property is an attribute. An attribute
    with `?` can be missing, and one with a default need not be given. `Date()`, `.now`,
    `.now.addingTimeInterval(3600)`, `UUID()`
    and `UUID().uuidString`, also `.lowercased()`, are evaluated for each record. `Date.distantPast` is
    the beginning of the year 1, in files of other programs too, and `Date.distantFuture` that of 4001. A default can be a
    name, as in `Constants.none`, `Status.usual` and `Kind.body.rawValue`, and a calculation: `60 *
    60`, `.pi / 2`. The default of a struct, as in
    `Size(width: 1, height: 1)`, gives its properties their defaults. flagdb ignores other defaults of a struct,
    and defaults of an optional struct, and prints a note.

    @Attribute(.unique)
    : No two records have the same value. Structs are equal if all their parts are. A missing value, or a struct
      with a missing part, equals no other.
    @Attribute(originalName: "old")
    : The earlier name of the attribute, or of the struct with all its parts, for
      `flagdb-migrate`(1).
    @Entity(originalName: "Old")
    : Before `@Model`: the earlier name of the entity. In code that is compiled with SwiftData, it stands
      between `#if FLAGDB` and `#endif`.
    /// - In files: "first name", …
    : In the documentation of a property, a flag or a case: the names that files use for it. Imports
      accept them and its own name, and `query --names-in-files` writes the first.
    /// - Passed over in files: "note", …
    : In the documentation of an entity: columns of files that are skipped.
    @Transient, @Attribute(.ephemeral)
    : Not stored.
    #Unique, #Index
    : Uniqueness of several attributes together, and indexes.

    A struct with one stored property is stored as that property: `struct Email { let address:
    String }` is a text. A struct with several becomes several columns: `size.width` and
    `size.height` above are the columns `size_width` and `size_height` in SQL. A `typealias` is
    another name for a type.

    If one part of an optional struct has a value, all its required parts must have one. The database enforces
    this for every client. `size.width=3 size.height=4` sets all parts, and `size.width:null size.height:null`
    removes them. The defaults of a struct's properties apply only if the struct is not optional.
    Flags in an optional struct are required too, even if empty: `size.marks=`.
    """

  private static let relationships: Prose = """
    # Relationships
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

    A property of the type of an entity is a to-one relationship; an array of an entity is to-many. `inverse:`
    names the other side, and can be left out if only one property fits. If several fit, or an entity has two
    arrays of itself, flagdb assigns no inverse and prints a note.

    Two arrays that are inverses of each other are many-to-many, and so is an array without an inverse. If two
    arrays name the same inverse, the first has it. An optional array, `[Reading]?`, can be empty, but never
    missing. The delete rule selects the effect of a deletion on the other records: `.nullify` (the default),
    `.cascade` or `.deny`.
    """

  private static let versions: Prose = """
    # Versions
        enum SchemaV1: VersionedSchema { @Model final class Item { var title: String } }
        enum SchemaV2: VersionedSchema {
            static var versionIdentifier = Schema.Version(2, 0, 0)
            @Model final class Item { @Attribute(originalName: "title") var name: String }
        }
        typealias Item = SchemaV2.Item

    If the files declare several versions with classes of the same names, flagdb reads one and names it in a note:
    the version that a `typealias` names, directly or by one of its classes, else the version with the greatest
    `versionIdentifier`.

    A version contains the classes in its `models`. Without `models`, it contains the classes declared in it, and
    those of other versions that it names by `typealias`. It also contains the classes that these refer to, and
    classes outside all versions, unless it has a class with that name.

    `flagdb migrate` compares the database with the older versions. If the database has the model of one, `migrate`
    follows renamed names from version to version. A `typealias` with another name than its class, as in
    `typealias Item = SchemaV2._Item_`, is a second name for the entity.
    """

  private static let types: Prose = """
    # Types
    | in Swift | in SQLite | typed and shown as |
    | Bool | INTEGER, 0 or 1 | `true`, `false` |
    | Int, Int8 to UInt64 | INTEGER | `42` |
    | Double, Float, CGFloat | REAL | `1.5` |
    | Decimal | INTEGER, in units | `12.50` |
    | String, Locale, TimeZone | TEXT | as it is |
    | Date | TEXT, UTC | `2026-11-20T10:30:00Z` |
    | UUID, URL | TEXT | as it is |
    | Data | BLOB | Base64; `@file` |
    | arrays of these | TEXT, JSON | `["a","b"]` |
    | sets of these | TEXT, JSON | `["a","b"]` |
    | flag sets | INTEGER | `HRM,PLX`, `HRM|PLX` |
    | sets of enums | INTEGER | `monday,friday` |
    | enums | INTEGER or TEXT | `measured` |
    | dictionaries | TEXT, JSON | `{"a":1}` |
    | arrays of structs | TEXT, JSON | `[{"days":3}]` |
    | Any | ANY | as it is |
    | enums with values | TEXT, JSON | `{"every":{"days":3}}` |

    `Any` is only for attributes. It can store a number in one record and a text in the next, as in columns of
    other programs.

    Elements of an array or a set may be optional, `[String?]`: null in JSON means nil.

    A set is stored as an array without duplicates, sorted by number or by bytes. Equal sets are therefore equal
    texts for `.unique`, groups and every SQLite client. Predicates ignore the order of sets. A set of records is
    an error; use an array.

    `Data` can also be written as `hex:CAFE`, and `@file` reads a file. A `Decimal` is stored as a whole number of
    its smallest unit. It has six places unless `@Valid(places:)` gives another number, and is exact in comparisons
    and sums. A date without a time means midnight in UTC. `UInt64` above 2^63 - 1 is an error, because SQLite has
    no such integers.

    Structs in arrays, dictionaries, and enums with associated values are stored as JSON in the form of Swift's
    `Codable`, and checked against the declaration. A struct is an object of its properties, without those that
    are nil. An associated value without a label is `_0`, `_1`. A dictionary whose keys are neither texts nor
    integers is an array that alternates keys and values. A case without associated values can be typed by its
    name. Values in JSON have the same form as in arrays: dates are texts in ISO 8601, and flags and cases are
    names. `CodingKeys` of a struct name its properties in JSON. A property of a struct type still has columns.

    flagdb stores some values only as data, reads and shows them as `Data`, and prints a note: values of classes
    that are not entities, of types in Apple's modules such as `UIColor`, `Color.Resolved` and
    `NSAttributedString`, and of undeclared types with `@Attribute(.transformable(by: …))`. `schema` prints them
    with `@Attribute(.transformable)`. Other undeclared types are errors. `CGPoint`, `CGSize`, `CGVector` and
    `CGRect` are structs.

    Integers can have their C names, such as `CInt`, `CUnsignedLong` or `uint8_t`, with the widths of 64-bit
    systems; `mode_t` has 32 bits. `Status.RawValue` and `Sample.ID` mean the types that they name. A type can be
    qualified by its module, as in `Zoo.Sample`: flagdb takes an undeclared qualifier as the name of the module, and
    prints a note.
    """

  private static let rules: Prose = """
    # Rules
        struct Product: Entity {
            @Valid(length: 1...80, matches: "[A-Z].*") var name: String
            @Valid(0.01..., places: 2) var price: Decimal
            @Valid(0...100) var stock: Int = 0
        }

    `@Valid` restricts an attribute: to a range, to a length of a text in characters, to a regular expression for the
    whole text, or to the places of a decimal. All except the pattern become constraints in SQL, for every
    program. Only flagdb enforces the pattern; `flagdb check` finds values that break it. `@Valid` is not part of
    Swift: an app declares it as a property wrapper, or omits it.
    """

  private static let expressions: Prose = """
    # Named expressions
        extension Sample {
            @Expression("readings[value >= 90].count") var passing: Int
            @Expression("readings[value >= $limit].count", parameters: "limit") var above: Int
        }

    A named expression is a calculation of the model, in the language of `flagdb-predicates`(7). Use it like an
    attribute, `--where 'passing >= 2'`, or with parameters like a function: `above(95) > 0`.
    """

  private static let storage: Prose = """
    # Tables and columns
    Each entity is a `STRICT` table with its name and the key `id`. Each attribute is a column, and each to-one
    relationship a column with a foreign key; many-to-many relationships and arrays without an inverse are tables
    of pairs. Flag columns have an index. For each entity, a view such as `Sample_named` shows names to every
    SQLite client. If the app declares an `id` that is not an integer, the key is `_id`.

    Subclasses of an entity share its table. The column `kind` has the name of the class, and the properties of a
    subclass are NULL in other records. `query` of a class returns its records and those of its subclasses. In
    predicates, `type` is the class, and `$0 is BusinessTrip` tests it.

        @Model class Trip { var name: String }
        @Model class BusinessTrip: Trip { var perdiem: Int = 30 }

    The model and all its earlier versions are rows of the table `flagdb_model`.
    """

  private static let passedOver: Prose = """
    # Skipped and refused declarations
    flagdb skips imports, methods, computed properties, initialisers, conformances, comments, and attributes that do
    not affect storage. It reads every branch of an `#if` block except `#if false`. It stores documentation
    comments of types, flags, cases and properties.

    These are errors, with the place and a replacement: undeclared types, closures and tuples; a struct that contains
    itself; names of entities, properties and flags that differ only in case; an invalid default value; and a model
    with more than 10,000 flags, combinations, cases and properties.
    """
}
