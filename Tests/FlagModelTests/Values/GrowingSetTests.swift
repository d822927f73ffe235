import FlagModel
import Testing

/// Sets that get names which they lack.
@Suite struct GrowingSetTests {
  private let set = FlagSet(
    name: "Marker", rawType: .uint8,
    flags: [Flag(name: "RAW", mask: 1), Flag(name: "HRM", mask: 2)],
    combinations: [Flag(name: "both", mask: 3)])

  @Test(
    "the items of a list that are new",
    arguments: [
      ("RAW|ECG", ["ECG"]), ("ECG,EEG, both", ["ECG", "EEG"]), (".HRM|.ECG", [".ECG"]),
      ("[RAW, ECG]", ["ECG"]), ("0x40|5|-1", []), ("", []), ("raw", ["raw"]), ("a b", ["a b"]),
    ])
  func newItems(text: String, expected: [String]) {
    #expect(FlagSet.items(of: text).filter(set.isUnknown) == expected)
  }

  @Test(
    "the next free bit",
    arguments: [
      (0, 4), (4, 8), (0x80, 4), (0x84, 8), (0xFC, nil), (0x40, 0x80), (0xC0, 4),
    ] as [(UInt64, UInt64?)])
  func freeBits(used: UInt64, expected: UInt64?) {
    #expect(set.freeBit(besides: used) == expected)
  }

  @Test func bitsThatAreWrittenAsNumbersAreNoNames() {
    #expect(set.bits(withoutName: "0x40") == 0x40)
    #expect(set.bits(withoutName: "0b11") == 3)
    #expect(set.bits(withoutName: "RAW") == nil)
    #expect(set.bits(withoutName: "64") == nil)
  }
}
