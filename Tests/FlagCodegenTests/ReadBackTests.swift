import Definitions
import FlagModel
import ModelText
import TestSupport
import Testing

@testable import FlagCodegen

/// Flags of generated code are read by the readers of sources again, with the same names and bits.
@Suite struct ReadBackTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let style: CodeStyle
    let language: DefinitionLanguage
    /// The names that flags cannot have in code of the language.
    var own: Set<String> = []
    /// The flags that the language can only spell so that no reader finds them: with several
    /// underscores in a row, or as a key that is computed.
    var lost: Set<Name> = []
    var testDescription: String { style.rawValue }
  }

  private static let cases = [
    Case(style: .c, language: .c, lost: ["2nd", "__proto__"]),
    Case(style: .python, language: .python, own: PythonStyle.reservedNames),
    Case(style: .rust, language: .rust, own: RustStyle.reservedNames),
    Case(style: .kotlin, language: .kotlin),
    Case(style: .typescript, language: .typescript, lost: ["__proto__"]),
    Case(style: .javascript, language: .typescript, lost: ["__proto__"]),
  ]

  @Test("names and bits are those of the model", arguments: cases)
  func flags(_ one: Case) throws {
    let schema = try schema(crowdedModel + "\n" + fieldModel + "\n" + setsOfEveryBit)
    let code = try CodeSource(schema: schema, origins: ["model"]).code(one.style)[0]
    // No other header is read here.
    let text = code.text.replacing("#include <stdint.h>", with: Self.standardIntegers)
    let definitions = try FlagDefinitions(
      SourceText(name: code.name, text), at: code.name, one.language)
    let model = CodeModel(schema, in: one.style.language)
    for set in schema.flagSets {
      let read = try definitions.read(Name(model.name(of: set.name).plain)).set
      let flags = set.flags + set.combinations
      let kept = flags.filter { !one.lost.contains($0.name) }
      #expect(read.names.count == kept.count, "\(set.name)")
      for (name, flag) in zip(names(of: set, in: model, one), flags)
      where !one.lost.contains(flag.name) {
        let found = read.mask(named: name).map { read.wide($0) & set.widthMask }
        #expect(found == flag.mask, "\(set.name).\(name)")
      }
    }
  }

  private func names(of set: FlagSet, in model: CodeModel, _ one: Case) -> [Name] {
    let flags = set.flags + set.combinations
    let names = model.flags(of: set, reserved: one.own).map { Name($0.name.plain) }
    guard one.language == .typescript else { return names }
    // A key of an object may be any text.
    return flags.map(\.name)
  }

  @Test("default values are those of the model", arguments: [CodeStyle.swiftdata, .codable])
  func defaults(_ style: CodeStyle) throws {
    let schema = try schema(Self.modelWithDefaults)
    let code = try CodeSource(schema: schema, origins: ["model"]).code(style)
    let text = code.map(\.text).joined(separator: "\n")
    let reading = readModel([SourceText(name: "code.swift", text)])
    let read = try #require(reading.schema, "\(reading.diagnostics) \(text)")
    func values(_ schema: Schema) throws -> [String] {
      try #require(schema.entity(named: "Plan")).attributes.map { attribute in
        "\(attribute.name) \(attribute.defaultValue.map { literal($0, attribute.type) } ?? "-")"
      }
    }
    #expect(try values(read).filter { $0 != "id -" } == values(schema), "\(text)")
  }

  private static let modelWithDefaults = """
    enum Step: Codable { case none, wait(days: Int, unit: String?), go(Double), `in` }
    enum Level: Int { case low, high }
    struct Size: Codable { var width: Int; var height: Int = 2; var level: Level = .low }
    struct Email: Codable { var address: String }
    @Model final class Plan {
      var numbers: [Int] = [1, 2]
      var texts: Set<String> = ["a\\"b"]
      var nested: [[Int?]] = [[1, nil], []]
      var levels: [Level] = [.high, .low]
      var dates: [Date] = [Date(timeIntervalSince1970: 1.5)]
      var step: Step = .wait(days: 3, unit: nil)
      var other: Step? = .in
      var steps: [Step] = [.go(1.5), .none]
      var size: Size = Size(width: 1, level: .high)
      var sizes: [Size] = [Size(width: 1)]
      var counts: [String: Int] = ["a": 1, "b": 2]
      var byLevel: [Level: [Int]] = [.low: [1]]
      var byNumber: [Int: Bool] = [7: true]
      var empty: [String: Int] = [:]
      var bare: [Int] = []
      var plain: Int
    }
    """

  private static let standardIntegers = """
    #define UINT64_C(number) number##ULL
    #define INT64_C(number) number##LL
    """
    + IntegerType.allCases.filter { $0 != .int && $0 != .uint }.map { type in
      let word = [8: "char", 16: "short", 32: "int", 64: "long long"][type.bitWidth] ?? ""
      return "\ntypedef \(type.isSigned ? "signed" : "unsigned") \(word) "
        + "\(type.rawValue.lowercased())_t;"
    }.joined()
}

extension FlagSet {
  /// The bits of a mask in 64, with those of a sign.
  fileprivate func wide(_ mask: UInt64) -> UInt64 { UInt64(bitPattern: stored(mask)) }
}
