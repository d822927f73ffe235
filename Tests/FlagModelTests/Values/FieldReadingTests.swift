import FlagModel
import ModelText
import TestSupport
import Testing

/// Masks with fields as text and back.
@Suite struct FieldReadingTests {
  private let transition: AttributeType
  private let mode: AttributeType

  init() throws {
    let reading = readModel([SourceText(name: nil, fieldModel)])
    let sets = try #require(reading.schema).flagSets
    transition = .flags(sets[0])
    mode = .flags(sets[1])
  }

  @Test(
    arguments: [
      ("", 0, "core=link"), ("core=link", 0, "core=link"), ("core=typed", 1, "core=typed"),
      ("CHAIN_END|core=reload", 0x2000_0008, "CHAIN_END|core=reload"),
      ("core = .reload , CHAIN_END", 0x2000_0008, "CHAIN_END|core=reload"),
      ("priority=5,REDIRECT", 0x8005_0000, "REDIRECT|core=link|priority=5"),
      ("priority=0", 0, "core=link"),
      ("[.ends, core=typed]", 0x2080_0001, "BLOCKED|CHAIN_END|core=typed"),
      ("0x100,core=typed", 0x101, "0x100|core=typed"), ("core=typed,core=typed", 1, "core=typed"),
    ] as [(String, Int64, String)])
  func texts(text: String, stored: Int64, shown: String) {
    expectReads(text, as: transition, .integer(stored), shown: shown)
  }

  @Test("a number alone is the whole mask", arguments: ["0x80000001", "2147483649"])
  func wholeMask(text: String) {
    expectReads(text, as: transition, .integer(0x8000_0001), shown: "REDIRECT|core=typed")
  }

  @Test(
    arguments: [
      ("", 0, ""), ("x", 1, "x"), ("type=file,w", 0x8002, "w|type=file"),
      ("level=8", -0x8000_0000, "level=8"),
      ("level=15,type=pipe", -0x0FFF_F000, "type=pipe|level=15"),
    ] as [(String, Int64, String)])
  func bitsInPlace(text: String, stored: Int64, shown: String) {
    expectReads(text, as: mode, .integer(stored), shown: shown)
  }

  @Test(
    arguments: [
      ("cor=typed", "'cor' is not a field of 'Transition'", "did you mean 'core'?"),
      ("core=typd", "core: 'typd' is not a case of 'Transition.Core'", "did you mean 'typed'?"),
      ("core", "'core' is a field of 'Transition' and needs a value", "write core=link"),
      (
        "core=", "core: expected a case of 'Transition.Core', found an empty text",
        "its cases are link, typed, bookmark, reload"
      ),
      ("priority=128", "priority must be in 0...127, found 128", nil),
      ("priority=-1", "priority must be in 0...127, found -1", nil),
      ("REDIRECT,0x1", "'0x1' has bits of the field 'core'", "write core=link"),
      ("core=typed,core=link", "the field 'core' is given twice", nil),
    ] as [(String, String, String?)])
  func mistakes(text: String, message: String, hint: String?) {
    expectRefuses(text, as: transition, message, hint: hint)
  }

  /// Bit 31 as other programs may keep it, and a number that is no case.
  @Test(
    arguments: [
      (0x8000_0001, "REDIRECT|core=typed"), (-0x7FFF_FFFF, "REDIRECT|core=typed"),
      (7, "core=?7"), (0x7F00FF, "core=?255|priority=127"),
    ] as [(Int64, String)])
  func whateverIsStored(stored: Int64, shown: String) {
    #expect(transition.text(of: .integer(stored)) == shown)
  }

  @Test(arguments: ["7", "255", "4294967295"])
  func rawNumbersWithoutCase(text: String) {
    #expect(throws: ValueError.self) { try transition.rawValue(from: text) }
    #expect(throws: ValueError.self) { try transition.check(.integer(Int64(text) ?? 0)) }
  }

  @Test(
    arguments: [
      ("0xFF=Transition.Core", 0...7), ("16...22=Int", 16...22), ("0o170000=FileType?", 12...15),
      ("5=Int", 5...5),
    ] as [(String, ClosedRange<Int>)])
  func declaredByWord(text: String, bits: ClosedRange<Int>) throws {
    let schema = try #require(readModel([SourceText(name: nil, fieldModel)]).schema)
    let field = try BitField(checking: "f", Substring(text), in: .uint32, of: schema)
    #expect(field.bits == bits)
  }

  @Test(
    arguments: [
      ("0x5=Int", "expected the bits and the type of 'f', found '0x5=Int'"),
      ("7...0=Int", "expected the bits and the type of 'f', found '7...0=Int'"),
      ("0xFF", "expected the bits and the type of 'f', found '0xFF'"),
      ("0xFF=Cor", "'Cor' is neither an enum of the model nor an integer type"),
      ("-1=Int", "expected the bits and the type of 'f', found '-1=Int'"),
      (
        "0...9223372036854775807=Int",
        "expected the bits and the type of 'f', found '0...9223372036854775807=Int'"
      ),
      ("30...40=Int", "expected bits from 0 to 31, which UInt32 has, found 30...40"),
      ("0xF000=FileType", "0 is not a case of 'FileType'"),
    ])
  func declaredWronglyByWord(text: String, message: String) throws {
    let schema = try #require(readModel([SourceText(name: nil, fieldModel)]).schema)
    let error = #expect(throws: FieldError.self) {
      _ = try BitField(checking: "f", Substring(text), in: .uint32, of: schema)
    }
    #expect(error?.message == message)
  }
}
