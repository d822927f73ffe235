import FlagDB
import Foundation
import Testing

@Suite("Statements of SQL")
struct StatementTests {
  private struct Row: Decodable, Equatable {
    var code: String
    var markers: BIOMarker
    var price: Decimal
    var note: String?
  }

  private struct Sum: Decodable, Equatable {
    var place: String
    var number: Int
  }

  private let folder = TemporaryFolder()

  private func makeDatabase(_ backend: Backend = .memory) throws -> Database {
    let database = try TestPlace(backend, in: folder).open(Parcel.self)
    try database.write { change in
      let scans = [Scan(place: "Oslo"), Scan(place: "Rome")]
      let price = try #require(Decimal(string: "12.5"))
      let parcel = Parcel(code: "A", weight: 1, price: price, markers: [.RAW, .PLX], scans: scans)
      try change.insert(parcel)
      try change.insert(Parcel(code: "B", weight: 2, markers: .HRM, note: "x"))
    }
    return database
  }

  private func error(of body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test("rows become structs, with the types of the columns", arguments: Backend.allCases)
  func structs(backend: Backend) throws {
    let database = try makeDatabase(backend)
    let rows = try database.read {
      try $0.sql("SELECT note, code, markers, price FROM \"Parcel\" ORDER BY code", as: Row.self)
    }
    #expect(
      rows == [
        Row(code: "A", markers: [.RAW, .PLX], price: Decimal(string: "12.5")!, note: nil),
        Row(code: "B", markers: .HRM, price: 0, note: "x"),
      ])
    let sums = try database.read {
      try $0.sql(
        "SELECT place, count(*) AS number FROM \"Scan\" JOIN \"Parcel\" AS p ON parcel = p.id "
          + "GROUP BY place ORDER BY place", as: Sum.self)
    }
    #expect(sums == [Sum(place: "Oslo", number: 1), Sum(place: "Rome", number: 1)])
  }

