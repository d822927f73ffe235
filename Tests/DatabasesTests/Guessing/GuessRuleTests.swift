import FlagModel
import Testing
import UserSQL

@testable import Databases
@testable import Guessing

/// The guess at a column with some values.
@Suite struct GuessRuleTests {
  /// `likely Date milliseconds`, or `none`.
  private func guess(
    _ name: Name, _ values: [Value], type: String = "", keyPart: KeyPart = .none,
    use: ColumnUse = ColumnUse()
  ) -> String {
    var sample = ColumnValues()
    for value in values { sample.add(value) }
    let facts = ColumnFacts(
      name, declaredType: type, keyPart: keyPart, use: use, values: sample, typeName: "Guess")
    guard let guess = facts.guess else { return "none" }
    return [guess.certainty.rawValue, meaning(guess.type), guess.stored.name].compactMap { $0 }
      .joined(separator: " ")
  }

  private func meaning(_ type: AttributeType) -> String {
    switch type {
    case .flags(let set):
      (set.flags.map(\.name) + set.fields.map(\.name)).joined(separator: ",")
    case .enumeration(let enumeration):
      enumeration.cases.map(\.name).joined(separator: "|")
    case .bool: "Bool"
    case .date: "Date"
    case .url: "URL"
    default: "?"
    }
  }

  private static func times(_ count: Int, _ values: [Value]) -> [Value] {
    (0..<count).flatMap { _ in values }
  }

  private static func integers(_ numbers: Int64...) -> [Value] { numbers.map(Value.integer) }
  private static func words(_ texts: String...) -> [Value] { texts.map(Value.text) }

  @Test(
    "masks",
    arguments: [
      ("flags", integers(0, 5, 1), "likely bit0,bit2"),
      ("flags", integers(0, 1), "none"),
      ("flags", [.integer(6), .text("6")], "none"),
      ("flags", [.integer(6), .null], "likely bit1,bit2"),
      ("flags", [.integer(6), .real(2)], "none"),
      (
        "category", times(3, integers(1, 2, 3, 16, 17, 64, 65, 80, 256)),
        "perhaps bit0,bit1,bit4,bit6,bit8"
      ),
      ("size", times(3, integers(1, 2, 3, 16, 17, 64, 65, 80, 256)), "none"),
      (
        "mode", integers(33188, 33261, 16877),
        "likely ISUID,ISGID,ISVTX,IRUSR,IWUSR,IXUSR,IRGRP,IWGRP,IXGRP,IROTH,IWOTH,IXOTH,kind"
      ),
      (
        "mode", integers(420, 493),
        "likely ISUID,ISGID,ISVTX,IRUSR,IWUSR,IXUSR,IRGRP,IWGRP,IXGRP,IROTH,IWOTH,IXOTH"
      ),
      ("mode", integers(1, 2, 3), "none"),
      ("mode", integers(33188, 61860), "none"),
      ("kind", integers(33188, 33261), "none"),
    ] as [(Name, [Value], String)])
  func masks(name: Name, values: [Value], answer: String) {
    #expect(guess(name, values) == answer)
  }

  @Test(
    "what the SQL of the file says",
    arguments: [
      (ColumnUse(masks: [4, 8]), [], "likely bit2,bit3"),
      (ColumnUse(masks: [4, 8]), integers(17), "likely bit0,bit2,bit3,bit4"),
      (ColumnUse(masks: [1]), integers(17), "none"),
      (ColumnUse(masks: [4]), words("x"), "none"),
      (ColumnUse(values: words("cat", "a dog")), words("cat"), "likely cat|aDog"),
      (ColumnUse(values: words("cat", "dog")), words("cat", "cow"), "none"),
      (ColumnUse(values: integers(-1, 2)), [], "likely minus1|value2"),
      (ColumnUse(values: integers(0, 1)), integers(0), "likely Bool anyNumber"),
      (ColumnUse(values: integers(7)), integers(7), "none"),
      (ColumnUse(values: integers(7) + words("x")), integers(7), "none"),
    ] as [(ColumnUse, [Value], String)])
  func uses(use: ColumnUse, values: [Value], answer: String) {
    #expect(guess("x", values, use: use) == answer)
  }

