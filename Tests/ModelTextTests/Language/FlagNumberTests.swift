import FlagModel
import Testing

@testable import ModelText

/// The bits of flags that `@Flags` numbers.
struct FlagNumberTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let members: String
    let bits: [String: Int]
  }

  static let cases = [
    Case(
      testDescription: "in the order of declaration", members: "static var a: Self, b: Marks",
      bits: ["a": 0, "b": 1]),
    Case(
      testDescription: "around those that are written",
      members: """
        static var a: Self
        static let b = Marks(rawValue: 1 << 0), c = Self(rawValue: 4)
        static var d: Self
        static var e: Marks
        """, bits: ["a": 1, "b": 0, "c": 2, "d": 3, "e": 4]),
    Case(
      testDescription: "around fields, in combinations",
      members: """
        @Bits(0...3) var core: Int
        static let both: Marks = [.a, .b]
        static var a: Self
        static var b: Self
        static var count: Int { 3 }
        """, bits: ["a": 4, "b": 5]),
    Case(
      testDescription: "around bits without a name",
      members: "static let all = Marks(rawValue: 0b101)\nstatic var a: Self\nstatic var b: Self",
      bits: ["a": 1, "b": 3]),
  ]

  private func set(
    _ members: String, model: String? = nil, earlier: String? = nil, raw: String = "Int64"
  ) -> (set: FlagSet?, said: [String]) {
    let argument = model.map { "(model: \"\($0)\")" } ?? ""
    let text = "@Flags\(argument) struct Marks: OptionSet { let rawValue: \(raw)\n\(members) }"
    let reading = readModel(
      [SourceText(name: "app/Marks.swift", text)],
      earlier: EarlierModels { path in
        path == "app/zoo.swift" ? earlier.map { SourceText(name: path, $0) } : nil
      })
    return (reading.schema?.flagSets.first, reading.diagnostics.map(\.message))
  }

  @Test(arguments: cases)
  func bits(of example: Case) throws {
    let read = set(example.members)
    #expect(read.said == [])
    let flags = try #require(read.set).flags
    let bits = flags.map { ($0.name.text, $0.mask.trailingZeroBitCount) }
    #expect(Dictionary(bits) { first, _ in first } == example.bits)
  }

  @Test("combinations have the chosen bits")
  func combinations() throws {
    let read = set("static let both: Marks = [.a, .b]\nstatic var a: Self\nstatic var b: Self")
    #expect(try #require(read.set).mask(named: "both") == 3)
  }

  static let earlier = """
    struct Marks: OptionSet {
      let rawValue: Int64
      static let b = Marks(rawValue: 1 << 5)
      static let gone = Marks(rawValue: 1 << 0)
    }
    """

  @Test("a flag keeps the bit of the earlier model, and takes none that another had")
  func earlierModel() throws {
    let read = set(
      "static var a: Self\nstatic var b: Self", model: "zoo.swift", earlier: Self.earlier)
    #expect(try #require(read.set).flags.map(\.mask) == [1 << 1, 1 << 5])
    #expect(read.said == ["'gone' of 'zoo.swift' is not declared; its bit 0 is not reused"])
  }

  @Test("a set that the earlier model lacks is numbered as a new one")
  func newSet() throws {
    let read = set("static var a: Self", model: "zoo.swift", earlier: "enum Other: Int { case a }")
    #expect(try #require(read.set).flags.map(\.mask) == [1])
  }

  @Test(
    "what cannot be numbered is said",
    arguments: [
      (
        "static var a: Self\nstatic let b = Self(rawValue: 4)", "zoo.swift", "Int64",
        "'b' has bit 5 in 'zoo.swift', found bit 2"
      ),
      ("static var a: Self", "other.swift", "Int64", "the model 'other.swift' cannot be read"),
      (
        "static let all = Self(rawValue: 0xFF)\nstatic var a: Self", nil, "UInt8",
        "no bit of UInt8 is left for 'a'"
      ),
      (
        "static let b = Self(rawValue: f())\nstatic var a: Self", nil, "Int64",
        "the bits of flags without a value cannot be chosen: 'f()' cannot be evaluated"
      ),
    ] as [(String, String?, String, String)])
  func mistakes(members: String, model: String?, raw: String, message: String) {
    let read = set(members, model: model, earlier: Self.earlier, raw: raw)
    #expect(read.set == nil)
    #expect(read.said.last == message)
  }

  @Test("without '@Flags' a flag without a value is no flag")
  func plainSets() {
    let text = "struct Marks: OptionSet { let rawValue: Int\nstatic var a: Self }"
    #expect(readModel([SourceText(text)]).diagnostics.map(\.message) == ["'a' has no value"])
  }
}
