import CSQLite
import FlagModel
import ManagedModels
import ModelText
import TestSupport
import Testing

/// Each rule by which Core Data lays out its tables, with a store that the test makes by SQL.
@Suite struct StoreLayoutTests {
  typealias Entity = WrittenModel.Entity

  // MARK: Tables and kinds

  @Test func oneTableHoldsAHierarchy() throws {
    let schema = try schema(
      [
        Entity("Animal", [.attribute("name", 700)], fields: [("NSIsAbstract", .bool(true))]),
        Entity("Cat", of: "Animal", [.attribute("lives", 100)]),
        Entity("Lion", of: "Cat"), Entity("Cage"),
      ],
      kinds: [(1, "Animal", 0), (2, "Cat", 1), (3, "Lion", 2), (4, "Cage", 0)],
      "CREATE TABLE ZANIMAL (\(own), ZNAME VARCHAR, ZLIVES INTEGER); CREATE TABLE ZCAGE (\(own))")
    let expected: [(Name, Name, Value?, [Value], [Name])] = [
      ("Animal", "ZANIMAL", nil, [.integer(1), .integer(2), .integer(3)], ["ZNAME"]),
      ("Cage", "ZCAGE", .integer(4), [.integer(4)], []),
      ("Cat", "ZANIMAL", .integer(2), [.integer(2), .integer(3)], ["ZNAME", "ZLIVES"]),
      ("Lion", "ZANIMAL", .integer(3), [.integer(3)], ["ZNAME", "ZLIVES"]),
    ]
    for (name, table, kind, kinds, columns) in expected {
      let entity = try #require(schema.entity(named: name))
      #expect(entity.source.table == table)
      #expect(entity.source.key?.column == "Z_PK")
      #expect(entity.source.kinds?.column == "Z_ENT")
      #expect(entity.source.kinds?.ownKind == kind)
      #expect(entity.source.kinds?.all == kinds)
      #expect(entity.attributes.map(\.column) == columns)
    }
  }

  @Test func numbersAreReadAndNeverReckoned() throws {
    let schema = try schema(
      [Entity("A"), Entity("B")], kinds: [(7, "B", 0), (9, "A", 0)],
      "CREATE TABLE ZA (\(own)); CREATE TABLE ZB (\(own))")
    #expect(schema.entity(named: "A")?.source.kinds?.ownKind == .integer(9))
    #expect(schema.entity(named: "B")?.source.kinds?.ownKind == .integer(7))
  }

  @Test func tablesOfTheHistoryAreNoEntities() throws {
    let schema = try schema(
      [Entity("A")], kinds: [(1, "A", 0), (16_001, "CHANGE", 0)],
      "CREATE TABLE ZA (\(own)); CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY)")
    #expect(schema.entities.map(\.name) == ["A"])
  }

  // MARK: Names of entities

  @Test func aStaleNameIsFoundByTheNameBefore() throws {
    let schema = try schema(
      [
        Entity("Luxury", fields: [("NSRenamingIdentifier", "Expensive")]), Entity("Plain"),
        Entity("Other"),
      ], kinds: [(1, "Expensive", 0), (2, "Plain", 0), (3, "Other", 0)],
      "CREATE TABLE ZEXPENSIVE (\(own)); CREATE TABLE ZPLAIN (\(own)); CREATE TABLE ZOTHER (\(own))"
    )
    #expect(schema.entity(named: "Luxury")?.source.kinds?.ownKind == .integer(1))
    #expect(schema.entity(named: "Luxury")?.source.table == "ZEXPENSIVE")
  }

  @Test func aStaleNameIsFoundByBeingTheLastWithItsParent() throws {
    let schema = try schema(
      [Entity("Car"), Entity("Luxury", of: "Car"), Entity("Person")],
      kinds: [(1, "Car", 0), (2, "Expensive", 1), (3, "Person", 0)],
      "CREATE TABLE ZCAR (\(own)); CREATE TABLE ZPERSON (\(own))")
    #expect(schema.entity(named: "Luxury")?.source.kinds?.ownKind == .integer(2))
    #expect(schema.entity(named: "Luxury")?.source.table == "ZCAR")
  }