  @Test(
    "dates",
    arguments: [
      ("created", "", integers(1_600_000_000, 0), "likely Date epoch"),
      ("created", "", integers(1_600_000_000_000), "likely Date milliseconds"),
      ("created", "", integers(1_600_000_000_000_000), "likely Date microseconds"),
      ("created", "", integers(1_600_000_000_000_000_000), "likely Date nanoseconds"),
      ("created", "", integers(13_161_017_332_037_692), "likely Date webkit"),
      ("created", "", integers(132_521_874_959_025_799), "likely Date filetime"),
      ("created", "", integers(469_908_586_000_000_000), "likely Date referenceNanoseconds"),
      ("created", "", integers(469_908_586), "perhaps Date reference"),
      ("created", "", [.real(469_908_586.25)], "likely Date reference"),
      ("created", "", [.real(2_454_000.5)], "likely Date julian"),
      ("created", "", integers(2_454_000), "none"),
      ("created", "", [.real(820_000_000.5)], "perhaps Date reference"),
      ("created", "", integers(820_000_000), "perhaps Date epoch"),
      ("created", "", integers(1_600_000_000, 5), "none"),
      ("created", "", words("2026-11-20", "2026-11-20 10:30"), "likely Date text"),
      ("created", "", words("2026-11-20", "yesterday"), "none"),
      ("created", "", words(""), "none"),
      ("x", "DATETIME", integers(1_600_000_000), "likely Date epoch"),
      ("x", "", integers(1_600_000_000), "none"),
      ("x", "", (0..<9).map { .integer(1_600_000_000 + $0) }, "perhaps Date epoch"),
      ("x", "", (0..<9).map { .integer(4_000_000_000 + $0) }, "none"),
      ("x_id", "", (0..<9).map { .integer(1_600_000_000 + $0) }, "none"),
      ("x", "", words("2026-11-20"), "perhaps Date text"),
    ] as [(Name, String, [Value], String)])
  func dates(name: Name, type: String, values: [Value], answer: String) {
    #expect(guess(name, values, type: type) == answer)
  }

  @Test(
    "yes or no",
    arguments: [
      ("is_read", "", integers(0), "likely Bool anyNumber"),
      ("is_read", "", integers(0, 2), "none"),
      ("x", "BOOLEAN", integers(1), "likely Bool anyNumber"),
      ("x", "BOOLEAN", integers(1, 2), "perhaps Bool anyNumber"),
      ("x", "BOOLEAN", words("1"), "none"),
      ("x", "", times(5, integers(0, 1)), "perhaps Bool anyNumber"),
      ("x", "", times(4, integers(0, 1)), "none"),
      ("x", "", times(10, integers(1)), "none"),
      ("count", "", times(5, integers(0, 1)), "none"),
      ("kind", "", times(5, integers(0, 1)), "none"),
      ("x", "", words("Y", "N", "Y"), "perhaps N|Y"),
      ("x", "", words("true", "false"), "perhaps false|true"),
      ("x", "", words("Y", "Z"), "none"),
    ] as [(Name, String, [Value], String)])
  func bools(name: Name, type: String, values: [Value], answer: String) {
    #expect(guess(name, values, type: type) == answer)
  }

  @Test(
    "texts",
    arguments: [
      ("homepage_url", words("https://example.org", ""), "likely URL"),
      ("homepage_url", words("https://example.org", "none at all"), "none"),
      ("x", words("mailto:a@example.org"), "perhaps URL"),
      ("x", words("C:/autoexec", "12:30"), "none"),
      ("status", times(10, words("open", "in progress")), "likely inProgress|open"),
      ("status", times(9, words("open", "closed")), "none"),
      ("status", times(4, words("a", "b", "c", "d", "e")), "none"),
      ("x", times(10, words("open", "closed")), "perhaps closed|open"),
      ("city", times(10, words("Rome", "Oslo")), "none"),
      ("x", times(10, words("1st", "2nd")), "none"),
    ] as [(Name, [Value], String)])
  func texts(name: Name, values: [Value], answer: String) {
    #expect(guess(name, values) == answer)
  }

  @Test func aPartOfAKeyMeansWhatItsNameSays() {
    let values = Self.times(3, Self.integers(1, 2, 3, 16, 17, 64, 65, 80, 256))
    #expect(guess("category", values, keyPart: .part) == "none")
    #expect(guess("flags", values, keyPart: .part) == "likely bit0,bit1,bit4,bit6,bit8")
  }

  @Test func keysMeanNothingElse() {
    #expect(guess("flags", Self.integers(6, 5), keyPart: .whole) == "none")
  }

  @Test func examplesAreTheValuesOfMostRecords() {
    var sample = ColumnValues()
    for value in Self.integers(0, 0, 0, -1, 9, 9, 4, 5, 7) { sample.add(value) }
    #expect(sample.examples == Self.integers(9, 4, 5))
    var many = ColumnValues()
    for number in 0...Int64(ColumnValues.mostNumbers) { many.add(.integer(number)) }
    #expect(many.counts == nil && many.examples == Self.integers(1, 2, 3))
    #expect(many.range == 1...Double(ColumnValues.mostNumbers))
  }
}
