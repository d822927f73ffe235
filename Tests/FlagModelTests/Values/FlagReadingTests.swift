import FlagModel
import TestSupport
import Testing

@Suite struct FlagReadingTests {
  @Test(
    arguments: [
      ("HRM,PLX", 6, "HRM|PLX"), ("HRM|PLX", 6, "HRM|PLX"), (" PLX , HRM ", 6, "HRM|PLX"),
      ("heartRate", 2, "HRM"), ("vitals", 6, "HRM|PLX"), (".HRM", 2, "HRM"),
      ("[.HRM, .PLX]", 6, "HRM|PLX"), ("[]", 0, ""), ("", 0, ""), (" ", 0, ""), ("none", 0, ""),
      ("HRM,HRM", 2, "HRM"), ("lab", 0xC0, "lab"), ("lab,0x100,RAW", 0x1C1, "RAW|lab|0x100"),
      ("0x40", 0x40, "0x40"), ("0x0", 0, ""), ("0x1F", 0x1F, "RAW|HRM|PLX|0x18"),
      ("top", Int64.min, "top"), ("0x8000000000000000,RAW", Int64.min + 1, "RAW|top"),
    ] as [(String, Int64, String)])
  func flags(text: String, stored: Int64, shown: String) {
    expectReads(text, as: .flags(.biomarker), .integer(stored), shown: shown)
  }

  @Test(
    "a number is a mask",
    arguments: [
      ("6", 6), (" 6 ", 6), ("0", 0), ("0x6", 6), ("0o6", 6), ("RAW,6", 7), ("1|64", 65),
      ("RAW,0", 1), ("-9223372036854775808", .min),
      ("9223372036854775808", .min),
    ] as [(String, Int64)])
  func masks(text: String, stored: Int64) throws {
    #expect(try AttributeType.flags(.biomarker).value(from: text) == .integer(stored))
  }

  @Test(
    arguments: [
      ("HRN", "'HRN' is not a flag of 'BIOMarker'", "did you mean 'HRM'?"),
      ("RAW,hrm", "'hrm' is not a flag of 'BIOMarker'", "did you mean 'HRM'?"),
      ("vital", "'vital' is not a flag of 'BIOMarker'", "did you mean 'vitals'?"),
      (
        "temperature", "'temperature' is not a flag of 'BIOMarker'",
        "its flags are RAW, HRM, PLX, heartRate, top, vitals, lab, none"
      ),
      ("06", "expected names of flags of 'BIOMarker', found '06'", "write HRM,PLX"),
      ("RAW,06", "expected names of flags of 'BIOMarker', found '06'", "write HRM,PLX"),
      (
        "99999999999999999999",
        "expected names of flags of 'BIOMarker', found '99999999999999999999'",
        nil
      ),
      ("HRM,,PLX", "expected the name of a flag of 'BIOMarker', found none", nil),
      ("HRM,", "expected the name of a flag of 'BIOMarker', found none", nil),
      (",", "expected the name of a flag of 'BIOMarker', found none", nil),
      (".", "expected the name of a flag of 'BIOMarker', found none", nil),
      ("0x", "expected bits such as 0x40, found '0x'", nil),
      ("0xZZ", "expected bits such as 0x40, found '0xZZ'", nil),
      (
        "0x10000000000000000",
        "expected bits of 'BIOMarker', which has 64, found '0x10000000000000000'",
        nil
      ),
    ] as [(String, String, String?)])
  func badFlags(text: String, message: String, hint: String?) {
    expectRefuses(text, as: .flags(.biomarker), message, hint: hint)
  }