  @Test func entitiesWithoutANumberAreNamed() {
    let error = #expect(throws: ManagedModelError.self) {
      try schema([Entity("A"), Entity("B")], kinds: [(1, "X", 0), (2, "Y", 0)], "SELECT 1")
    }
    #expect(
      error?.message
        == "the store has no number for 'A', 'B'; rows of Z_PRIMARYKEY without an entity: 'X', 'Y'")
  }

  // MARK: Columns

  @Test func namesAreThoseOfTheModel() throws {
    let schema = try schema(
      [
        Entity(
          "A", [.attribute("firstName", 700), .attribute("_hidden", 700), .attribute("größe", 100)])
      ], kinds: [(1, "A", 0)],
      "CREATE TABLE ZA (\(own), ZFIRSTNAME VARCHAR, Z_HIDDEN VARCHAR, ZGRÖSSE INTEGER)")
    #expect(
      columns(of: "A", schema) == ["_hidden Z_HIDDEN", "firstName ZFIRSTNAME", "größe ZGRÖSSE"])
  }

  @Test func equalNamesAreNumberedByTheNumbersOfTheirEntities() throws {
    let schema = try schema(
      [
        Entity("Root"), Entity("B", of: "Root", [.attribute("text", 700)]),
        Entity("A", of: "Root", [.attribute("text", 700)]),
      ], kinds: [(1, "Root", 0), (2, "B", 1), (3, "A", 1)],
      "CREATE TABLE ZROOT (\(own), ZTEXT VARCHAR, ZTEXT1 VARCHAR)")
    #expect(columns(of: "B", schema) == ["text ZTEXT"])
    #expect(columns(of: "A", schema) == ["text ZTEXT1"])
  }

  @Test func anAttributeThatHasANumberKeepsItsColumn() throws {
    let schema = try schema(
      [
        Entity("Root", [.attribute("text1", 700)]),
        Entity("A", of: "Root", [.attribute("text", 700)]),
        Entity("B", of: "Root", [.attribute("text", 700)]),
      ], kinds: [(1, "Root", 0), (2, "A", 1), (3, "B", 1)],
      "CREATE TABLE ZROOT (\(own), ZTEXT VARCHAR, ZTEXT1 VARCHAR, ZTEXT2 VARCHAR)")
    #expect(columns(of: "A", schema) == ["text1 ZTEXT1", "text ZTEXT"])
    #expect(columns(of: "B", schema) == ["text1 ZTEXT1", "text ZTEXT2"])
  }

  @Test func declaredTypesTellEqualNamesApart() throws {
    let schema = try schema(
      [
        Entity("Root"), Entity("A", of: "Root", [.attribute("value", 900)]),
        Entity("B", of: "Root", [.attribute("value", 700)]),
      ], kinds: [(1, "Root", 0), (2, "A", 1), (3, "B", 1)],
      "CREATE TABLE ZROOT (\(own), ZVALUE VARCHAR, ZVALUE1 TIMESTAMP)")
    #expect(columns(of: "A", schema) == ["value ZVALUE1"])
    #expect(columns(of: "B", schema) == ["value ZVALUE"])
  }

  @Test func whatIsTransientHasNoColumn() throws {
    let schema = try schema(
      [
        Entity(
          "A", [.attribute("a", 700), .attribute("b", 0, [("NSIsTransient", .bool(true))])])
      ], kinds: [(1, "A", 0)], "CREATE TABLE ZA (\(own), ZA VARCHAR, ZB VARCHAR)")
    #expect(columns(of: "A", schema) == ["a ZA"])
  }

  @Test func whatHasNoColumnIsToldAndLeftOut() throws {
    let layout = try layout(
      [Entity("A", [.attribute("a", 700), .attribute("b", 700)]), Entity("B")],
      kinds: [(1, "A", 0), (2, "B", 0)], "CREATE TABLE ZA (\(own), ZA VARCHAR)")
    #expect(columns(of: "A", layout.schema) == ["a ZA"])
    #expect(layout.schema.entities.map(\.name) == ["A"])
    #expect(layout.notes == ["'A.b' has no column in the store", "'B' has no table in the store"])
  }

  @Test(arguments: [
    (100, "INTEGER", AttributeType.integer(.int16)), (200, "INTEGER", .integer(.int32)),
    (300, "INTEGER", .integer(.int64)), (500, "FLOAT", .double), (600, "FLOAT", .float),
    (700, "VARCHAR", .string), (800, "INTEGER", .bool), (900, "TIMESTAMP", .date),
    (1000, "BLOB", .data), (1100, "BLOB", .uuid), (1200, "VARCHAR", .url), (1800, "BLOB", .data),
  ])
  func types(number: Int, declared: String, type: AttributeType) throws {
    let schema = try schema(
      [Entity("A", [.attribute("a", number)])], kinds: [(1, "A", 0)],
      "CREATE TABLE ZA (\(own), ZA \(declared))")
    #expect(schema.entities.first?.attributes.first?.type == type)
  }

  @Test func compositesAreGroupsOfTheirElements() throws {
    let place = WrittenModel.Property.composite("place", ["latitude": 500, "longitude": 500])
    let schema = try schema(
      [Entity("A", [place, .attribute("latitude", 500)])], kinds: [(1, "A", 0)],
      "CREATE TABLE ZA (\(own), ZLATITUDE FLOAT, ZLATITUDE1 FLOAT, ZLONGITUDE FLOAT)")
    // Attributes take their columns before elements do.
    #expect(
      columns(of: "A", schema) == [
        "latitude ZLATITUDE", "place.latitude ZLATITUDE1", "place.longitude ZLONGITUDE",
      ])
  }

  @Test func compositesAreDeclaredAsStructs() throws {
    let author = WrittenModel.Property.composite("author", ["name": 700, "born": 900, "id": 1100])
    let editor = WrittenModel.Property.composite("editor", ["name": 700, "born": 900, "id": 1100])
    let string = WrittenModel.Property.composite("string", ["a": 300, "b": 300])
    let schema = try schema(
      [Entity("Author", [author, editor, string])], kinds: [(1, "Author", 0)],
      """
      CREATE TABLE ZAUTHOR (\(own), ZNAME VARCHAR, ZNAME1 VARCHAR, ZBORN TIMESTAMP, ZBORN1 TIMESTAMP, ZID BLOB,
        ZID1 BLOB, ZA INTEGER, ZB INTEGER)
      """)
    #expect(schema.types.map(\.name) == ["Author2", "Editor", "String_"])
    #expect(
      columns(of: "Author", schema) == [
        "author.name ZNAME", "author.born ZBORN", "author.id ZID", "editor.name ZNAME1",
        "editor.born ZBORN1", "editor.id ZID1", "string.a ZA", "string.b ZB",
      ])
  }

  @Test func siblingsMayHaveRelationshipsOfOneName() throws {
    let schema = try schema(
      [
        Entity("Base"),
        Entity(
          "Account", of: "Base",
          [.relationship("notes", to: "Note", inverse: "account", toMany: true)]),
        Entity(
          "Folder", of: "Base",
          [.relationship("notes", to: "Note", inverse: "folder", toMany: true)]),
        Entity(
          "Note", of: "Base",
          [
            .relationship("account", to: "Account", inverse: "notes"),
            .relationship("folder", to: "Folder", inverse: "notes"),
          ]),
      ], kinds: [(1, "Base", 0), (2, "Account", 1), (3, "Folder", 1), (4, "Note", 1)],
      "CREATE TABLE ZBASE (\(own), ZACCOUNT INTEGER, ZFOLDER INTEGER)")
    #expect(
      try relationship("Account", "notes", schema).storage == .inverse(.init(column: "ZACCOUNT")))
    #expect(
      try relationship("Folder", "notes", schema).storage == .inverse(.init(column: "ZFOLDER")))
  }

  @Test func aRawValueAloneIsTheAttribute() throws {
    let options = WrittenModel.Property.composite("options", ["rawValue": 300])
    let schema = try schema(
      [Entity("A", [options])], kinds: [(1, "A", 0)],
      "CREATE TABLE ZA (\(own), ZRAWVALUE INTEGER)")
    #expect(columns(of: "A", schema) == ["options ZRAWVALUE"])
    #expect(schema.entities.first?.attributes.first?.type == .integer(.int64))
  }

  // MARK: Types and demands

  /// The keys of mogenerator, SwiftGen and SwiftData.
  @Test(arguments: ["attributeValueScalarType", "RawType", "EnumType"])
  func typesAreNamedByTheModel(key: String) throws {
    let flags = FlagSet(
      name: "Marks", rawType: .int32, flags: [Flag(name: "done", mask: 1)])
    let level = Enumeration(
      name: "Level", rawType: .string, cases: [.init(name: "low", rawValue: .text("low"))])
    let info = { (name: String) in
      WrittenModel.Property.userInfo([(key, name)])
    }
    let layout = try layout(
      [
        Entity(
          "A",
          [
            .attribute("marks", 200, objects: info("Marks")),
            .attribute("level", 700, objects: info("Level")),
            .attribute("size", 200, objects: info("Size")),
            .attribute("count", 200, objects: info("Int32")),
            .attribute("wrong", 700, objects: info("Marks")),
          ])
      ], kinds: [(1, "A", 0)],
      """
      CREATE TABLE ZA (\(own), ZMARKS INTEGER, ZLEVEL VARCHAR, ZSIZE INTEGER, ZCOUNT INTEGER,
        ZWRONG VARCHAR)
      """, types: [.flagSet(flags), .enumeration(level)])
    let entity = try #require(layout.schema.entity(named: "A"))
    let found = Dictionary(uniqueKeysWithValues: entity.attributes.map { ($0.name, $0) })
    #expect(found["marks"]?.type == .flags(flags) && found["marks"]?.stored == .word)
    #expect(found["level"]?.type == .enumeration(level))
    #expect(found["size"]?.type == .integer(.int32))
    #expect(found["size"]?.summary == "values of Size")
    #expect(found["count"]?.summary == nil)
    #expect(found["wrong"]?.type == .string)
    #expect(layout.schema.types.map(\.name) == ["Marks", "Level"])
  }

  // MARK: Relationships

  @Test func toOneAndItsInverse() throws {
    let schema = try schema(
      [
        Entity("Book", [.relationship("author", to: "Author", inverse: "books")]),
        Entity("Author", [.relationship("books", to: "Book", inverse: "author", toMany: true)]),
      ], kinds: [(1, "Author", 0), (2, "Book", 0)],
      "CREATE TABLE ZBOOK (\(own), ZAUTHOR INTEGER); CREATE TABLE ZAUTHOR (\(own))")
    let author = try relationship("Book", "author", schema)
    #expect(author.storage == .column(.init(column: "ZAUTHOR")) && author.inverse == "books")
    let books = try relationship("Author", "books", schema)
    #expect(books.storage == .inverse(.init(column: "ZAUTHOR")) && books.inverse == "author")
    #expect(books.isToMany && books.target == "Book")
  }

  @Test func bothSidesOfOneToOneHaveAColumn() throws {
    let schema = try schema(
      [
        Entity("Pet", [.relationship("owner", to: "User", inverse: "pet")]),
        Entity("User", [.relationship("pet", to: "Pet", inverse: "owner")]),
      ], kinds: [(1, "Pet", 0), (2, "User", 0)],
      "CREATE TABLE ZPET (\(own), ZOWNER INTEGER); CREATE TABLE ZUSER (\(own), ZPET INTEGER)")
    #expect(
      try relationship("Pet", "owner", schema).storage
        == .column(.init(column: "ZOWNER", isUnique: true)))
    #expect(
      try relationship("User", "pet", schema).storage
        == .column(.init(column: "ZPET", isUnique: true)))
  }

  @Test func theColumnBesideAKeyIsNoProperty() throws {
    let schema = try schema(
      [
        Entity("Page", [.relationship("book", to: "Book", inverse: "pages")]),
        Entity("Book", [.relationship("pages", to: "Page", inverse: "book", toMany: true)]),
        Entity("Novel", of: "Book"),
      ], kinds: [(1, "Book", 0), (2, "Novel", 1), (3, "Page", 0)],
      "CREATE TABLE ZPAGE (\(own), ZBOOK INTEGER, Z1_BOOK INTEGER); CREATE TABLE ZBOOK (\(own))")
    #expect(schema.entity(named: "Page")?.properties.map(\.name) == ["book"])
    // A child inherits what leads from it.
    #expect(
      try relationship("Novel", "pages", schema).storage == .inverse(.init(column: "ZBOOK")))
  }

  @Test func orderedListsHaveAColumnForTheirOrder() throws {
    let schema = try schema(
      [
        Entity("Item", [.relationship("list", to: "List", inverse: "items")]),
        Entity("List", [.relationship("items", to: "Item", inverse: "list", toMany: true)]),
      ], kinds: [(1, "Item", 0), (2, "List", 0)],
      """
      CREATE TABLE ZITEM (\(own), ZLIST INTEGER, Z_FOK_LIST INTEGER); CREATE TABLE ZLIST (\(own))
      """)
    #expect(
      try relationship("List", "items", schema).storage
        == .inverse(.init(column: "ZLIST", order: "Z_FOK_LIST")))
  }

  @Test func toManyWithoutInverseHasAColumnOfItsOwner() throws {
    let schema = try schema(
      [Entity("Spec", []), Entity("Car", [.relationship("spec", to: "Spec", toMany: true)])],
      kinds: [(1, "Car", 0), (2, "Spec", 0)],
      "CREATE TABLE ZCAR (\(own)); CREATE TABLE ZSPEC (\(own), Z1SPEC INTEGER)")
    let spec = try relationship("Car", "spec", schema)
    #expect(spec.storage == .inverse(.init(column: "Z1SPEC")) && spec.inverse == nil)
  }

  /// The columns of the table of pairs, and what each side makes of them.
  @Test(arguments: [
    ("Z_2TAGS", "Z_2NOTES", "Z_3TAGS"), ("Z_3NOTES", "Z_3TAGS", "Z_2NOTES"),
    ("Z_2TAGS1", "Z_2NOTES", "Z_3TAGS1"),
  ])
  func manyToManyIsFoundByItsColumns(table: Name, first: Name, second: Name) throws {
    let schema = try schema(
      [
        Entity("Note", [.relationship("tags", to: "Tag", inverse: "notes", toMany: true)]),
        Entity("Tag", [.relationship("notes", to: "Note", inverse: "tags", toMany: true)]),
        Entity("Else"),
      ], kinds: [(1, "Else", 0), (2, "Note", 0), (3, "Tag", 0)],
      """
      CREATE TABLE ZNOTE (\(own)); CREATE TABLE ZTAG (\(own)); CREATE TABLE ZELSE (\(own));
      CREATE TABLE \(table) (\(first) INTEGER, \(second) INTEGER)
      """)
    // `notes` leads to notes, the entity 2; so the column with its name has their keys.
    let notes: Name = "Z_2NOTES"
    let tags = first == notes ? second : first
    #expect(
      try relationship("Note", "tags", schema).storage
        == .joinTable(.init(name: table, ownColumn: notes, otherColumn: tags, isOwner: true)))
    #expect(
      try relationship("Tag", "notes", schema).storage
        == .joinTable(.init(name: table, ownColumn: tags, otherColumn: notes, isOwner: false)))
  }

  @Test func anEntityRelatedToItselfIsToldApartByNames() throws {
    let schema = try schema(
      [
        Entity(
          "Mark",
          [
            .relationship("favorites", to: "Mark", inverse: "folders", toMany: true),
            .relationship("folders", to: "Mark", inverse: "favorites", toMany: true),
          ])
      ], kinds: [(1, "Mark", 0)],
      """
      CREATE TABLE ZMARK (\(own));
      CREATE TABLE Z_1FAVORITES (Z_1FAVORITES INTEGER, Z_1FOLDERS INTEGER, Z_FOK_1FAVORITES INTEGER)
      """)
    #expect(
      try relationship("Mark", "favorites", schema).storage
        == .joinTable(
          .init(
            name: "Z_1FAVORITES", ownColumn: "Z_1FOLDERS", otherColumn: "Z_1FAVORITES",
            isOwner: true, order: "Z_FOK_1FAVORITES")))
    #expect(
      try relationship("Mark", "folders", schema).storage
        == .joinTable(
          .init(
            name: "Z_1FAVORITES", ownColumn: "Z_1FAVORITES", otherColumn: "Z_1FOLDERS",
            isOwner: false)))
  }

  @Test func aChildIsNamedInPairsByItsOwnNumber() throws {
    let schema = try schema(
      [
        Entity("Object"),
        Entity(
          "Event", of: "Object",
          [.relationship("facts", to: "Fact", inverse: "event", toMany: true)]),
        Entity("Fact", [.relationship("event", to: "Event", inverse: "facts", toMany: true)]),
      ], kinds: [(4, "Fact", 0), (9, "Object", 0), (10, "Event", 9)],
      """
      CREATE TABLE ZOBJECT (\(own)); CREATE TABLE ZFACT (\(own));
      CREATE TABLE Z_4EVENT (Z_4FACTS INTEGER, Z_10EVENT INTEGER)
      """)
    #expect(
      try relationship("Event", "facts", schema).storage
        == .joinTable(
          .init(name: "Z_4EVENT", ownColumn: "Z_10EVENT", otherColumn: "Z_4FACTS", isOwner: true)))
  }

  // MARK: No model

  @Test func withoutAModelColumnsTellWhatTheyCan() throws {
    let schema = try schema(
      nil, entities: ["Chat", "Message", "Recipe"],
      kinds: [(3, "Chat", 0), (5, "Message", 0), (6, "Recipe", 0)],
      """
      CREATE TABLE ZCHAT (\(own), ZTITLE VARCHAR, ZSTARTED TIMESTAMP, ZSIZE FLOAT, ZCOUNT INTEGER);
      CREATE TABLE ZMESSAGE (\(own), ZBODY BLOB, ZRECIPE INTEGER, ZOWNER INTEGER, Z3_OWNER INTEGER,
        Z_FOK_OWNER INTEGER);
      CREATE INDEX ZMESSAGE_ZRECIPE_INDEX ON ZMESSAGE (ZRECIPE);
      CREATE TABLE ZRECIPE (\(own), ZPRICE DECIMAL);
      CREATE TABLE Z_3MESSAGES (Z_3CHAT INTEGER, Z_5MESSAGES INTEGER)
      """)
    #expect(
      columns(of: "Chat", schema) == [
        "title ZTITLE", "started ZSTARTED", "size ZSIZE", "count ZCOUNT",
      ])
    #expect(
      schema.entity(named: "Chat")?.attributes.map(\.type) == [
        .string, .date, .double, .integer(.int64),
      ])
    #expect(columns(of: "Message", schema) == ["body ZBODY"])
    #expect(try relationship("Message", "recipe", schema).target == "Recipe")
    #expect(try relationship("Message", "owner", schema).target == "Chat")
    #expect(
      try relationship("Chat", "messages", schema).storage
        == .joinTable(
          .init(
            name: "Z_3MESSAGES", ownColumn: "Z_3CHAT", otherColumn: "Z_5MESSAGES", isOwner: true)))
    #expect(try relationship("Message", "chat", schema).inverse == "messages")
  }

  @Test func entitiesThatTheModelLacksComeFromTheirColumns() throws {
    let schema = try schema(
      [Entity("A", [.attribute("firstName", 700)])], entities: ["A", "B"],
      kinds: [(1, "A", 0), (2, "B", 0)],
      "CREATE TABLE ZA (\(own), ZFIRSTNAME VARCHAR); CREATE TABLE ZB (\(own), ZLASTNAME VARCHAR)")
    #expect(columns(of: "A", schema) == ["firstName ZFIRSTNAME"])
    #expect(columns(of: "B", schema) == ["lastname ZLASTNAME"])
  }

  // MARK: Stores

  private let own = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"

  private func schema(
    _ model: [Entity]?, entities: [String]? = nil, kinds: [(Int64, Name, Int64)], _ sql: String
  ) throws -> Schema {
    try layout(model, entities: entities, kinds: kinds, sql).schema
  }

  private func layout(
    _ model: [Entity]?, entities: [String]? = nil, kinds: [(Int64, Name, Int64)], _ sql: String,
    types: [NamedType] = []
  ) throws -> StoreLayout {
    let model = try model.map { try ManagedModel(compiled: WrittenModel($0).compiled) }
    let names = entities ?? model?.entities.map(\.name.text) ?? []
    let hashes = WrittenPropertyList.dictionary(names.map { ($0, .data([1])) })
    let metadata = try StoreMetadata(
      WrittenPropertyList.dictionary([("NSStoreModelVersionHashes", hashes)]).binary)
    let layout = try StoreLayout(
      model: model, metadata: metadata,
      tables: try StoreTables(
        made: sql, kinds: kinds.map { .init(number: $0, name: $1, parent: $2) }), types: types)
    expectReadable(layout.schema)
    return layout
  }

  /// The model of a store can be written into a sidecar and read from there, with all of its columns.
  private func expectReadable(_ schema: Schema) {
    let text = schema.swiftSource
    let reading = readModel([SourceText(text)], isStored: true, namesTables: true)
    #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [], "\(text)")
    for entity in schema.entities {
      let known = reading.schema?.entity(named: entity.name)
      #expect(known?.attributes.map(\.column) == entity.attributes.map(\.column), "\(text)")
      #expect(known?.attributes.map(\.name) == entity.attributes.map(\.name), "\(text)")
      #expect(known?.relationships.map(\.name) == entity.relationships.map(\.name), "\(text)")
    }
  }

  private func columns(of entity: Name, _ schema: Schema) -> [String] {
    schema.entity(named: entity)?.attributes.map { "\($0.name) \($0.column)" } ?? []
  }

  private func relationship(
    _ entity: Name, _ name: Name, _ schema: Schema
  ) throws -> Relationship {
    try #require(schema.entity(named: entity)?.relationship(named: name))
  }
}

