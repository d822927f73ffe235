import FlagDB
import Foundation
import Synchronization
import Testing

/// Observers run again for the records that they have read, and for no others.
@Suite("Observers", .timeLimit(.minutes(30)))
struct ObservingTests {
  private let folder = TemporaryFolder()

  private func makeDatabase(isInMemory: Bool) async throws -> Database {
    let database =
      isInMemory
      ? try Database.inMemory(for: Parcel.self, Counter.self)
      : try Database(at: folder.path("a.db"), for: Parcel.self, Counter.self)
    try await database.write { change in
      for code in ["A", "B"] { try change.insert(Parcel(code: code, weight: 1)) }
      try change.insert(Scan(parcel: Key(1), place: "Oslo"))
      try change.insert(Counter(name: "a", count: 1))
    }
    return database
  }

  private typealias Change = @Sendable (Transaction) throws -> Void

  /// Returns how often the body ran: for its first result, and after the changes. The last change gives another
  /// result.
  private func runs(
    _ body: @escaping @Sendable (Snapshot) throws -> String, after changes: [Change],
    in database: Database, every pause: Duration = .seconds(3_600)
  ) async throws -> Int {
    let observed = Observed()
    var results = database.observe(every: pause) { snapshot in
      observed.note()
      return try body(snapshot)
    }.makeAsyncIterator()
    _ = try await results.next()
    for change in changes { try await database.write(change) }
    _ = try await results.next()
    return observed.runs
  }

  private static let addCounter: Change = { _ = try $0.insert(Counter(name: "b", count: 1)) }
  private static let addScan: Change = { _ = try $0.insert(Scan(parcel: Key(1), place: "Rome")) }

  private static func weigh(_ key: Int64) -> Change {
    { change in
      guard var parcel = try change.find(Key<Parcel>(key)) else { return }
      parcel.weight += 1
      try change.update(parcel)
    }
  }

  @Test("a table that was not read runs nobody", arguments: [true, false])
  func tables(isInMemory: Bool) async throws {
    let database = try await makeDatabase(isInMemory: isInMemory)
    let others = Array(repeating: Self.addCounter, count: 5)
    #expect(
      try await runs(
        { "\(try $0.fetch(Parcel.self).map(\.weight))" }, after: others + [Self.weigh(1)],
        in: database) == 2)
    // A list of other records reads their table.
    #expect(
      try await runs(
        { "\(try $0.fetch(Parcel.self, with: [.all(\.scans)]).map(\.scans.count))" },
        after: others + [Self.addScan], in: database) == 2)
    // So does a condition on them.
    #expect(
      try await runs(
        { "\(try $0.count(Parcel.self, where: "scans.count > 2"))" },
        after: others + [Self.addScan], in: database) == 2)
    #expect(
      try await runs(
        { "\(try $0.sql("SELECT max(weight) FROM Parcel", as: Int.self))" },
        after: others + [Self.addScan, Self.weigh(1)], in: database) == 2)
  }

  @Test("another record than the one that was read runs nobody", arguments: [true, false])
  func records(isInMemory: Bool) async throws {
    let database = try await makeDatabase(isInMemory: isInMemory)
    let weight: @Sendable (Snapshot) throws -> String = {
      "\(try $0.find(Key<Parcel>(1))?.weight ?? 0)"
    }
    let others: [Change] = [
      Self.weigh(2), Self.addScan, { _ = try $0.insert(Parcel(code: "C", weight: 1)) },
      { try $0.delete(Key<Parcel>(3)) },
      { _ = try $0.update(Parcel.self, where: "code = 'B'", .set(\.note, to: "x")) },
    ]
    #expect(try await runs(weight, after: others + [Self.weigh(1)], in: database) == 2)
    #expect(try await runs(weight, after: [{ try $0.delete(Key<Parcel>(1)) }], in: database) == 2)
    // An observer of a record that does not exist yet sees it come.
    #expect(
      try await runs(
        weight,
        after: [Self.weigh(2), { _ = try $0.insert(Parcel(id: Key(1), code: "N", weight: 9)) }],
        in: database) == 2)
  }

  @Test("a delete rule changes the records that it deletes", arguments: [true, false])
  func cascades(isInMemory: Bool) async throws {
    let database = try await makeDatabase(isInMemory: isInMemory)
    #expect(
      try await runs(
        { "\(try $0.find(Key<Scan>(1))?.place ?? "gone")" },
        after: [{ try $0.delete(Key<Parcel>(2)) }, { try $0.delete(Key<Parcel>(1)) }],
        in: database) == 2)
  }

  @Test("many records, and all at once, are not missed", arguments: [true, false])
  func manyRecords(isInMemory: Bool) async throws {
    let database = try await makeDatabase(isInMemory: isInMemory)
    let many = (0..<3_000).map { Counter(name: "\($0)", count: $0) }
    let count: @Sendable (Snapshot) throws -> String = { "\(try $0.count(Counter.self))" }
    #expect(try await runs(count, after: [{ try $0.insert(contentsOf: many) }], in: database) == 2)
    let last: @Sendable (Snapshot) throws -> String = {
      "\(try $0.find(Key<Counter>(3_000)) == nil)"
    }
    #expect(
      try await runs(
        last, after: [{ _ = try $0.delete(Counter.self, where: .all) }], in: database) == 2)
  }

  @Test("what is read may depend on what was read")
  func dependent() async throws {
    let database = try await makeDatabase(isInMemory: false)
    let body: @Sendable (Snapshot) throws -> String = { snapshot in
      guard try snapshot.count(Counter.self) > 1 else { return "few" }
      return "\(try snapshot.count(Scan.self))"
    }
    // The first scan is of no interest, the second one is.
    let changes: [Change] = [Self.addScan, Self.addCounter]
    #expect(try await runs(body, after: changes, in: database) == 2)
    #expect(try await runs(body, after: [Self.weigh(1), Self.addScan], in: database) == 2)
  }

  @Test("own changes are not taken for those of another program")
  func polling() async throws {
    let database = try await makeDatabase(isInMemory: false)
    let others: [Change] = (0..<20).map { _ in
      { change in
        _ = try change.insert(Counter(name: "b", count: 1))
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
    #expect(
      try await runs(
        { "\(try $0.count(Scan.self))" }, after: others + [Self.addScan], in: database,
        every: .milliseconds(1)) == 2)
  }

  @Test("a migration runs all observers")
  func migration() async throws {
    let database = try Database.inMemory(model: "struct A: Entity { var a: Int }")
    var results = database.observe { try $0.query("A") }.makeAsyncIterator()
    #expect(try await results.next() == [])
    try await database.write { _ = try $0.insert(into: "A", ["a": "1"]) }
    #expect(try await results.next() == ["id", "a"])
    Self.migrate(database)
    #expect(try await results.next() == ["id", "a", "b"])
  }

  /// On the thread of the caller, since a migration has no form with `await`.
  private static func migrate(_ database: Database) {
    #expect(throws: Never.self) {
      try database.migrate(to: "struct A: Entity { var a: Int; var b: Int? }")
    }
  }
}

extension Snapshot {
  /// The names of the values of the first record.
  fileprivate func query(_ entity: String) throws -> [String] {
    try records(of: entity).first?.names ?? []
  }
}

/// Counts the runs of a body.
private final class Observed: Sendable {
  private let count = Mutex(0)

  var runs: Int { count.withLock { $0 } }

  func note() { count.withLock { $0 += 1 } }
}