  @Test(arguments: IntegerType.allCases)
  func highestBits(type: IntegerType) throws {
    let set = FlagSet.narrow(type)
    let stored: Int64 =
      type.isSigned || type.bitWidth == 64
      ? -1 << Int64(type.bitWidth - 1) : 1 << Int64(type.bitWidth - 1)
    expectReads("z", as: .flags(set), .integer(stored), shown: "z")
    expectReads("a,z", as: .flags(set), .integer(stored + 1), shown: "a|z")
    #expect(try AttributeType.flags(set).rawValue(from: "\(stored)") == .integer(stored))
    let bits = UInt64(1) << UInt64(type.bitWidth - 1)
    #expect(try AttributeType.flags(set).rawValue(from: "\(bits)") == .integer(stored))
    if type.bitWidth < 64 {
      let hex = "0x" + String(bits << 1, radix: 16, uppercase: true)
      expectRefuses(
        hex, as: .flags(set),
        "expected bits of 'Narrow', which has \(type.bitWidth), found '\(hex)'")
      #expect(throws: ValueError.self) {
        try AttributeType.flags(set).rawValue(from: "\(bits << 1)")
      }
    }
  }

  @Test(arguments: IntegerType.allCases)
  func whatAnotherClientStoredSurvives(type: IntegerType) {
    let set = FlagSet.narrow(type)
    var source = RandomSource()
    for _ in 0..<1000 {
      let mask = source.next() >> UInt64.random(in: 0..<64, using: &source)
      #expect(set.mask(stored: set.stored(mask)) == mask, "seed \(source.seed), mask \(mask)")
      let stored = source.integer()
      // The one ambiguity: 128 and -128 are the same bits of a byte, kept as Swift has them.
      let kept = set.stored(set.mask(stored: stored))
      let distance: Int64 = type.bitWidth == 64 ? 0 : 1 << Int64(type.bitWidth)
      let other = type.isSigned ? stored &- distance : stored &+ distance
      let range = -distance / 2..<max(1, distance)
      #expect(
        kept == stored || range.contains(stored) && kept == other, "seed \(source.seed)")
      #expect(set.mask(stored: kept) == set.mask(stored: stored))
    }
  }

  @Test func undeclaredBitsAreShownAndReported() {
    let set = FlagSet.biomarker
    #expect(set.names(of: 0b111 | 1 << 5) == ["RAW", "HRM", "PLX", "0x20"])
    #expect(set.names(of: 1 << 6) == ["0x40"])
    #expect(set.undeclaredBits(in: 1 << 6 | 1 << 5) == 1 << 5)
    #expect(FlagSet.narrow(.int8).names(of: 0x181) == ["a", "z", "0x100"])
  }

  @Test func namesInASequenceAreReadLikewise() throws {
    #expect(try FlagSet.biomarker.mask(ofNames: ["HRM", ".PLX", "0x40"]) == 0x46)
    #expect(try FlagSet.biomarker.mask(ofNames: [String]()) == 0)
    #expect(
      throws: ValueError(
        "'HRM,PLX' is not a flag of 'BIOMarker'",
        hint: .choice(
          "its flags are", ["RAW", "HRM", "PLX", "heartRate", "top", "vitals", "lab", "none"]))
    ) {
      try FlagSet.biomarker.mask(ofNames: ["HRM,PLX"])
    }
  }

  @Test func masksOfEveryKindComeBack() throws {
    var source = RandomSource()
    for _ in 0..<1000 {
      let mask = source.next() & source.next()
      let text = FlagSet.biomarker.text(of: mask)
      #expect(try FlagSet.biomarker.mask(from: text) == mask, "seed \(source.seed), \(text)")
    }
  }

  @Test(
    arguments: [
      ("measured", 1), (".archived", -7), (" received ", 0),
    ] as [(String, Int64)])
  func cases(text: String, stored: Int64) {
    expectReads(text, as: .enumeration(.status), .integer(stored))
  }

  @Test(arguments: [
    ("mesured", "'mesured' is not a case of 'Status'", "did you mean 'measured'?"),
    ("Measured", "'Measured' is not a case of 'Status'", "did you mean 'measured'?"),
    ("x", "'x' is not a case of 'Status'", "its cases are received, measured, archived"),
    (
      "", "expected a case of 'Status', found an empty text",
      "its cases are received, measured, archived"
    ),
    ("1", "expected the name of a case of 'Status', found '1'", "did you mean 'measured'?"),
    ("-7", "expected the name of a case of 'Status', found '-7'", "did you mean 'archived'?"),
    ("7", "'7' is not a case of 'Status'", "its cases are received, measured, archived"),
  ])
  func badCases(text: String, message: String, hint: String) {
    expectRefuses(text, as: .enumeration(.status), message, hint: hint)
  }

  @Test func aNameGoesBeforeARawValue() throws {
    let mood = AttributeType.enumeration(.mood)
    #expect(try mood.value(from: "g") == .text("other"))
    #expect(try mood.rawValue(from: "g") == .text("g"))
    expectRefuses(
      "other", as: mood, "expected the name of a case of 'Mood', found 'other'",
      hint: "did you mean 'g'?")
    #expect(
      throws: ValueError(
        "expected the raw value of a case of 'Mood', found 'bad'", hint: .meant(["so, so"]))
    ) {
      try mood.rawValue(from: "bad")
    }
  }
}
