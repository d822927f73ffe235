import FlagModel
import Testing

@testable import Predicates
@testable import Queries
@testable import SQLText

/// Assignments, columns and sort keys as they are typed: the SQL, its effect, and what is refused.
@Suite struct RequestTests {
  private func request(_ words: [String], of entity: Entity) throws -> ChangeRequest {
    try ChangeRequest(
      words.map { try AssignmentSyntax.parse(SourceText($0)) }, of: entity, now: testNow)
  }

  private func messages(_ words: [String], of entity: Entity) -> [String] {
    do {
      _ = try request(words, of: entity)
      return []
    } catch let error as Diagnostics {
      return error.all.map { $0.message + ($0.hint.map { " (\($0.text))" } ?? "") }
    } catch let error as Diagnostic {
      return [error.message + (error.hint.map { " (\($0.text))" } ?? "")]
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    arguments: [
      (["wide+=low"], "wide = wide | ?", [1, 1, -9_223_372_036_854_775_807, 0x1_0000_0041, -1]),
      (
        ["wide-=top"], "wide = wide & ~?", [0, 1, 1, 0x1_0000_0041, .max]
      ),
      (
        ["wide^=low"], "wide = (wide | ?) & ~(wide & ?)",
        [1, 0, .min, 0x1_0000_0040, -2]
      ),
      (
        ["wide+=top", "wide-=low,mid"], "wide = (wide & ~?) | ?",
        [.min, .min, .min, .min + 0x40, -4_294_967_298]
      ),
      (
        ["wide^=top", "wide+=low"], "wide = ((wide | ?) | ?) & ~((wide | ?) & ?)",
        [.min + 1, .min + 1, 1, .min + 0x1_0000_0041, .max]
      ),
      (["wide-=0x40"], "wide = wide & ~?", [0, 1, .min + 1, 0x1_0000_0001, -65]),
      (["narrow+=h"], "narrow = narrow | ?", [-128, -125, -127, -128, -126]),
      (["narrow-=h"], "narrow = narrow & ?", [0, 3, 1, 0, 2]),
      (["narrow^=h"], "narrow = (narrow | ?) & ~(narrow & ?)", [-128, -125, 1, 0, -126]),
      (["hidden+=low"], "hidden = coalesce(hidden, 0) | ?", [1, 1, 1, .min + 1, -1]),
      (["wide="], "wide = ?", [0, 0, 0, 0, 0]),
      (["wide=low|0x40"], "wide = ?", [65, 65, 65, 65, 65]),
    ] as [([String], String, [Int64])])
  func flagChanges(_ words: [String], _ sql: String, _ expected: [Int64]) throws {
    let animal = try Menagerie.schema().declared("Animal")
    let database = try Menagerie.database()
    let assignments = try request(words, of: animal).assignments
    let update = Update(animal, assignments, predicate: nil)
    #expect(update.sql.written(in: SQLiteDialect()).text == "UPDATE Animal SET \(sql)")
    try database.run(update.sql)
    let column = assignments[0].column
    let rows = try database.run("SELECT \(name: column) FROM Animal ORDER BY id")
    #expect(rows == expected.map { [.integer($0)] })
    #expect(try #require(assignments.first).value(before: 0) == .integer(expected[0]))
  }

  /// In a new record `+=` starts from what the attribute has when nobody says.
  @Test func flagsOfANewRecord() throws {
    let schema = try model(
      """
      struct Marks: OptionSet {
        let rawValue: Int
        static let a = Marks(rawValue: 1), b = Marks(rawValue: 2), c = Marks(rawValue: 4)
      }
      @Model final class Thing { var marks: Marks = [.a, .b]; var other: Marks? }
      """)
    let thing = try schema.declared("Thing")
    let database = try MemoryDatabase(schema)
    let assignments = try request(["marks+=c", "marks-=a", "other^=b"], of: thing).assignments
    let insert = Insert(thing, assignments)
    #expect(
      insert.sql.shown == "INSERT INTO Thing (marks, other) VALUES (?, ?) RETURNING id -- 6, 2")
    #expect(try database.run(insert.sql) == [[.integer(1)]])
    #expect(
      try database.run("SELECT marks, other FROM Thing_named") == [[.text("b|c"), .text("b")]])
  }

  @Test(
    arguments: [
      (["code=S-1", "taken=now"], []),
      (
        ["code"], ["expected NAME=VALUE, found 'code' (as in code=S-17, markers+=HRM or note:null)"]
      ),
      (["=5"], ["expected a name before '='"]),
      (["cod=5"], ["'cod' is not an attribute of Sample (did you mean 'code'?)"]),
      (["code=1", "code=2"], ["'code' is given twice"]),
      (["code:null"], ["'code' cannot be null: it is not optional"]),
      (["note:null"], []),
      (["score=101"], ["score must be in 0...100, found 101"]),
      (["score=x"], ["score: expected a number, found 'x'"]),
      (
        ["score=x", "status=1", "code="],
        [
          "score: expected a number, found 'x'",
          "status: expected the name of a case of 'Status', found '1' (did you mean 'measured'?)",
        ]
      ),
      (["score+=1"], ["'+=' changes flags, and 'score' (Double) holds none"]),
      (
        ["markers=HRN"],
        ["markers: 'HRN' is not a flag of 'BIOMarker' (did you mean 'HRM'?)"]
      ),
      (
        ["markers+=HRN"],
        ["markers: 'HRN' is not a flag of 'BIOMarker' (did you mean 'HRM'?)"]
      ),
      (["markers+=HRM", "markers-=vitals"], ["HRM is given twice with opposite signs"]),
      (["markers+=HRM", "markers^=HRM"], ["HRM is given twice with opposite signs"]),
      (["markers=RAW", "markers+=HRM"], ["'markers' is set and changed on the same line"]),
      (["markers+=HRM", "markers=RAW"], ["'markers' is set and changed on the same line"]),
      (["id=x"], ["id: expected a whole number, found 'x'"]),
      (
        ["readings=1"],
        ["'readings' is stored in Reading (set 'sample' of the Reading instead)"]
      ),
    ] as [([String], [String])])
  func mistakes(_ words: [String], _ expected: [String]) throws {
    #expect(messages(words, of: try Zoo.schema().declared("Sample")) == expected)
  }

  private static let blog = """
    @Model final class Post { var title: String?; var tags: [Tag] = []; var author: Author }
    @Model final class Tag {
      @Attribute(.unique) var name: String
      @Relationship(inverse: \\Post.tags) var posts: [Post] = []
    }
    @Model final class Author {
      @Relationship(inverse: \\Post.author) var posts: [Post] = []
      var best: Target?
    }
    @Model final class Target {
      @Attribute(.unique) var day: Date
      @Relationship(inverse: \\Author.best) var author: Author?
    }
    """

  @Test func references() throws {
    let post = try model(Self.blog).declared("Post")
    func names(_ words: String...) throws -> [[String]] {
      try request(words, of: post).references.map { $0.names.map(\.text) }
    }
    #expect(try names("tags=red, green", "author=7") == [["red", "green"], ["7"]])
    #expect(try names("tags=") == [[]])
    #expect(try names("tags:null") == [[]])
    #expect(try names("tags+=a", "tags-=b") == [["a"], ["b"]])
    #expect(try names("tags=a,,b") == [["a", "", "b"]])
    #expect(
      messages(["tags^=a"], of: post) == ["'tags' is a relationship, which '^=' does not change"])
    #expect(
      messages(["author+=1"], of: post)
        == ["'author' is a relationship, which '+=' does not change"])
    #expect(
      messages(["author:null"], of: post) == ["'author' cannot be null: it is not optional"])
    #expect(messages(["author=1", "author=2"], of: post) == ["'author' is given twice"])
    #expect(try request(["title=x"], of: post).missing(for: post) == ["author"])
    #expect(try request(["author=1"], of: post).missing(for: post).isEmpty)
  }

  @Test func links() throws {
    let schema = try model(Self.blog)
    let post = try schema.declared("Post")
    guard case .joinTable(let join) = post.relationship(named: "tags")?.storage else {
      Issue.record("many-to-many")
      return
    }
    let database = try MemoryDatabase(schema)
    try database.run("INSERT INTO Author (id) VALUES (1)")
    try database.run("INSERT INTO Post (id, author) VALUES (1, 1), (2, 1), (3, 1)")
    try database.run("INSERT INTO Tag VALUES (10, 'red'), (11, 'green')")
    let some = Predicate.compare(.init(name: "id", isOptional: false), .less, .integer(3))
    func tags(_ action: LinkChange.Action, _ other: Int64, _ predicate: Predicate?) throws
      -> [[Value]]
    {
      try database.run(
        LinkChange(post, join, action, other: .integer(other), predicate: predicate).sql)
      let columns = try post.columns("tags", in: schema)
      return try database.run(Query(post, columns: columns).sql)
    }
    func lists(_ texts: String...) -> [[Value]] { texts.map { [.text($0)] } }
    #expect(try tags(.add, 10, some) == lists(#"["red"]"#, #"["red"]"#, "[]"))
    #expect(
      try tags(.add, 11, nil) == lists(#"["red","green"]"#, #"["red","green"]"#, #"["green"]"#))
    #expect(
      try tags(.add, 10, some) == lists(#"["red","green"]"#, #"["red","green"]"#, #"["green"]"#))
    #expect(try tags(.remove, 10, nil) == lists(#"["green"]"#, #"["green"]"#, #"["green"]"#))
    #expect(try tags(.removeAll, 0, some) == lists("[]", "[]", #"["green"]"#))
  }

  /// Each kind of column of each entity, by label and by key, must be SQL that runs.
  @Test(arguments: [ShownReferences.byName, .byKey, .byText])
  func relatedColumns(_ references: ShownReferences) throws {
    let schema = try model(Self.blog)
    let database = try MemoryDatabase(schema)
    try database.run("INSERT INTO Target VALUES (5, '2026-11-20 00:00:00')")
    try database.run("INSERT INTO Author (id, best) VALUES (1, 5), (2, NULL)")
    try database.run("INSERT INTO Post (id, author) VALUES (7, 1), (8, 1)")
    func rows(_ name: String, _ list: String) throws -> [[Value]] {
      let entity = try schema.declared(name)
      let columns = try entity.columns(list, in: schema, references: references)
      #expect(columns.count == list.split(separator: ",").count)
      return try database.run(Query(entity, columns: columns).sql)
    }
    #expect(try rows("Author", "posts") == [[.text("[7,8]")], [.text("[]")]])
    // A date is unique there, which is not text.
    let day: Value = references == .byName ? .text("2026-11-20 00:00:00") : .integer(5)
    #expect(try rows("Author", "best") == [[day], [.null]])
    #expect(try rows("Target", "author,id") == [[.integer(1), .integer(5)]])
    #expect(try rows("Post", "author") == [[.integer(1)], [.integer(1)]])
  }

  @Test func columnsAndSortKeys() throws {
    let schema = try Zoo.schema()
    let sample = try schema.declared("Sample")
    func titles(_ list: String) throws -> [Name] {
      try sample.columns(list, in: schema).map(\.title)
    }
    #expect(try titles(" code , id") == ["code", "id"])
    #expect(
      try titles("*") == [
        "id", "code", "note", "taken", "score", "price", "status", "markers",
      ])
    #expect(try titles("readings") == ["readings"])
    func order(_ list: String) throws -> [Query.Order] {
      let request = AnswerRequest(sort: [SourceText(list)])
      return try request.query(of: sample, in: schema, now: testNow).order
    }
    #expect(
      try order("-score, id") == [
        .init(column: "score", isDescending: true), .init(column: "id", isDescending: false),
      ])
    for (list, message) in [
      ("code,,id", "expected a name, found nothing"), ("", "expected a name, found nothing"),
      ("cde", "'cde' is not an attribute of Sample"), ("-", "expected a name, found nothing"),
    ] {
      let error = #expect(throws: Diagnostic.self) { try order(list) }
      #expect(error?.message == message)
      #expect(throws: Diagnostic.self) { try titles(list) }
    }
    #expect(throws: Diagnostic.self) { try order("readings") }
  }

  @Test func slices() throws {
    let animal = try Menagerie.schema().declared("Animal")
    let database = try Menagerie.database()
    func keys(_ limit: Int64?, _ offset: Int64?) throws -> [[Value]] {
      try database.run(
        Query(animal, columns: [.key(of: animal)], limit: limit, offset: offset).sql)
    }
    #expect(try keys(2, nil) == [[.integer(1)], [.integer(2)]])
    #expect(try keys(nil, 3) == [[.integer(4)], [.integer(5)]])
    #expect(try keys(0, nil).isEmpty)
    #expect(try keys(.max, .max).isEmpty)
    let count = Query(animal, limit: 2, offset: 4, answer: .count)
    #expect(try database.run(count.sql) == [[.integer(1)]])
  }
}
