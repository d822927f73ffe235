import Checking
import CoreDataStores
import Engines
import FlagModel
import Foundation
import ModelText
import Predicates
import Queries
import Scripting
import TestSupport
import UserSQL

@testable import Databases

/// A folder for one test, which goes with it, and what is done to databases in it.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("flagdb-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Makes a database of a model, with two samples and three readings where it is the zoo. Only the first of its kind
  /// is created; the others are copies of its file.
  @discardableResult
  func makeDatabase(
    _ name: String = "zoo.db", _ text: String = Zoo.text, usesWAL: Bool = false,
    isFilled: Bool = true
  ) throws -> Database {
    let hasRecords = text == Zoo.text && isFilled
    let kind = DatabaseKind(model: Array(text.utf8), usesWAL: usesWAL, hasRecords: hasRecords)
    try write(Self.made.value(of: kind) { try Self.create(kind) }, to: name)
    return try Database(path: path(name), for: .writing, patience: .milliseconds(200))
  }

  private struct DatabaseKind: Hashable {
    let model: [UInt8]
    let usesWAL: Bool
    let hasRecords: Bool
  }

  private static let made = Remembered<DatabaseKind, [UInt8]>()

  /// The bytes of a new file.
  private static func create(_ kind: DatabaseKind) throws -> [UInt8] {
    let scratch = try Scratch()
    try Database.create(
      path: scratch.path("new.db"), schema: try model(String(decoding: kind.model, as: UTF8.self)),
      origin: "test",
      usesWAL: kind.usesWAL, now: testNow)
    if kind.hasRecords { try scratch.plain("new.db").run(Zoo.records) }
    return try scratch.bytes("new.db")
  }

  func open(_ name: String = "zoo.db", for access: Database.Access = .reading) throws -> Database {
    try Database(
      path: path(name), for: access, patience: .milliseconds(200),
      models: ModelSearch(stores: CoreDataReader()))
  }

  func plain(_ name: String = "zoo.db") throws -> PlainDatabase {
    try PlainDatabase(path(name))
  }

  /// The kind, words and hint of the error that opening a file gives.
  func refusal(of name: String, for access: Database.Access = .reading) -> DatabaseError? {
    do {
      _ = try Database(path: name, for: access, patience: .milliseconds(50))
      return nil
    } catch {
      return error as? DatabaseError
        ?? DatabaseError(.failed, "no DatabaseError but \(type(of: error)): \(error)")
    }
  }
}

/// The moment that is `now` in tests.
let testNow = Timestamp(microseconds: 1_795_176_000_000_000) ?? .earliest

/// Reads a model that a test writes, once for each text; a mistake in it is the test's.
func model(_ text: String) throws -> Schema {
  try models.value(of: Array(text.utf8)) {
    let reading = readModel([SourceText(name: "model.swift", text)])
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    return schema
  }
}

/// By bytes, since Swift takes a letter with an accent for the same in both of its forms.
private let models = Remembered<[UInt8], Schema>()

extension Database {
  /// What `flagdb check` reports.
  func findings() throws -> [Finding] { try DatabaseChecker(self).findings() }

  func entity(_ name: String) throws -> Entity {
    guard let entity = schema.entity(named: Name(name)) else {
      throw Diagnostic("no entity '\(name)'")
    }
    return entity
  }

  /// The work of `flagdb insert`, `update` and `delete`, in words as they are typed.
  @discardableResult
  func insert(_ name: String, _ words: String...) throws -> Int64 {
    let record = try write {
      try insert(into: entity(name), resolve(request(name, words), of: entity(name)))
    }
    return if case .integer(let key) = record.key { key } else { -1 }
  }

  /// What `flagdb insert` prints.
  func insertion(_ name: String, _ words: [String]) throws -> String {
    try write {
      let request = try request(name, words)
      try ForeignTableRules(self).requireComplete(request, for: entity(name))
      return try insert(into: entity(name), resolve(request, of: entity(name))).text
    }
  }

  func update(_ name: String, _ words: String..., where text: String? = nil) throws -> Int64 {
    try update(name, words: words, where: text)
  }

  func update(_ name: String, words: [String], where text: String? = nil) throws -> Int64 {
    try updateCount(name, words, where: text).changed
  }

  func updateCount(
    _ name: String, _ words: [String], where text: String? = nil
  ) throws -> UpdateCount {
    try write {
      try update(
        entity(name), resolve(request(name, words, isUpdate: true), of: entity(name)),
        where: predicate(name, text))
    }
  }

  func delete(_ name: String, where text: String? = nil) throws -> Int64 {
    try write { try delete(from: entity(name), where: predicate(name, text)) }
  }

  func count(_ name: String, where text: String? = nil) throws -> Int64 {
    try read {
      try number(Query(entity(name), predicate: predicate(name, text), answer: .count))
    }
  }

  /// The work of `flagdb sql --write`, without answers.
  @discardableResult
  func runSQL(_ text: String) throws -> Int64? {
    let runner = SQLRunner(self)
    let sql = try runner.parse(SourceText(text), now: testNow)
    return try write { try runner.run(sql, mayWrite: true) { while try $0.rows.next() {} } }
  }

  private func request(
    _ name: String, _ words: [String], isUpdate: Bool = false
  ) throws -> ChangeRequest {
    let entity = try entity(name)
    return try ChangeRequest(
      words.map { try AssignmentSyntax.parse(SourceText($0)) }, of: entity,
      calculations: isUpdate ? CalculationReader(entity, in: schema, now: testNow) : nil,
      now: testNow)
  }

  private func predicate(_ name: String, _ text: String?) throws -> Predicates.Predicate? {
    try text.map {
      try PredicateChecker(entity(name), in: schema, now: testNow).check(.parse(SourceText($0)))
    }
  }
}

/// The example model of the documentation, and a few records for it.
enum Zoo {
  static let text = zooModel(flag: "top = BIOMarker(rawValue: 1 << 63)")

  static let records = """
    INSERT INTO Sample (id, code, taken, markers) VALUES
      (1, 'S-1', '2026-11-20 00:00:00', 1), (2, 'S-2', '2026-11-21 00:00:00', 6);
    INSERT INTO Reading (id, sample, value) VALUES (1, 1, 60), (2, 1, 90), (3, 2, 70);
    """
}

/// An error of the test's own.
struct Whatever: Error {}
