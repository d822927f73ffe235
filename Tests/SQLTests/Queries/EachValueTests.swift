import FlagModel
import TestSupport
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Groups by the elements of arrays and by what other records have: each record is once in the group
/// of each different value, and in one of its own where it has none. The same is counted in Swift.
@Suite("Groups by each value") struct EachValueTests {
  /// A question, and the values of a patient of the hospital by which the records are grouped.
  struct Question: CustomTestStringConvertible {
    let each: String
    let values: @Sendable (Hospital.Patient, Hospital) -> [String]

    init(_ each: String, _ values: @escaping @Sendable (Hospital.Patient, Hospital) -> [String]) {
      self.each = each
      self.values = values
    }

    var testDescription: String { each }
  }

  static let questions = [
    Question("tags") { patient, _ in patient.tags },
    Question("tags.filter { $0 != 'ab' }") { patient, _ in patient.tags.filter { $0 != "ab" } },
    Question("buddy.tags") { patient, all in all.buddy(of: patient)?.tags ?? [] },
    Question("readings.value") { patient, all in all.readings(of: patient).map { "\($0.value)" } },
    Question("readings[count > 0].value") { patient, all in
      all.readings(of: patient).filter { $0.count > 0 }.map { "\($0.value)" }
    },
    Question("readings") { patient, all in
      all.readings.indices.filter { all.readings[$0].patient == Int(patient.id) - 1 }.map {
        "\($0 + 1)"
      }
    },
    Question("followers.name.first") { patient, all in all.followers(of: patient).map(\.first) },
    Question("followers.followers.age") { patient, all in
      all.followers(of: patient).flatMap { all.followers(of: $0) }.map { "\($0.age)" }
    },
    Question("followers.tags") { patient, all in
      all.followers(of: patient).flatMap(\.tags)
    },
    Question("ward.patients.tags") { patient, all in
      all.patients.filter { $0.ward != nil && $0.ward == patient.ward }.flatMap(\.tags)
    },
  ]

