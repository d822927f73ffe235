import FlagModel
import Testing

@testable import ModelText

/// The fixtures are compiled with these tests, so that the compiler says what each member is.
struct CompiledFixtureTests {
  @Test func everyMemberHasTheRawValueOfTheCompiler() throws {
    let schema = try fixture("FlagSets.swift")
    for (name, members) in compiledFlagSets {
      let set = try #require(schema.flagSets.first { $0.name == name }, "no set '\(name)'")
      for (member, mask) in members {
        #expect(set.mask(named: member) == mask, "\(name).\(member)")
      }
      let read = Set((set.flags + set.combinations).map(\.name))
      #expect(read == Set(members.map(\.0)), "the members of \(name)")
    }
    #expect(schema.flagSets.count == compiledFlagSets.count)
  }

  @Test func everyCaseHasTheRawValueOfTheCompiler() throws {
    let schema = try fixture("Enumerations.swift")
    for (name, cases) in compiledEnumerations {
      let found = try #require(schema.enumerations.first { $0.name == name }, "no enum '\(name)'")
      #expect(found.cases.map(\.name) == cases.map(\.0), "the cases of \(name)")
      for (name, value) in cases { #expect(found.rawValue(of: name) == value, "\(name)") }
    }
    #expect(schema.enumerations.count == compiledEnumerations.count)
  }

  @Test func privateNamesAreThoseOfTheirFile() throws {
    let names = ["OneOfTwoFiles.swift", "OtherOfTwoFiles.swift"]
    let files = try names.map { try source(inFolder: "Fixtures", $0) }
    let model = SourceText(
      name: "model.swift",
      """
      struct Record: Entity {
        var one: String = TextInOneFile.usual
        var other: String = TextInOtherFile.usual
      }
      """)
    for sources in [files + [model], [model] + files.reversed()] {
      let reading = readModel(sources)
      #expect(reading.diagnostics.map { $0.rendered() } == [])
      let schema = try #require(reading.schema)
      expectRoundTrip(schema)
      #expect(Set(schema.flagSets.map(\.name)) == ["InOneFile", "InOtherFile"])
      #expect(schema.enumerations.isEmpty)
      for (name, members) in compiledSetsOfTwoFiles {
        let set = try #require(schema.flagSets.first { $0.name == name })
        #expect(Set((set.flags + set.combinations).map(\.name)) == Set(members.map(\.0)))
        for (member, mask) in members { #expect(set.mask(named: member) == mask, "\(member)") }
      }
      let record = try #require(schema.entity(named: "Record"))
      #expect(
        record.attributes.map(\.defaultValue) == [
          .value(.text(TextInOneFile.usual)), .value(.text(TextInOtherFile.usual)),
        ])
    }
  }

  private func fixture(_ name: String) throws -> Schema {
    let reading = readModel([try source(inFolder: "Fixtures", name)])
    #expect(reading.diagnostics.map { $0.rendered() } == [])
    let schema = try #require(reading.schema)
    expectRoundTrip(schema)
    return schema
  }
}

private func bits<Set: OptionSet>(_ name: Name, _ set: Set) -> (Name, UInt64)
where Set.RawValue: FixedWidthInteger {
  (name, UInt64(truncatingIfNeeded: set.rawValue) & (.max >> UInt64(64 - Set.RawValue.bitWidth)))
}

private let compiledSetsOfTwoFiles: [(Name, [(Name, UInt64)])] = [
  (
    "InOneFile",
    [
      bits("shifted", InOneFile.shifted), bits("limit", InOneFile.limit),
      bits("kind", InOneFile.kind), bits("hidden", InOneFile.hidden), bits("own", InOneFile.own),
      bits("extended", InOneFile.extended), bits("ownOfOther", InOneFile.ownOfOther),
    ]
  ),
  (
    "InOtherFile",
    [
      bits("shifted", InOtherFile.shifted), bits("limit", InOtherFile.limit),
      bits("kind", InOtherFile.kind), bits("hidden", InOtherFile.hidden),
      bits("shared", InOtherFile.shared),
    ]
  ),
]

private let compiledFlagSets: [(Name, [(Name, UInt64)])] = [
  (
    "Labelled",
    [
      bits("plain", Labelled.plain), bits("shifted", Labelled.shifted),
      bits("labelled", Labelled.labelled), bits("inferred", Labelled.inferred),
      bits("nothing", Labelled.nothing),
    ]
  ),
  (
    "Spelled",
    [
      bits("shifted", Spelled.shifted), bits("selfCall", Spelled.selfCall),
      bits("inferred", Spelled.inferred), bits("initCall", Spelled.initCall),
      bits("decimal", Spelled.decimal), bits("hex", Spelled.hex), bits("octal", Spelled.octal),
      bits("binary", Spelled.binary), bits("first", Spelled.first),
      bits("second", Spelled.second), bits("computed", Spelled.computed),
      bits("returned", Spelled.returned), bits("got", Spelled.got), bits("lines", Spelled.lines),
      bits("grouped", Spelled.grouped), bits("default", Spelled.default),
      bits("größe", Spelled.größe),
    ]
  ),
  (
    "Combined",
    [
      bits("a", Combined.a), bits("b", Combined.b), bits("c", Combined.c), bits("d", Combined.d),
      bits("none", Combined.none), bits("list", Combined.list), bits("bare", Combined.bare),
      bits("union", Combined.union), bits("unions", Combined.unions), bits("all", Combined.all),
      bits("rest", Combined.rest), bits("common", Combined.common),
      bits("either", Combined.either), bits("ored", Combined.ored), bits("far", Combined.far),
      bits("literal", Combined.literal), bits("same", Combined.same),
      bits("largest", Combined.largest), bits("everything", Combined.everything),
    ]
  ),
  (
    "Signed8",
    [
      bits("top", Signed8.top), bits("lowest", Signed8.lowest), bits("minus", Signed8.minus),
      bits("minusHex", Signed8.minusHex), bits("pattern", Signed8.pattern),
      bits("every", Signed8.every), bits("high", Signed8.high), bits("most", Signed8.most),
    ]
  ),
  (
    "Signed16",
    [
      bits("precedence", Signed16.precedence), bits("mixed", Signed16.mixed),
      bits("minus", Signed16.minus), bits("bracketed", Signed16.bracketed),
      bits("divided", Signed16.divided), bits("wrapped", Signed16.wrapped),
      bits("truncated", Signed16.truncated), bits("masked", Signed16.masked),
    ]
  ),
  (
    "Signed32",
    [
      bits("based", Signed32.based), bits("more", Signed32.more),
      bits("fromEnum", Signed32.fromEnum), bits("fromThird", Signed32.fromThird),
      bits("fromLimits", Signed32.fromLimits), bits("top", Signed32.top),
    ]
  ),
  (
    "Signed64",
    [
      bits("top", Signed64.top), bits("lowest", Signed64.lowest),
      bits("pattern", Signed64.pattern), bits("large", Signed64.large),
      bits("down", Signed64.down), bits("back", Signed64.back),
    ]
  ),
  (
    "Unsigned8",
    [
      bits("typed", Unsigned8.typed), bits("top", Unsigned8.top), bits("full", Unsigned8.full),
      bits("converted", Unsigned8.converted), bits("inverted", Unsigned8.inverted),
    ]
  ),
  (
    "Unsigned16",
    [
      bits("fromFile", Unsigned16.fromFile), bits("fromLimits", Unsigned16.fromLimits),
      bits("shifted", Unsigned16.shifted), bits("later", Unsigned16.later),
      bits("counted", Unsigned16.counted),
    ]
  ),
  (
    "Unsigned32",
    [
      bits("low", Unsigned32.low), ("old", 2), bits("ours", Unsigned32.ours),
    ]
  ),
  (
    "Unsigned64",
    [
      bits("top", Unsigned64.top), bits("all", Unsigned64.all),
      bits("pattern", Unsigned64.pattern), bits("casted", Unsigned64.casted),
      bits("numeric", Unsigned64.numeric),
    ]
  ),
  (
    "Literal",
    [
      bits("read", Literal.read), bits("write", Literal.write), bits("run", Literal.run),
      bits("all", Literal.all), bits("top", Literal.top),
    ]
  ),
  (
    "LiteralOfC",
    [bits("lowest", LiteralOfC.lowest), bits("short", LiteralOfC.short)]
  ),
  (
    "Outer.Middle.Inner",
    [
      bits("deep", Outer.Middle.Inner.deep), bits("path", Outer.Middle.Inner.path),
      bits("both", Outer.Middle.Inner.both), bits("added", Outer.Middle.Inner.added),
    ]
  ),
  ("ByAlias", [bits("a", ByAlias.a)]),
  ("ByComposition", [bits("a", ByComposition.a)]),
  ("ByProtocol", [bits("a", ByProtocol.a)]),
]

private func integer<Case: RawRepresentable>(_ name: Name, _ value: Case) -> (Name, Value)
where Case.RawValue: BinaryInteger {
  (name, .integer(Int64(value.rawValue)))
}

private func text<Case: RawRepresentable>(_ name: Name, _ value: Case) -> (Name, Value)
where Case.RawValue: CustomStringConvertible {
  (name, .text(value.rawValue.description))
}

private func real<Case: RawRepresentable>(_ name: Name, _ value: Case) -> (Name, Value)
where Case.RawValue: BinaryFloatingPoint {
  (name, .real(Double(value.rawValue)))
}

private let compiledEnumerations: [(Name, [(Name, Value)])] = [
  (
    "Counted",
    [
      integer("zero", Counted.zero), integer("one", Counted.one), integer("two", Counted.two),
      integer("ten", Counted.ten), integer("eleven", Counted.eleven),
      integer("minus", Counted.minus), integer("next", Counted.next),
    ]
  ),
  (
    "Hexadecimal",
    [
      integer("a", Hexadecimal.a), integer("b", Hexadecimal.b),
      integer("full", Hexadecimal.full),
    ]
  ),
  (
    "Small",
    [
      integer("low", Small.low), integer("lower", Small.lower), integer("zero", Small.zero),
      integer("one", Small.one),
    ]
  ),
  (
    "Word",
    [
      text("plain", Word.plain), text("default", Word.default), text("renamed", Word.renamed),
      text("escaped", Word.escaped), text("raw", Word.raw), text("empty", Word.empty),
    ]
  ),
  ("Letter", [text("a", Letter.a), text("e", Letter.e), text("flag", Letter.flag)]),
  (
    "Ratio",
    [
      real("half", Ratio.half), real("one", Ratio.one), real("two", Ratio.two),
      real("minus", Ratio.minus),
    ]
  ),
  ("Ratio32", [real("tenth", Ratio32.tenth), real("third", Ratio32.third)]),
  (
    "Conditional",
    [
      integer("first", Conditional.first), integer("second", Conditional.second),
      integer("third", Conditional.third),
    ]
  ),
  (
    "Commented",
    [
      integer("a", Commented.a), integer("b", Commented.b), integer("c", Commented.c),
      integer("e", Commented.e),
    ]
  ),
  ("CodeOfC", [integer("none", CodeOfC.none), integer("failed", CodeOfC.failed)]),
  (
    "Nested.Inside",
    [integer("min", Nested.Inside.min), integer("max", Nested.Inside.max)]
  ),
  ("ByTypealias", [text("first", ByTypealias.first), text("second", ByTypealias.second)]),
]
