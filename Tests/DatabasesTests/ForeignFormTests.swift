import Engines
import FlagModel
import Foundation
import Testing

@testable import Databases
@testable import Importing

/// Values of masks and of other types, in the forms in which columns of others keep them.
@Suite struct ForeignFormTests {
  private static let sets = """
    struct Wide: OptionSet { let rawValue: Int64
      static let a = Self(rawValue: 1)
      static let b = Self(rawValue: 2)
    }
    struct Word: OptionSet { let rawValue: UInt32
      static let a = Self(rawValue: 1)
      static let top = Self(rawValue: 1 << 31)
    }
    struct Signed: OptionSet { let rawValue: Int32
      static let a = Self(rawValue: 1)
      static let top = Self(rawValue: 1 << 31)
    }
    struct Short: OptionSet { let rawValue: UInt16
      static let a = Self(rawValue: 1)
      static let top = Self(rawValue: 1 << 15)
    }
    struct Small: OptionSet { let rawValue: Int8
      static let a = Self(rawValue: 1)
      static let top = Self(rawValue: 1 << 7)
    }
    enum Kind: Int { case low = 1, high = 2 }
    enum Core: Int { case none = 0, low = 1, high = 2 }
    struct Mixed: OptionSet { let rawValue: Int32
      @Bits(0...7) var core: Core
      @Bits(8...11) var level: Int
      static let on = Self(rawValue: 1 << 16)
      static let top = Self(rawValue: 1 << 31)
    }
    """

