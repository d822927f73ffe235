import FlagModel
import Testing

@testable import ModelText

@Suite("Names")
struct NameTests {
  private static let precomposed: Name = "\u{C9}t"
  private static let decomposed: Name = "E\u{301}t"

  @Test("are equal if their bytes are, wherever they are looked up")
  func equality() {
    let (one, other) = (Self.precomposed, Self.decomposed)
    #expect(one == Name("\u{C9}t") && one != other && Set([one, other, one]).count == 2)
    #expect([one: 1, other: 2][Name(Array("E\u{301}t".utf8))] == 2)
    // Of equal length in bytes, and equal to `String`.
    #expect(Name("\u{212B}") != Name("A\u{30A}"))
    let set = FlagSet(name: one, rawType: .int, flags: [Flag(name: one, mask: 1)])
    let schema = Schema(
      types: [.flagSet(set)],
      entities: [Entity(name: one, properties: []), Entity(name: other, properties: [])])
    #expect(schema.entity(named: other)?.name == other && set.mask(named: other) == nil)
  }

  @Test("of two models that differ in bytes make two models")
  func models() {
    let models = [Self.precomposed, Self.decomposed].map {
      Schema(types: [], entities: [Entity(name: $0, properties: [])])
    }
    #expect(models[0] != models[1])
  }

  @Test("cannot be compared with a text")
  func comparedWithText() {
    let text = "\u{C9}t"
    let found = Self.precomposed == text
    #expect(type(of: found as Any) is Nothing.Type)
  }

  @Test(
    "are folded as SQLite does",
    arguments: [
      ("Sample", "sAMPLE", true), ("\u{C9}t", "\u{E9}t", false), ("\u{C9}T", "\u{C9}t", true),
      ("\u{C9}t", "E\u{301}t", false), ("a_[", "A_{", false),
    ] as [(Name, Name, Bool)])
  func folding(one: Name, other: Name, isSame: Bool) {
    #expect((one.folded == other.folded) == isSame)
    #expect((Set([one.folded, other.folded]).count == 1) == isSame)
  }

  @Test(
    "are cut at their dots",
    arguments: [
      ("Sample.Status.open", "Sample", "Status.open"), ("Sample", "Sample", nil),
      ("Samples.a", "Sample", nil), ("a.\u{301}b", "a", "\u{301}b"),
    ] as [(Name, Name, Name?)])
  func paths(path: Name, owner: Name, rest: Name?) {
    #expect(path.dropping(owner) == rest && path.isInside(owner) == (rest != nil))
    #expect(Name(path: path.parts) == path)
  }

  @Test(
    "of others become names that an entity may have",
    arguments: [
      ("Sample", "Sample"), ("a b", "a b"), ("a.b", "a_b"), ("a`b", "a_b"), ("a\nb", "a_b"),
      ("", "_"), ("Date", "Date_"), ("Any", "Any_"), ("SQLite", "_SQLite"),
      ("flagdb_model", "_flagdb_model"), ("\u{1F34E}", "\u{1F34E}"), ("a\u{200B}", "a_"),
    ] as [(Name, Name)])
  func entityNames(name: Name, expected: Name) {
    #expect(name.asEntityName == expected)
    let entity = Entity(
      name: expected, kind: .record,
      properties: [.attribute(Attribute(name: "x", declaredType: "Int", type: .integer(.int)))])
    let text = SourceText(Schema(types: [], entities: [entity]).swiftSource)
    #expect(readModel([text]).schema?.entities.map(\.name) == [expected])
  }

  @Test("are sorted by their bytes")
  func order() {
    let sorted: [Name] = ["", "A", "E\u{301}", "a", "a.b", "ab", "\u{C9}", "\u{1F34E}"]
    #expect(sorted.reversed().sorted() == sorted)
  }

  @Test("are found by what was meant")
  func suggestions() {
    #expect(Name("Smaple").nearest(in: ["Reading", "Sample"]) == "Sample")
    #expect(Name("Sample").nearest(in: ["Reading"]) == nil)
    #expect(Name("Sample.Mark").mayBeCalled("Mark") && !Name("SampleMark").mayBeCalled("Mark"))
  }
}

/// The comparison that the compiler chooses for two values that nothing else compares.
private struct Nothing {}

private func == (one: Any, other: Any) -> Nothing { Nothing() }
