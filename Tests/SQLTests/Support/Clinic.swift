import FlagModel
import TestSupport
import Testing

@testable import Predicates

/// A model with relationships of every kind, and a few records: nobody's ward, nobody's buddy,
/// nothing in an array, wherever something may be missing.
enum Clinic {
  static let text = """
    \(optionSet("Mark", ["a": "1", "b": "2", "c": "4", "top": "1 << 63", "both": "[.a, .b]"]))
    enum Level: Int { case low = 1, mid = 5, high = 9 }
    struct Name { var first: String; var last: String? }
    enum Care: Codable { case none, every(days: Int), at(hour: Int, note: String?) }
    struct Remark: Codable { var text: String; var stars: Int? }

    @Model final class Ward {
      @Attribute(.unique) var title: String
      var beds: Int
      @Relationship(inverse: \\Patient.ward) var patients: [Patient] = []
    }
    @Model final class Patient {
      var name: Name
      var ward: Ward?
      var buddy: Patient?
      @Relationship(inverse: \\Patient.buddy) var followers: [Patient] = []
      var marks: Mark = []
      var wanted: Mark?
      var level: Level?
      var age: Int
      var weight: Double?
      var isWell: Bool?
      @Valid(places: 2) var fee: Decimal
      @Valid(places: 3) var rate: Decimal?
      var seen: Date?
      var tags: [String] = []
      var doses: [Int]?
      @Relationship(inverse: \\Reading.patient) var readings: [Reading] = []
      var drugs: [Drug] = []
      @Relationship(inverse: \\Card.patient) var card: Card?
      var site: URL?
      var token: UUID?
      var words: Set<String> = []
      var labels: [String: Int] = [:]
      var rooms: [Int: String] = [:]
      var care: Care?
      var remarks: [Remark] = []
      var shifts: Set<Level> = []
    }
    @Model final class Reading {
      var patient: Patient?
      var value: Double
      var count: Int
      var at: Date
      var mark: Mark = []
    }
    @Model final class Drug {
      @Attribute(.unique) var title: String
      var price: Int
      @Relationship(inverse: \\Patient.drugs) var patients: [Patient] = []
    }
    @Model final class Card {
      var number: String
      var patient: Patient
    }
    """

  static func schema() throws -> Schema { try model(text) }

  /// The five patients that the tables of tests speak of, by their keys; each call gives a database of its own.
  static func database() throws -> MemoryDatabase { try MemoryDatabase(copying: filled.get()) }

  private static let filled = Result { try filledDatabase().image() }

  private static func filledDatabase() throws -> MemoryDatabase {
    let database = try MemoryDatabase(schema())
    try database.run("INSERT INTO Ward (id, title, beds) VALUES (1, 'East', 4), (2, 'West', 9)")
    try database.run(
      """
      INSERT INTO Patient (id, name_first, name_last, ward, buddy, marks, wanted, level, age,
        weight, isWell, fee, rate, seen, tags, doses)
      VALUES
      (1, 'Ann', 'Öz', 1, NULL, 3, 3, 1, 30, 60.5, 1, 1050, 10500, '2026-11-20 10:00:00',
        '["new","vip"]', '[1,2,3]'),
      (2, 'Bob', NULL, 1, 1, 4, 6, 5, -7, NULL, 0, 0, NULL, '2026-11-13 12:00:00.000001',
        '[]', '[]'),
      (3, 'cat', 'STRASSE', 2, 1, 0x8000000000000001, NULL, 9, 9223372036854775807, 80, NULL,
        -250, -2500, NULL, '["vip"]', NULL),
      (4, 'ann', '50%', NULL, 3, 0, 0, NULL, 0, 60.5, 1, 100, 999, '2026-12-01 00:00:00',
        '["a*b"]', '[7]'),
      (5, 'Éva', '', 2, NULL, 0x48, 1, 5, 12, 0, 0, 2000, 0, '2026-11-20 10:00:00', '[]', NULL)
      """)
    try database.run("UPDATE Patient SET site = 'https://example.org/a' WHERE id = 1")
    try database.run(
      "UPDATE Patient SET token = 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F' WHERE id = 2")
    try database.run(
      """
      UPDATE Patient SET words = '["a","b"]', labels = '{"a":1,"b":2}', rooms = '{"7":"blue"}',
        care = '{"every":{"days":3}}', shifts = 3, remarks = '[{"text":"x","stars":5},{"text":"y"}]' WHERE id = 1
      """)
    try database.run(
      """
      UPDATE Patient SET words = '["b"]', labels = '{"a":5}', care = '{"at":{"hour":7}}', shifts = 4
        WHERE id = 2
      """)
    try database.run(#"UPDATE Patient SET care = '{"none":{}}' WHERE id = 3"#)
    try database.run(
      """
      INSERT INTO Reading (id, patient, value, count, at, mark) VALUES
      (1, 1, 90, 2, '2026-11-20 09:00:00', 1), (2, 1, 95.5, 3, '2026-11-20 10:00:00', 2),
      (3, 1, 70, 5, '2026-11-21 09:00:00', 0), (4, 2, 91, 1, '2026-11-10 09:00:00', 4),
      (5, 4, 5, 0, '2026-11-20 09:00:00', 3), (6, NULL, 99, 9, '2026-11-20 09:00:00', 0)
      """)
    try database.run(
      "INSERT INTO Drug (id, title, price) VALUES (1, 'Aspirin', 3), (2, 'Iron', 8), (3, 'Zinc', 5)"
    )
    try database.run("INSERT INTO Patient_drugs VALUES (1, 1), (1, 2), (2, 2), (5, 3)")
    try database.run("INSERT INTO Card (id, number, patient) VALUES (7, 'K-7', 2), (8, 'K-8', 4)")
    return database
  }
}

extension Clinic {
  /// Asks the patients, and asks them for the opposite too, which must be all the others; prints
  /// the predicate and reads it again.
  static func check(_ one: PredicateCase) throws {
    let schema = try schema()
    let patient = try schema.declared("Patient")
    let database = try database()
    let predicate = try Predicate(one.text, of: "Patient", in: schema)
    #expect(predicate.sql().shown == one.sql)
    #expect(try database.keys(of: patient, where: predicate) == one.keys)
    let others = (1...5).filter { !one.keys.contains($0) }
    let opposite = try Predicate("not (\(one.text))", of: "Patient", in: schema)
    #expect(try database.keys(of: patient, where: opposite) == others)

    let syntax = try PredicateSyntax.parse(SourceText(one.text))
    #expect(try PredicateSyntax.parse(SourceText(syntax.printed)) == syntax, "\(syntax.printed)")
    let again = try Predicate(syntax.printed, of: "Patient", in: schema)
    #expect(again.sql() == predicate.sql(), "\(syntax.printed)")

    let spelled = predicate.spelled(of: patient, in: schema)
    let found = try database.keys(of: patient, where: Predicate(spelled, of: "Patient", in: schema))
    #expect(found == one.keys, "\(spelled)")
  }
}
