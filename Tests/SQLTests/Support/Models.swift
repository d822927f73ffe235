import FlagModel
import ModelText
import TestSupport

/// Reads a model that a test writes, once for each text; a mistake in it is the test's.
func model(_ text: String, namesTables: Bool = false) throws -> Schema {
  try models.value(of: ModelKey(text: Array(text.utf8), namesTables: namesTables)) {
    let reading = readModel([SourceText(name: "model.swift", text)], namesTables: namesTables)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }
}

/// Bytes, since Swift takes a letter with an accent for the same in both of its forms.
private struct ModelKey: Hashable {
  let text: [UInt8]
  let namesTables: Bool
}

private let models = Remembered<ModelKey, Schema>()

extension Schema {
  /// The entity of that name, which the test's own model declares.
  func declared(_ name: String) throws -> Entity {
    guard let entity = entity(named: Name(name)) else {
      throw Diagnostic("no entity '\(name)'")
    }
    return entity
  }
}

/// The example model of the documentation.
enum Zoo {
  static let text = zooModel(
    flag: "vitals: BIOMarker = [.HRM, .PLX]", price: "Price",
    types: "typealias Price = Decimal; struct Email { let address: String }")

  static func schema() throws -> Schema { try model(text) }
}

/// A model with every kind of attribute, and a few records that are hard on predicates: NULL
/// wherever it may stand, bits without a name, the highest bit of a wide and of a narrow set.
enum Menagerie {
  static let text = """
    struct Wide: OptionSet {
      let rawValue: Int64
      static let low = Wide(rawValue: 1)
      static let mid = Wide(rawValue: 1 << 32)
      static let top = Wide(rawValue: 1 << 63)
      static let lowest = Wide(rawValue: 1)
      static let ends: Wide = [.low, .top]
      static let pair = Wide(rawValue: 0x30)
      static let nothing: Wide = []
    }
    struct Narrow: OptionSet {
      let rawValue: Int8
      static let a = Narrow(rawValue: 1)
      static let b = Narrow(rawValue: 2)
      static let h = Narrow(rawValue: -128)
    }
    @Model final class Animal {
      enum Mood: String { case calm = "c", wild = "it's" }
      @Attribute(.unique) var name: String
      var wide: Wide = []
      var narrow: Narrow = []
      var hidden: Wide?
      var age: Int
      var weight: Double?
      var height: Double?
      var ratio: Float?
      @Valid(places: 2) var fee: Decimal?
      var born: Date?
      var mood: Mood?
      var tame: Bool?
      var select: String?
      var größe: Int16?
      var keeper: Keeper?
    }
    @Model final class Keeper {
      @Attribute(.unique) var name: String
      @Relationship(inverse: \\Animal.keeper) var animals: [Animal] = []
    }
    """

  static func schema() throws -> Schema { try model(text) }

  /// The five animals that the tables of tests speak of, by their keys; each call gives a database of its own.
  static func database() throws -> MemoryDatabase { try MemoryDatabase(copying: filled.get()) }

  private static let filled = Result { try filledDatabase().image() }

  private static func filledDatabase() throws -> MemoryDatabase {
    let database = try MemoryDatabase(schema())
    try database.run("INSERT INTO Keeper VALUES (1, 'Ann'), (2, '7')")
    try database.run(
      """
      INSERT INTO Animal VALUES
      (1, 'ape', 0, 0, NULL, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (2, 'bee', 1, 3, 0, 0, 0.5, 0.5, \(Double(Float(0.1))), 150, '2026-11-20 00:00:00',
        'c', 0, 'x', 2, 1),
      (3, 'cat', 0x8000000000000001, -127, 1, -5, 2.5, 1, 1.5, -50, '2026-11-20 10:30:00.5',
        'it''s', 1, 'it''s', -7, 2),
      (4, 'dog', 0x100000041, -128, 0x8000000000000000, 9223372036854775807, 100, NULL, -2,
        0, '2026-12-01 00:00:00', 'c', 1, '%', NULL, 1),
      (5, 'eel', -1, 2, -1, -9223372036854775807, NULL, 3, NULL, NULL, NULL, NULL, 0, '',
        32767, NULL)
      """)
    return database
  }
}
