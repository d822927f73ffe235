import FlagModel
import TestSupport

@testable import SQLText

/// Records of the clinic's model made at random, as Swift values and in a database.
struct Hospital {
  struct Patient {
    let id: Int64
    let first: String
    let last: String?
    let ward: Int?
    let buddy: Int?
    let marks: UInt64
    let wanted: UInt64?
    let age: Int64
    let weight: Double?
    let isWell: Bool?
    let fee: Int64
    let rate: Int64?
    let tags: [String]
  }

  struct Reading {
    let patient: Int
    let value: Double
    let count: Int64
    let mark: UInt64
  }

  struct Ward {
    let title: String
    let beds: Int64
  }

  var wards: [Ward] = []
  var patients: [Patient] = []
  var readings: [Reading] = []

  static let names = ["a", "A", "ab", "aB", "b*", "é", "Éa", "", "a?b", "ba", "[a]", "100%"]

  /// - Parameter hasExtremes: true if some ages are the greatest and the least numbers.
  init(_ dice: inout Dice, hasExtremes: Bool = true) {
    for index in 0..<3 { wards.append(Ward(title: "W\(index)", beds: Self.number(&dice))) }
    for index in 0..<24 {
      patients.append(
        Patient(
          id: Int64(index + 1), first: dice.one(of: Self.names),
          last: dice.isLucky(3) ? nil : dice.one(of: Self.names),
          ward: dice.isLucky(3) ? nil : Int(dice.next() % 3),
          buddy: dice.isLucky(3) ? nil : Int(dice.next() % 24), marks: Self.mask(&dice),
          wanted: dice.isLucky(3) ? nil : Self.mask(&dice),
          age: hasExtremes && dice.isLucky(8)
            ? dice.one(of: [.max, .min, .max - 1]) : Self.number(&dice),
          weight: dice.isLucky(3) ? nil : Double(Self.number(&dice)) / 2,
          isWell: dice.isLucky(3) ? nil : dice.isLucky(2), fee: Self.number(&dice) * 50,
          rate: dice.isLucky(3) ? nil : Self.number(&dice) * 500,
          tags: (0..<dice.next() % 3).map { _ in dice.one(of: Self.names) }))
    }
    for _ in 0..<40 {
      readings.append(
        Reading(
          patient: Int(dice.next() % 24), value: Double(Self.number(&dice)) / 2,
          count: Self.number(&dice), mark: Self.mask(&dice)))
    }
  }

  /// Small numbers, so that they are often equal.
  static func number(_ dice: inout Dice) -> Int64 { Int64(dice.next() % 9) - 4 }

  /// Often exactly some flags, sometimes undeclared bits as well.
  static func mask(_ dice: inout Dice) -> UInt64 {
    let flags: [UInt64] = [1, 2, 4, 1 << 63]
    let declared = flags.reduce(UInt64(0)) { mask, bit in dice.isLucky(2) ? mask | bit : mask }
    return dice.isLucky(5) ? declared | 0x48 : declared
  }

  func readings(of patient: Patient) -> [Reading] {
    readings.filter { $0.patient == Int(patient.id) - 1 }
  }

  func followers(of patient: Patient) -> [Patient] {
    patients.filter { $0.buddy == Int(patient.id) - 1 }
  }

  func ward(of patient: Patient) -> Ward? { patient.ward.map { wards[$0] } }

  func buddy(of patient: Patient) -> Patient? { patient.buddy.map { patients[$0] } }

  func database() throws -> MemoryDatabase {
    let database = try MemoryDatabase(Clinic.schema())
    for (index, ward) in wards.enumerated() {
      try database.run(
        """
        INSERT INTO Ward (id, title, beds) VALUES (\(.integer(Int64(index + 1))), \
        \(.text(ward.title)), \(.integer(ward.beds)))
        """ as SQLText)
    }
    // A buddy may come after those who follow him.
    try database.run("PRAGMA foreign_keys = OFF")
    for patient in patients { try database.run(Self.insert(patient)) }
    for reading in readings {
      try database.run(
        """
        INSERT INTO Reading (patient, value, count, at, mark) \
        VALUES (\(.integer(Int64(reading.patient + 1))), \(.real(reading.value)), \
        \(.integer(reading.count)), '2026-11-20 00:00:00', \
        \(.integer(Int64(bitPattern: reading.mark))))
        """ as SQLText)
    }
    return database
  }

  private static func insert(_ patient: Patient) -> SQLText {
    func key(_ index: Int?) -> Value { index.map { .integer(Int64($0 + 1)) } ?? .null }
    let tags = patient.tags.map { "\"\($0)\"" }.joined(separator: ",")
    let values: [Value] = [
      .integer(patient.id), .text(patient.first), patient.last.map { .text($0) } ?? .null,
      key(patient.ward), key(patient.buddy), .integer(Int64(bitPattern: patient.marks)),
      patient.wanted.map { .integer(Int64(bitPattern: $0)) } ?? .null, .integer(patient.age),
      patient.weight.map { .real($0) } ?? .null,
      patient.isWell.map { .integer($0 ? 1 : 0) } ?? .null, .integer(patient.fee),
      patient.rate.map { .integer($0) } ?? .null, .text("[\(tags)]"),
    ]
    let list = values.map { "\($0)" as SQLText }.joined(by: ", ")
    return """
      INSERT INTO Patient (id, name_first, name_last, ward, buddy, marks, wanted, age, weight, \
      isWell, fee, rate, tags) VALUES (\(list))
      """
  }
}