extension WrittenModel.Property {
  static func userInfo(
    _ members: [(String, String)]
  ) -> [(String, (WrittenArchive) -> WrittenPropertyList)] {
    [("NSUserInfo", { archive in archive.dictionary(members.map { ($0, archive.text($1)) }) })]
  }

  /// A composite with its elements and the numbers of their types.
  static func composite(_ name: String, _ elements: KeyValuePairs<String, Int64>) -> Self {
    let elements = Array(elements)
    return .attribute(
      name, 2100, className: "NSCompositeAttributeDescription",
      objects: [
        (
          "NSCompositeElements",
          { archive in
            archive.array(
              elements.map { element, type in
                archive.object(
                  "NSAttributeDescription",
                  [("NSPropertyName", archive.text(element)), ("NSAttributeType", .integer(type))])
              })
          }
        )
      ])
  }
}

extension StoreTables {
  /// The tables that some SQL makes.
  init(made sql: String, kinds: [Kind]) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
    let rows = { (sql: String) -> [[String]] in
      var rows: [[String]] = []
      var statement: OpaquePointer?
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
      while sqlite3_step(statement) == SQLITE_ROW {
        rows.append(
          (0..<sqlite3_column_count(statement)).map {
            String(cString: sqlite3_column_text(statement, $0))
          })
      }
      sqlite3_finalize(statement)
      return rows
    }
    let tables = rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { table in
      (
        name: Name(table[0]),
        columns: rows("SELECT name, type FROM pragma_table_info('\(table[0])')").map {
          Column(name: Name($0[0]), declaredType: $0[1])
        }
      )
    }
    self.init(
      tables: tables, kinds: kinds,
      indexes: rows("SELECT name FROM sqlite_schema WHERE type = 'index'").map { Name($0[0]) })
  }
}
