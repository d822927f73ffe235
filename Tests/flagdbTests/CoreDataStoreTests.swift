import Foundation
import TestSupport
import Testing

/// Stores with a model of their own, which the tests write, whole and damaged.
@Suite struct CoreDataStoreTests {
  private static var model: WrittenModel {
    WrittenModel([
      .init(
        "Animal",
        [
          .attribute("firstName", 700), .attribute("born", 900),
          .relationship("home", to: "Cage", inverse: "animals", [("NSIsOptional", .bool(true))]),
        ]),
      .init("Cat", of: "Animal", [.attribute("livesLeft", 100)]),
      .init(
        "Cage",
        [
          .attribute("isOpen", 800),
          .relationship("animals", to: "Animal", inverse: "home", toMany: true),
        ]),
    ])
  }

  private static let metadata = WrittenPropertyList.dictionary([
    (
      "NSStoreModelVersionHashes",
      .dictionary(["Animal", "Cat", "Cage"].map { ($0, .data([1, 2])) })
    )
  ]).binary

  private func sandbox(metadata: [UInt8] = metadata, cache: [UInt8]?) async throws -> Sandbox {
    let sandbox = try Sandbox()
    let hex = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    let cache = cache.map { "x'\(hex($0))'" } ?? "NULL"
    try await PlainSQLite(sandbox: sandbox, file: "app.store").run(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'A', x'\(hex(metadata))');
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
      INSERT INTO Z_MODELCACHE VALUES (\(cache));
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Animal', 0, 2), (2, 'Cat', 1, 0), (3, 'Cage', 0, 1);
      CREATE TABLE ZANIMAL (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
        ZFIRSTNAME VARCHAR, ZBORN TIMESTAMP, ZLIVESLEFT INTEGER, ZHOME INTEGER);
      INSERT INTO ZANIMAL VALUES (1, 1, 1, 'Rex', 0, 5, 1), (2, 2, 1, 'Tom', 86400, 9, 1);
      CREATE TABLE ZCAGE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISOPEN INTEGER);
      INSERT INTO ZCAGE VALUES (1, 3, 1, 1);
      """)
    return sandbox
  }

  private func answer(_ words: String..., in sandbox: Sandbox) async throws -> String {
    var command = Command("flagdb")
    command.words += words
    let result = try await command.run(in: sandbox)
    #expect(result.status == 0, "\(result.errorText)")
    return result.outputText
  }

  @Test func aStoreSpeaksByItsOwnModel() async throws {
    let sandbox = try await sandbox(cache: Self.model.cache)
    #expect(
      try await answer("query", "app.store", "Animal", in: sandbox) == """
        Z_PK,born,firstName,home
        1,2001-01-01T00:00:00Z,Rex,1
        2,2001-01-02T00:00:00Z,Tom,1

        """)
    #expect(
      try await answer(
        "query", "app.store", "Cat", "-c", "firstName,livesLeft,home.isOpen", in: sandbox)
        == "firstName,livesLeft,home.isOpen\nTom,9,true\n")
    #expect(
      try await answer("query", "app.store", "Cage", "-c", "animals.count", in: sandbox)
        == "animals.count\n2\n")
    #expect(try await answer("check", "app.store", in: sandbox) == "")
  }

  /// The parts of a store's own model for which it has no place are told where the model is shown.
  @Test func whatTheTablesLackIsTold() async throws {
    let model = WrittenModel([
      .init("Animal", [.attribute("firstName", 700), .attribute("lost", 700)]),
      .init("Cat", of: "Animal"), .init("Cage"),
    ])
    let sandbox = try await sandbox(cache: model.cache)
    let note = "note: 'Animal.lost' has no column in the store\n"
    #expect(
      try await Command("flagdb", "schema", "app.store").run(in: sandbox).errorText.contains(note))
    let query = Command("flagdb", "query", "app.store", "Animal")
    #expect(try await !query.run(in: sandbox).errorText.contains("lost"))
  }

  @Test func namesOfAUserStandBesideAStore() async throws {
    let sandbox = try await sandbox(cache: Self.model.cache)
    let adopted = try await answer(
      "adopt", "app.store", "--flags", "Cat.livesLeft=first,second,third,last", in: sandbox)
    #expect(
      adopted == """
        app.store.flagdb: 3 entities, 3 named columns
        Animal.born: a date, reference
        Cage.isOpen: true or false
        Cat.livesLeft: CatLivesLeft (first, second, third, last)

        """)
    let query = ["query", "app.store", "Cat", "--has", "last", "-c", "firstName,livesLeft"]
    var command = Command("flagdb")
    command.words += query
    let answer = "firstName,livesLeft\nTom,first|last\n"
    #expect(try await command.run(in: sandbox).outputText == answer)
    // A later version of the app counts its entities otherwise.
    try await PlainSQLite(sandbox: sandbox, file: "app.store").run(
      """
      UPDATE Z_PRIMARYKEY SET Z_ENT = Z_ENT + 10; UPDATE Z_PRIMARYKEY SET Z_SUPER = 11 WHERE Z_SUPER;
      UPDATE ZANIMAL SET Z_ENT = Z_ENT + 10; UPDATE ZCAGE SET Z_ENT = 13;
      UPDATE Z_METADATA SET Z_UUID = 'B'
      """)
    #expect(try await command.run(in: sandbox).outputText == answer)
    let check = try await Command("flagdb", "check", "app.store").run(in: sandbox)
    #expect(check.outputText == "")
  }

  /// The model that a store keeps may be that of another store, which whoever copied it put there.
  @Test func aCacheOfAnotherStoreIsAFinding() async throws {
    let model = WrittenModel([.init("Animal", [.attribute("firstName", 700)])])
    let sandbox = try await sandbox(cache: model.cache)
    var command = Command("flagdb")
    command.words += ["check", "app.store"]
    let result = try await command.run(in: sandbox)
    #expect(result.status == 3)
    #expect(
      result.outputText.contains(
        "the model in Z_MODELCACHE does not match the store: only one of the two has 'Cage' and 'Cat'"
      ))
  }

  @Test func linesOfASessionAskAStore() async throws {
    let sandbox = try await sandbox(cache: Self.model.cache)
    let session = Command("flagdb", "app.store", "Animal", input: ".count firstName == 'Tom'\n")
    #expect(try await session.run(in: sandbox).outputText == "1\n")
  }

  /// A file that is not a model leaves the columns to speak.
  @Test(arguments: [
    nil, [], [1, 2, 3], deflatedAsStored([1, 2, 3]), deflatedAsStored(metadata),
    WrittenModel([.init("Other")]).cache, WrittenModel([.init("Animal", of: "Animal")]).cache,
    Array(model.cache.dropLast(40)),
  ])
  func aDamagedModelIsNoneAtAll(cache: [UInt8]?) async throws {
    let sandbox = try await sandbox(cache: cache)
    #expect(
      try await answer("query", "app.store", "Animal", "-c", "firstname,born", in: sandbox) == """
        firstname,born
        Rex,2001-01-01T00:00:00Z
        Tom,2001-01-02T00:00:00Z

        """)
  }

  @Test(arguments: [[], [1, 2, 3], Array("<plist>".utf8)])
  func damagedMetadataLeavesTheTables(metadata: [UInt8]) async throws {
    let sandbox = try await sandbox(metadata: metadata, cache: Self.model.cache)
    #expect(
      try await answer("query", "app.store", "ZCAGE", "-c", "ZISOPEN", in: sandbox)
        == "ZISOPEN\n1\n")
  }
}