  @Test(arguments: questions, 0..<4)
  func areThoseOfEachRecord(_ question: Question, seed: UInt64) throws {
    var dice = Dice(seed: seed)
    let hospital = Hospital(&dice)
    let each = "each(\(question.each))"
    let schema = try Clinic.schema()
    for condition in ["id > 0", "age > 0", "name.first = 'no such'"] {
      let request = AnswerRequest(
        columns: [SourceText("\(each), count(), sum(fee), count(distinct id)")],
        groups: [SourceText(each)])
      var query = try request.query(of: schema.declared("Patient"), in: schema, now: testNow)
      query.predicate = try Predicate(condition, of: "Patient", in: schema)
      let columns = query.columns
      let found = try hospital.database().run(query.sql).map { row in
        zip(columns, row).map { column, value in
          value == .null ? "nil" : (column.type ?? .integer(.int64)).text(of: value)
        }
      }
      let selected = hospital.patients.filter {
        condition == "age > 0" ? $0.age > 0 : condition == "id > 0"
      }
      #expect(
        Set(found) == Self.groups(selected) { question.values($0, hospital) }, "\(query.sql.shown)")
      #expect(Set(found).count == found.count)
    }
  }

  /// Each value with its records, the sum of their fees, and once more the number of records.
  private static func groups(
    _ patients: [Hospital.Patient], _ values: (Hospital.Patient) -> [String]
  ) -> Set<[String]> {
    var groups: [String: [Hospital.Patient]] = [:]
    for patient in patients {
      let all = Set(values(patient))
      for value in all.isEmpty ? ["nil"] : all { groups[value, default: []].append(patient) }
    }
    return Set(
      groups.map { value, patients in
        let fees = patients.reduce(0) { $0 + $1.fee }
        let sum = AttributeType.decimal(places: 2).text(of: .integer(fees))
        return [value, "\(patients.count)", sum, "\(patients.count)"]
      })
  }

  // MARK: Of every type

  @Test(arguments: [
    AnswerCase(
      groups: "each(tags)",
      sql: """
        SELECT element, count(*) FROM Patient LEFT JOIN (SELECT DISTINCT element_of, value AS \
        element FROM (SELECT DISTINCT tags AS element_of FROM Patient) JOIN json_each(element_of) \
        AS tags) ON element_of = tags GROUP BY element ORDER BY element
        """,
      rows: ["nil, 2", "a*b, 1", "new, 1", "vip, 2"]),
    AnswerCase(
      groups: "each(drugs.title)",
      sql: """
        SELECT element, count(*) FROM Patient LEFT JOIN (SELECT DISTINCT Patient.id AS \
        element_of, Drug.title AS element FROM Patient, Patient_drugs JOIN Drug ON Drug.id = \
        Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id) ON element_of = id GROUP \
        BY element ORDER BY element
        """,
      rows: ["nil, 2", "Aspirin, 1", "Iron, 2", "Zinc, 1"]),
    AnswerCase(
      columns: "each(drugs) as drug, count() as n", groups: "each(drugs)", having: "n > 1",
      sort: "-n",
      sql: """
        SELECT element AS drug, count(*) AS n FROM Patient LEFT JOIN (SELECT DISTINCT Patient.id \
        AS element_of, Drug.title AS element FROM Patient, Patient_drugs JOIN Drug ON Drug.id = \
        Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id) ON element_of = id GROUP \
        BY element HAVING count(*) > ? ORDER BY count(*) DESC, element -- 1
        """,
      rows: ["nil, 2", "Iron, 2"]),
    AnswerCase(
      entity: "Drug", groups: "each(patients)",
      sql: """
        SELECT element, count(*) FROM Drug LEFT JOIN (SELECT DISTINCT Drug.id AS element_of, \
        Patient.id AS element FROM Drug, Patient_drugs JOIN Patient ON Patient.id = \
        Patient_drugs.patients WHERE Patient_drugs.drugs = Drug.id) ON element_of = id GROUP BY \
        element ORDER BY element
        """,
      rows: ["1, 2", "2, 1", "5, 1"]),
    AnswerCase(
      columns: "each(drugs.title), each(marks), count()", groups: "each(drugs.title), each(marks)",
      having: "each(drugs.title) = 'Iron'",
      sql: """
        WITH RECURSIVE flagdb_bits (bit) AS (SELECT 1 UNION ALL SELECT bit << 1 FROM flagdb_bits \
        WHERE bit != 0) SELECT element, flag2, count(*) FROM Patient LEFT JOIN (SELECT DISTINCT \
        Patient.id AS element_of, Drug.title AS element FROM Patient, Patient_drugs JOIN Drug ON \
        Drug.id = Patient_drugs.drugs WHERE Patient_drugs.patients = Patient.id) ON element_of = \
        id LEFT JOIN (SELECT flag2_of, bit AS flag2 FROM (SELECT DISTINCT marks AS flag2_of FROM \
        Patient) JOIN flagdb_bits ON (flag2_of & bit) != 0 OR flag2_of = bit) ON flag2_of = marks \
        GROUP BY element, flag2 HAVING element = ? ORDER BY element, flag2 < 0, flag2 -- 'Iron'
        """,
      rows: ["Iron, a, 1", "Iron, b, 1", "Iron, c, 1"]),
  ])
  func asSQL(_ one: AnswerCase) throws {
    #expect(try one.query().sql.shown == one.sql)
    #expect(try one.answer() == one.rows)
  }

  @Test(arguments: [
    ("doses", ["nil, 3", "1, 1", "2, 1", "3, 1", "7, 1"]),
    ("words", ["nil, 3", "a, 1", "b, 2"]),
    ("labels.keys", ["nil, 3", "a, 2", "b, 1"]),
    ("labels.values", ["nil, 3", "1, 1", "2, 1", "5, 1"]),
    ("shifts", [", 3", "low, 1", "mid, 1", "high, 1"]),
    ("remarks.text", ["nil, 4", "x, 1", "y, 1"]),
    (
      "readings.at",
      [
        "nil, 2", "2026-11-10T09:00:00Z, 1", "2026-11-20T09:00:00Z, 2", "2026-11-20T10:00:00Z, 1",
        "2026-11-21T09:00:00Z, 1",
      ]
    ),
    ("readings.mark", ["nil, 2", ", 1", "a, 1", "b, 1", "a|b, 1", "c, 1"]),
    ("ward.patients.level", ["nil, 1", "low, 2", "mid, 4", "high, 2"]),
  ])
  func ofManyTypes(_ each: String, _ rows: [String]) throws {
    #expect(try AnswerCase(groups: "each(\(each))").answer() == rows)
  }

  // MARK: Parts of texts

  @Test(arguments: [
    ("/usr/lib/x", "/", "/usr"), ("usr/lib/x", "/", "usr"), ("x", "/", "x"), ("", "/", ""),
    ("/", "/", "/"), ("//a", "/", "/"), ("a::b::c", "::", "a"), ("::b::c", "::", "::b"),
    ("S-1", "-", "S"), ("éé-1", "-", "éé"), ("a-", "-", "a"),
  ])
  func beforeASeparator(_ text: String, _ separator: String, _ prefix: String) throws {
    let sql: SQLText =
      "SELECT \(.ofText(.prefix), of: "\(.text(text))", "\(.text(separator))")"
    #expect(try MemoryDatabase().run(sql) == [[.text(prefix)]])
  }

  @Test(arguments: [
    ("prefix(name.first, 1)", ["A, 1", "B, 1", "a, 1", "c, 1", "É, 1"]),
    ("prefix(site, '/')", ["nil, 4", "https:, 1"]),
    ("split(site, '/', -2)", ["nil, 4", "example.org, 1"]),
    ("week(seen)", ["nil, 1", "2026-W46, 1", "2026-W47, 2", "2026-W49, 1"]),
  ])
  func groupsOfParts(_ group: String, _ rows: [String]) throws {
    #expect(try AnswerCase(groups: group).answer() == rows)
  }

  // MARK: Rows that are equal

  @Test(
    arguments: [
      (
        "level, isWell", "",
        "SELECT level, isWell FROM Patient GROUP BY level, isWell ORDER BY level, isWell",
        4
      ),
      (
        "isWell as w, count(name.last)", "-w",
        nil, 0
      ),
      (
        "isWell as w", "-w", "SELECT isWell FROM Patient GROUP BY isWell ORDER BY isWell DESC",
        3
      ),
    ] as [(String, String, String?, Int)])
  func distinctRows(_ columns: String, _ sort: String, _ sql: String?, _ count: Int) throws {
    let schema = try Clinic.schema()
    let request = AnswerRequest(
      columns: [SourceText(columns)], sort: sort.isEmpty ? [] : [SourceText(sort)], isDistinct: true
    )
    guard let sql else {
      #expect(throws: Diagnostic.self) {
        try request.query(of: schema.declared("Patient"), in: schema, now: testNow)
      }
      return
    }
    let query = try request.query(of: schema.declared("Patient"), in: schema, now: testNow)
    #expect(query.sql.shown == sql)
    #expect(try Clinic.database().run(query.sql).count == count)
  }
}
