import FlagModel

/// A model with every kind of attribute, and a few records that are hard on predicates: NULL
/// wherever it may stand, bits without a name, the highest bit of a wide and of a narrow set.
enum Menagerie {
  /// Bit 63, where the stored integer is negative; a combination with bits of its own.
  static let wide = FlagSet(
    name: "Wide", rawType: .int64,
    flags: [
      Flag(name: "low", mask: 1), Flag(name: "mid", mask: 1 << 32),
      Flag(name: "top", mask: 1 << 63), Flag(name: "lowest", mask: 1),
    ],
    combinations: [
      Flag(name: "ends", mask: 1 | 1 << 63), Flag(name: "pair", mask: 0x30),
      Flag(name: "nothing", mask: 0),
    ])

  static let narrow = FlagSet(
    name: "Narrow", rawType: .int8,
    flags: [Flag(name: "a", mask: 1), Flag(name: "b", mask: 2), Flag(name: "h", mask: 0x80)])

  static let mood = Enumeration(
    name: "Animal.Mood", rawType: .string,
    cases: [
      .init(name: "calm", rawValue: .text("c")), .init(name: "wild", rawValue: .text("it's")),
    ])

  static let animal = Entity(
    name: "Animal",
    properties: [
      .attribute(Attribute(name: "name", declaredType: "String", type: .string, isUnique: true)),
      .attribute(Attribute(name: "wide", declaredType: "Wide", type: .flags(wide))),
      .attribute(Attribute(name: "narrow", declaredType: "Narrow", type: .flags(narrow))),
      optional("hidden", .flags(wide), "Wide"),
      .attribute(Attribute(name: "age", declaredType: "Int", type: .integer(.int))),
      optional("weight", .double, "Double"),
      optional("height", .double, "Double"),
      optional("ratio", .float, "Float"),
      optional("fee", .decimal(places: 2), "Decimal"),
      optional("born", .date, "Date"),
      optional("mood", .enumeration(mood), "Mood"),
      optional("tame", .bool, "Bool"),
      optional("select", .string, "String"),
      optional("größe", .integer(.int16), "Int16"),
      .relationship(
        Relationship(
          name: "keeper", target: "Keeper", cardinality: .toOne(isOptional: true),
          inverse: "animals", storage: .column(isUnique: false))),
    ])

  static let keeper = Entity(
    name: "Keeper",
    properties: [
      .attribute(Attribute(name: "name", declaredType: "String", type: .string, isUnique: true)),
      .relationship(
        Relationship(
          name: "animals", target: "Animal", cardinality: .toMany, inverse: "keeper",
          storage: .inverse)),
    ])

  static let schema = Schema(
    types: [.flagSet(wide), .flagSet(narrow), .enumeration(mood)], entities: [animal, keeper])

  private static func optional(
    _ name: String, _ type: AttributeType, _ declared: String
  ) -> Property {
    .attribute(Attribute(name: name, declaredType: declared, type: type, isOptional: true))
  }

  /// The five animals that the tables of tests speak of, by their keys.
  static func database() throws -> MemoryDatabase {
    let database = try MemoryDatabase(schema)
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
