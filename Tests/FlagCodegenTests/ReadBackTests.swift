import Definitions
import FlagModel
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