  @Test("flags have names, and arguments their stored form", arguments: Backend.allCases)
  func names(backend: Backend) throws {
    let database = try makeDatabase(backend)
    func codes(
      _ condition: String, _ argument: (any Storable)? = nil, named: [String: any Storable] = [:]
    ) throws -> [String] {
      let text = "SELECT code FROM \"Parcel\" WHERE \(condition) ORDER BY code"
      return try database.read { snapshot in
        if let argument { return try snapshot.sql(text, as: String.self, argument) }
        return try snapshot.sql(text, as: String.self, named: named)
      }
    }
    #expect(try codes("has(markers, 'HRM')") == ["B"])
    #expect(try codes("has(markers, 'RAW,PLX')") == ["A"])
    #expect(
      try codes("has(markers, :wanted)", named: ["wanted": BIOMarker([.RAW, .PLX])]) == ["A"])
    #expect(try codes("any(markers, :wanted)", named: ["wanted": "RAW|HRM"]) == ["A", "B"])
    #expect(try codes("markers = ?", BIOMarker([.RAW, .PLX])) == ["A"])
    #expect(try codes("weight > ?", 1) == ["B"])
    #expect(try codes("id = ?", Key<Parcel>(1)) == ["A"])
    #expect(try codes("note = ?", "x' OR 1 = 1 --") == [])
    let price = try #require(Decimal(string: "12.5"))
    #expect(try codes("price = stored(price, :price)", named: ["price": price]) == ["A"])
    let refused = error { _ = try codes("price = ?", price) }
    #expect(refused?.code == .invalidRequest && refused?.hint?.contains("stored(") == true)
  }

  @Test("a single column needs no struct")
  func values() throws {
    let database = try makeDatabase()
    try database.read { snapshot in
      let counts = try snapshot.sql("SELECT count(*) FROM Parcel", as: Int.self)
      #expect(counts == [2])
      #expect(
        try snapshot.sql("SELECT note FROM Parcel ORDER BY code", as: String?.self) == [nil, "x"])
      #expect(try snapshot.sql("SELECT ? + ?", as: Int.self, 1, 2) == [3])
      let note: String? = nil
      #expect(
        try snapshot.sql("SELECT code FROM Parcel WHERE note IS ?", as: String.self, note) == ["A"])
      #expect(try snapshot.sql("SELECT 1 WHERE 0", as: Int.self) == [])
    }
    let columns = error { _ = try database.read { try $0.sql("SELECT 1, 2", as: Int.self) } }
    #expect(columns?.message == "a row with 2 columns is no Int")
    let null = error { _ = try database.read { try $0.sql("SELECT NULL AS n", as: Int.self) } }
    #expect(null?.message == "'n' of the row is no value, which is no Int")
  }

  @Test(
    "nothing is changed, whatever is written",
    arguments: [
      "DELETE FROM Parcel", "UPDATE Parcel SET weight = 5 RETURNING weight",
      "INSERT INTO Scan (place) VALUES ('x') RETURNING id", "DROP TABLE Scan",
      "CREATE TEMP TABLE t (a)", "WITH x AS (SELECT 1) DELETE FROM Parcel RETURNING id",
      "PRAGMA user_version = 7", "ATTACH 'x.db' AS x", "COMMIT", "VACUUM", "ROLLBACK",
      "SELECT 1; DELETE FROM Parcel", "PRAGMA writable_schema = ON",
      "REPLACE INTO Scan DEFAULT VALUES",
    ])
  func refusals(statement: String) throws {
    let database = try makeDatabase()
    for isWriting in [false, true] {
      let refused = error {
        if isWriting {
          try database.write { _ = try $0.sql(statement, as: Int.self) }
        } else {
          try database.read { _ = try $0.sql(statement, as: Int.self) }
        }
      }
      #expect(refused != nil)
      #expect(refused?.hint?.contains("--") != true)
    }
    #expect(try database.read { try $0.fetch(Parcel.self).map(\.weight) } == [1, 2])
    #expect(try database.read { try $0.count(Scan.self) } == 2)
  }

  @Test("mistakes are told in the words of the library")
  func mistakes() throws {
    let database = try makeDatabase()
    func refusal(_ text: String, _ arguments: [String: any Storable] = [:]) -> DatabaseError? {
      error { _ = try database.read { try $0.sql(text, as: Row.self, named: arguments) } }
    }
    let unknown = refusal("SELECT cod FROM Parcel")
    #expect(unknown?.code == .invalidRequest && unknown?.suggestions == ["code"])
    let flag = refusal("SELECT code FROM Parcel WHERE has(markers, 'HRN')")
    #expect(flag?.suggestions == ["HRM"] && flag?.place?.contains("HRN") == true)
    let value = refusal("SELECT code FROM Parcel WHERE weight = :w")
    #expect(value?.message == "there is no value for ':w'" && value?.hint == nil)
    let unused = refusal("SELECT code FROM Parcel", ["w": 1])
    #expect(unused?.message.contains("'w' is not a parameter") == true)
    let column = refusal("SELECT code, markers, note FROM Parcel")
    #expect(column?.message == "the statement has no column 'price'")
    let optional = refusal("SELECT code, markers, price FROM Parcel")
    #expect(optional?.message == "the statement has no column 'note'")
    #expect(refusal("SELECT 1; SELECT 2")?.code == .invalidRequest)
    #expect(refusal("")?.code == .invalidRequest)
  }

  @Test("a statement sees its transaction, and cancelling a task ends it")
  func transactions() async throws {
    let database = try makeDatabase()
    try await database.write { change in
      try change.insert(Parcel(code: "C", weight: 3))
      #expect(try change.sql("SELECT count(*) FROM Parcel", as: Int.self) == [3])
      #expect(try change.sql("PRAGMA synchronous", as: Int.self).count == 1)
    }
    let (began, hasBegun) = AsyncStream<Void>.makeStream()
    let work = Task {
      try await database.read { snapshot in
        hasBegun.yield()
        return try snapshot.sql(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
          as: Int.self)
      }
    }
    for await _ in began { break }
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(
      try await database.read { try $0.sql("SELECT count(*) FROM Parcel", as: Int.self) } == [3])
  }

  @Test("the durability of a configuration reaches the file")
  func durability() throws {
    let folder = TemporaryFolder()
    func level(_ name: String, usesWAL: Bool, _ durability: Database.Durability) throws -> [Int] {
      let database = try Database.create(
        at: folder.path(name), model: "struct A: Entity { var a: Int }", usesWAL: usesWAL,
        .init(durability: durability))
      return try database.write { try $0.sql("PRAGMA synchronous", as: Int.self) }
    }
    #expect(try level("a.db", usesWAL: true, .full) == [3])
    #expect(try level("b.db", usesWAL: true, .normal) == [1])
    #expect(try level("c.db", usesWAL: false, .normal) == [3])
  }
}