  /// A file with one column, which is adopted as one attribute.
  private func file(_ declaration: String, _ attribute: String, _ values: [String]) throws
    -> AdoptedFile
  {
    let rows = values.map { "INSERT INTO t (c, d) VALUES (\($0), 'kept');" }.joined()
    return try AdoptedFile(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, c \(declaration), d TEXT); \(rows)",
      model: """
        \(Self.sets)
        struct t: Entity {
          \(attribute)
          var d: String?
        }
        """)
  }

  /// A change of flags, and what becomes of stored values.
  struct Masks: CustomTestStringConvertible, Sendable {
    let type: String
    var isOptional = true
    let values: [String]
    let words: [String]
    let after: [String]
    var left: Int64 = 0

    var testDescription: String { "\(type) \(values) \(words)" }
  }

  @Test(
    "flags change, and nothing else of the number",
    arguments: [
      Masks(
        type: "Wide", values: ["1", "0x40", "NULL", "'5'", "'x'", "5.5", "x'05'"], words: ["c+=b"],
        after: ["3", "66", "2", "'5'", "'x'", "5.5", "X'05'"], left: 4),
      Masks(type: "Wide", values: ["7", "-1"], words: ["c-=a", "c+=b"], after: ["6", "-2"]),
      Masks(type: "Wide", values: ["7", "0"], words: ["c^=a"], after: ["6", "1"]),
      Masks(
        type: "Wide", isOptional: false, values: ["1", "NULL"], words: ["c+=b"], after: ["3", "2"]),
      // The highest bit makes the number negative where another one of the column is.
      Masks(
        type: "Word", values: ["-2147483648", "1", "0"], words: ["c+=top"],
        after: ["-2147483648", "-2147483647", "-2147483648"]),
      Masks(
        type: "Signed", values: ["2147483648", "1", "0"], words: ["c+=top"],
        after: ["2147483648", "2147483649", "2147483648"]),
      // Else the raw type says.
      Masks(type: "Word", values: ["1"], words: ["c+=top"], after: ["2147483649"]),
      Masks(type: "Signed", values: ["1"], words: ["c+=top"], after: ["-2147483647"]),
      Masks(
        type: "Short", values: ["-32768", "1"], words: ["c+=top"], after: ["-32768", "-32767"]),
      Masks(type: "Short", values: ["32768", "1"], words: ["c^=top"], after: ["0", "32769"]),
      Masks(type: "Short", values: ["1"], words: ["c+=top"], after: ["32769"]),
      Masks(type: "Small", values: ["1"], words: ["c+=top"], after: ["-127"]),
      Masks(type: "Small", values: ["200", "1"], words: ["c+=top"], after: ["200", "129"]),
      // Both in one column.
      Masks(
        type: "Word", values: ["-2147483647", "2147483649", "1"], words: ["c-=top"],
        after: ["1", "1", "1"]),
      Masks(
        type: "Signed", values: ["-2147483647", "2147483649", "1"], words: ["c^=top"],
        after: ["1", "1", "-2147483647"]),
      Masks(
        type: "Word", values: ["2147483649", "1"], words: ["c^=top"],
        after: ["1", "2147483649"]),
      Masks(
        type: "Word", values: ["-2147483647", "5"], words: ["c=top"],
        after: ["-2147483648", "-2147483648"]),
      // Fields: the core in the lowest 8 bits, the level in the next 4.
      Masks(
        type: "Mixed", values: ["0x40000301", "0", "NULL", "-2147483391", "'1'"],
        words: ["c.core=high"],
        after: ["1073742594", "2", "2", "-2147483390", "'1'"], left: 1),
      Masks(
        type: "Mixed", values: ["0x40000301", "2147483905"],
        words: ["c.level=5", "c+=on", "c^=top"],
        after: ["3221292289", "66817"]),
      Masks(
        type: "Mixed", values: ["0x2000301"], words: ["c=on,top"], after: ["-2147417343"]),
      Masks(
        type: "Word", values: ["-2147483640", "5"], words: ["c-=a"], after: ["-2147483640", "4"]),
    ])
  func masks(_ masks: Masks) throws {
    let file = try file(
      "BLOB", "var c: \(masks.type)\(masks.isOptional ? "?" : "")", masks.values)
    let database = try file.open()
    let left = try database.updateCount("t", masks.words).left
    #expect(try file.texts("SELECT quote(c) FROM t ORDER BY id") == masks.after)
    #expect(left == masks.left)
    #expect(Set(try file.texts("SELECT d FROM t")) == ["kept"])
  }

  /// A type, how a column keeps its values, and one that is typed.
  struct Form: CustomTestStringConvertible, Sendable {
    let attribute: String
    var declaration = ""
    var there: [String] = []
    let typed: String
    let stored: String

    var testDescription: String { "\(attribute) \(typed) \(there)" }
  }

  static let forms = [
    Form(
      attribute: "@Stored(.epoch) var c: Date?", typed: "2026-11-22T10:00:00Z", stored: "1795341600"
    ),
    Form(
      attribute: "@Stored(.epoch) var c: Date?", declaration: "REAL",
      typed: "2026-11-22T10:00:00.5Z",
      stored: "1795341600.5"),
    Form(
      attribute: "@Stored(.milliseconds) var c: Date?", typed: "2026-11-22T10:00:00.25Z",
      stored: "1795341600250"),
    Form(
      attribute: "@Stored(.microseconds) var c: Date?", typed: "2026-11-22T10:00:00.000001Z",
      stored: "1795341600000001"),
    Form(
      attribute: "@Stored(.nanoseconds) var c: Date?", typed: "2026-11-22",
      stored: "1795305600000000000"),
    Form(
      attribute: "@Stored(.reference) var c: Date?", typed: "2001-01-01T00:00:01Z", stored: "1"),
    Form(
      attribute: "@Stored(.webkit) var c: Date?", typed: "1601-01-01T00:00:01Z", stored: "1000000"),
    Form(
      attribute: "@Stored(.filetime) var c: Date?", typed: "1601-01-01T00:00:01Z",
      stored: "10000000"),
    Form(
      attribute: "@Stored(.julian) var c: Date?", typed: "2000-01-01T12:00:00Z", stored: "2451545"),
    // Texts are written as the last one that is there.
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02T03:04:05Z'"],
      typed: "2026-11-22", stored: "'2026-11-22T00:00:00Z'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02 03:04:05.123'"],
      typed: "2026-11-22T01:02:03Z", stored: "'2026-11-22 01:02:03.000'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02'"], typed: "2026-11-22",
      stored: "'2026-11-22'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02'"], typed: "2026-11-22T01:02",
      stored: "'2026-11-22 01:02:00'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02T03:04'"],
      typed: "2026-11-22T01:02", stored: "'2026-11-22T01:02'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", there: ["'2026-01-02T03:04:05+02:00'"],
      typed: "2026-11-22T01:02:03.5Z", stored: "'2026-11-22T01:02:03.5+00:00'"),
    Form(
      attribute: "@Stored(.text) var c: Date?", typed: "2026-11-22", stored: "'2026-11-22 00:00:00'"
    ),
    Form(attribute: "@Stored(.real) var c: Decimal?", typed: "1.25", stored: "1.25"),
    Form(
      attribute: "@Stored(.blob) var c: UUID?", typed: "00112233-4455-6677-8899-AABBCCDDEEFF",
      stored: "X'00112233445566778899AABBCCDDEEFF'"),
    Form(attribute: "@Stored(.anyNumber) var c: Bool?", there: ["7"], typed: "true", stored: "1"),
    Form(
      attribute: "@Stored(.word) var c: UInt32?", there: ["-5"], typed: "4294967295", stored: "-1"),
    Form(
      attribute: "@Stored(.word) var c: Int32?", there: ["4294967295"], typed: "-2",
      stored: "4294967294"),
    Form(attribute: "@Stored(.word) var c: Int32?", typed: "-2", stored: "-2"),
    Form(attribute: "var c: Word?", there: ["-1"], typed: "top", stored: "-2147483648"),
    Form(attribute: "var c: Kind?", typed: "high", stored: "2"),
    Form(attribute: "var c: String?", typed: "x", stored: "'x'"),
  ]

  @Test("values that are typed", arguments: forms) func typed(_ form: Form) throws {
    let file = try file(form.declaration, form.attribute, form.there + ["NULL"])
    let database = try file.open()
    let key = try database.insert("t", "c=\(form.typed)")
    #expect(try file.texts("SELECT quote(c) FROM t WHERE id = \(key)") == [form.stored])
    let old = form.there.count + 1
    #expect(try database.update("t", "c=\(form.typed)", where: "id = \(old)") == 1)
    #expect(
      try file.texts("SELECT quote(c) || d FROM t WHERE id = \(old)") == [form.stored + "kept"])
  }

  @Test("values of files", arguments: forms) func imported(_ form: Form) throws {
    let file = try file(form.declaration, form.attribute, form.there)
    let database = try file.open()
    let attribute = try #require(try database.entity("t").attribute(named: "c"))
    let value = try attribute.value(from: form.typed)
    let loaded = try database.load("t", ["c"], Array(repeating: [value], count: 40))
    #expect(loaded.counts.inserted == 40)
    let after = try file.texts("SELECT DISTINCT quote(c) FROM t WHERE id > \(form.there.count)")
    #expect(after == [form.stored])
  }

  @Test(
    "flags of a new record begin with the default of the file",
    arguments: [
      ("INT DEFAULT 4", "5"), ("INT DEFAULT (0x10)", "17"), ("INT DEFAULT -8", "-7"), ("INT", "1"),
      ("INT DEFAULT NULL", "1"), ("INT DEFAULT (abs(-4))", nil),
    ] as [(String, String?)])
  func defaults(_ declaration: String, _ stored: String?) throws {
    let file = try file(declaration, "var c: Wide?", [])
    let database = try file.open()
    if let stored {
      try database.insert("t", "c+=a")
      #expect(try file.texts("SELECT c FROM t") == [stored])
    } else {
      #expect(throws: DatabaseError.self) { try database.insert("t", "c+=a") }
    }
  }
}
