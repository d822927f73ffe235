import FlagModel
import Testing

@testable import ModelText

/// Models of tables that others made: the names of these, and what is said of wrong ones.
@Suite("names of tables and columns") struct TableNameTests {
  /// A Core Data store in small.
  static let store = """
    @Table("ZTRIP", key: "Z_PK", kindColumn: "Z_ENT", kind: 2)
    @Model class Trip {
      @Column("ZNAME") var name: String
      @Column("ZLATITUDE", "ZLONGITUDE") var start: Place?
      @Column("Z1SPEC", order: "Z_FOK_1SPEC") var spec: [Leg] = []
      @Relationship(inverse: \\Leg.trip) @Column(order: "Z_FOK_TRIP") var legs: [Leg] = []
      @Relationship(inverse: \\Tag.trips) @Table("Z_2TAGS", own: "Z_2TRIPS", other: "Z_5TAGS")
      var tags: [Tag] = []
    }

    @Table(kind: 3)
    @Model final class BusinessTrip: Trip {
      @Column("ZPERDIEM") var perdiem: Int?
    }

    @Table(kind: 4)
    @Model class Holiday: Trip {}

    @Model final class Cruise: Holiday {}

    @Table("ZLEG", key: "Z_PK")
    @Model final class Leg {
      @Column("ZTRIP") var trip: Trip?
      @Column("ZTAG", references: "ZCODE") var tag: Tag?
    }

    @Table("ZTAG", key: "Z_PK")
    @Model final class Tag {
      @Attribute(.unique) @Column("ZCODE") var code: String
      var trips: [Trip] = []
      var legs: [Leg] = []
    }
    struct Place { var latitude: Double; var longitude: Double }
    """

  @Test("are kept with the entities") func store() throws {
    let schema = try schema(Self.store, namesTables: true)
    let sources = schema.entities.map { "\($0.name): \(shown($0.source))" }
    #expect(
      sources == [
        "Trip: ZTRIP by Z_PK where Z_ENT in [2, 3, 4], itself 2",
        "BusinessTrip: ZTRIP by Z_PK where Z_ENT in [3], itself 3",
        "Holiday: ZTRIP by Z_PK where Z_ENT in [4], itself 4",
        "Cruise: ZTRIP by Z_PK where Z_ENT in [], itself none",
        "Leg: ZLEG by Z_PK", "Tag: ZTAG by Z_PK",
      ])
    let business = try #require(schema.entity(named: "BusinessTrip"))
    #expect(
      business.columnProperties.compactMap(\.column)
        == ["ZNAME", "ZLATITUDE", "ZLONGITUDE", "ZPERDIEM"])
    #expect(
      business.relationships.map(\.storage) == [
        .inverse(.init(column: "Z1SPEC", order: "Z_FOK_1SPEC")),
        .inverse(.init(column: "ZTRIP", order: "Z_FOK_TRIP")),
        .joinTable(
          .init(name: "Z_2TAGS", ownColumn: "Z_2TRIPS", otherColumn: "Z_5TAGS", isOwner: true)),
      ])
    let tag = try #require(schema.entity(named: "Tag"))
    #expect(
      tag.relationships.map(\.storage) == [
        .joinTable(
          .init(name: "Z_2TAGS", ownColumn: "Z_5TAGS", otherColumn: "Z_2TRIPS", isOwner: false)),
        .inverse(.init(column: "ZTAG", otherColumn: "ZCODE")),
      ])
  }

  private func shown(_ source: EntitySource) -> String {
    let key =
      switch source.key {
      case nil: ""
      case .known(let column, _): " by \(column)"
      case .hidden(let number, let key):
        " by \(number) (hidden\(key.map { ", \($0) is known" } ?? ""))"
      }
    guard let kinds = source.kinds else { return "\(source.table)\(key)" }
    func shown(_ value: Value) -> String { AttributeType.integer(.int).text(of: value) }
    return "\(source.table)\(key) where \(kinds.column) in "
      + "[\(kinds.all.map(shown).joined(separator: ", "))], "
      + "itself \(kinds.ownKind.map(shown) ?? "none")"
  }

  @Test(
    "of one table",
    arguments: [
      ("@Table(\"order\", key: \"item_id\")\n@Model final class Item {}", "order by item_id"),
      ("@Table(\"a\\\"b\", rowid: \"oid\")\n@Model final class Item {}", "a\"b by oid (hidden)"),
      (
        "@Table(key: \"b\", rowid: \"oid\")\n@Model final class Item {\n  var b: String?\n}",
        "Item by oid (hidden, b is known)"
      ),
      ("@Table(\"zwei Wörter\", key: nil)\n@Model final class Item {}", "zwei Wörter"),
      ("@Table(key: \"code\")\n@Model final class Item {\n  var code: String\n}", "Item by code"),
    ])
  func one(text: String, source: String) throws {
    let schema = try schema(text, namesTables: true)
    #expect(shown(try #require(schema.entities.first).source) == source)
    #expect(schema.swiftSource.split(separator: "\n").first == text.split(separator: "\n").first)
  }

  @Test("of a text key have its type") func textKey() throws {
    let text = "@Table(\"Item\", key: \"code\") @Model final class Item { var code: String }"
    let item = try #require(try schema(text, namesTables: true).entities.first)
    #expect(item.source.key?.type == .string)
    #expect(item.keyAttribute?.name == "code")
  }

  @Test(
    "that are wrong are refused",
    arguments: [
      (
        "@Table(items) @Model final class Item {}",
        "expected a name in double quotes"
      ),
      ("@Table(\"items\", kid: 1) @Model final class Item {}", "'@Table' has no argument 'kid'"),
      (
        "@Table(\"items\", kind: 1.5) @Model final class Item {}",
        "expected a whole number or a text as kind"
      ),
      (
        "@Model final class Item { @Column(\"a\", \"b\") var code: String }",
        "'code' has 1 column, found 2 names"
      ),
      (
        "@Model final class Item { @Column(\"a\", order: \"b\") var code: String }",
        "only a relationship can refer to other records"
      ),
      (
        "@Model final class Item { @Column(\"a\") var b: Int; @Column(\"A\") var c: Int }",
        "the column of 'c' and the column of 'b' would have the same name in SQLite"
      ),
      (
        "@Model final class Item { @Table(\"pairs\") var items: [Item] = [] }",
        "expected a join table with its columns"
      ),
      (
        "@Model class A: B {}\n@Model class B: A {}",
        "'B' inherits from itself"
      ),
    ])
  func wrong(text: String, message: String) {
    let said = complaints(text, namesTables: true)
    #expect(said.split(separator: "\n").first?.hasSuffix(message) == true, "\(said)")
  }

  @Test(
    "are refused in a model of our own",
    arguments: [
      "@Table(\"items\") @Model final class Item {}",
      "@Model final class Item { @Column(\"ZCODE\") var code: String }",
    ])
  func own(text: String) {
    #expect(complaints(text).contains("is only for foreign databases"))
    #expect(complaints(text).contains("hint: leave it out"))
  }
}
