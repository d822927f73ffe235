// Inserts and fetches structs by the library, by reflection and by the mapping that `@Entity` writes, and
// beside it by prepared statements of SQLite's C API, into the same table of a file with the same
// settings. It prints the medians and their ratios. `library 1000 mapping` takes 1,000 structs and leaves
// out all but one way.
import FlagDB
import Foundation
import RawSQLite

struct Markers: OptionSet, Codable, Storable {
  let rawValue: Int64
}

/// Found by reflection.
struct Reflected: Entity, Codable {
  static let entityName = "Item"
  var code: String
  var score: Double
  var count: Int
  var markers: Markers
  var note: String?
}

/// The same by a mapping that the macro writes.
@Entity struct Mapped {
  static let entityName = "Item"
  let code: String
  let score: Double
  let count: Int
  let markers: Markers
  let note: String?
}

struct Failure: Error { let message: String }

/// The same by the C API, by one prepared statement each.
final class Raw {
  private let handle: OpaquePointer

  init(_ path: String) throws {
    var opened: OpaquePointer?
    guard
      sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      let opened
    else { throw Failure(message: "cannot open \(path)") }
    handle = opened
    try run("PRAGMA synchronous = EXTRA")
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
    return statement
  }

  func insert(_ items: [Mapped]) throws {
    try run("BEGIN IMMEDIATE")
    let statement = try prepare(
      "INSERT INTO Item (code, score, count, markers, note) VALUES (?, ?, ?, ?, ?)")
    defer { sqlite3_finalize(statement) }
    for item in items {
      bind(item.code, statement, 1)
      sqlite3_bind_double(statement, 2, item.score)
      sqlite3_bind_int64(statement, 3, Int64(item.count))
      sqlite3_bind_int64(statement, 4, item.markers.rawValue)
      if let note = item.note { bind(note, statement, 5) } else { sqlite3_bind_null(statement, 5) }
      guard sqlite3_step(statement) == SQLITE_DONE else { throw Failure(message: "insert") }
      sqlite3_reset(statement)
    }
    try run("COMMIT")
  }

  private func bind(_ text: String, _ statement: OpaquePointer, _ index: Int32) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = bind_copied_text(statement, index, $0.baseAddress, Int32($0.count))
      }
    }
  }

  func fetch() throws -> [Mapped] {
    let statement = try prepare("SELECT code, score, count, markers, note FROM Item ORDER BY id")
    defer { sqlite3_finalize(statement) }
    var items: [Mapped] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      items.append(
        Mapped(
          code: String(cString: sqlite3_column_text(statement, 0)),
          score: sqlite3_column_double(statement, 1),
          count: Int(sqlite3_column_int64(statement, 2)),
          markers: Markers(rawValue: sqlite3_column_int64(statement, 3)),
          note: sqlite3_column_text(statement, 4).map { String(cString: $0) }))
    }
    return items
  }
}

// MARK: The contest

let number = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
let rounds = 7
let mapped = (0..<number).map {
  Mapped(
    code: "S-\($0)", score: Double($0) / 7, count: $0, markers: Markers(rawValue: Int64($0 % 4096)),
    note: $0 % 3 == 0 ? nil : "a note on the record \($0)")
}
let reflected = mapped.map {
  Reflected(code: $0.code, score: $0.score, count: $0.count, markers: $0.markers, note: $0.note)
}
let model = """
  struct Markers: OptionSet { let rawValue: Int64 }
  struct Item: Entity {
    var code: String; var score: Double; var count: Int; var markers: Markers = []; var note: String?
  }
  """
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("flagdb-bench-\(ProcessInfo.processInfo.processIdentifier)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

/// What a piece of work takes, in milliseconds: of the clock, and of the processor.
struct Cost {
  var clock = 0.0
  var processor = 0.0
}

func cost(_ body: () throws -> Void) rethrows -> Cost {
  let (clock, processor) = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
  try body()
  return Cost(
    clock: now(CLOCK_MONOTONIC) - clock, processor: now(CLOCK_PROCESS_CPUTIME_ID) - processor)
}

func now(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

enum Way: String, CaseIterable {
  case raw = "C API"
  case mapped = "mapping"
  case mappedOneByOne = "mapping, one by one"
  case reflected = "reflection"
}

enum Work: String, CaseIterable {
  case insert, fetch
  /// A transaction for each of a hundred structs.
  case transactions
}

func run(_ way: Way, _ round: Int) throws -> [Work: Cost] {
  let path = folder.appendingPathComponent("\(way)-\(round).db").path
  let database = try Database.create(at: path, model: model)
  let raw = try Raw(path)
  var costs: [Work: Cost] = [:]
  costs[.insert] = try cost {
    switch way {
    case .raw: try raw.insert(mapped)
    case .mapped: try database.write { try $0.insert(contentsOf: mapped) }
    case .mappedOneByOne:
      try database.write { change in for item in mapped { try change.insert(item) } }
    case .reflected: try database.write { try $0.insert(contentsOf: reflected) }
    }
  }
  var count = 0
  costs[.fetch] = try cost {
    switch way {
    case .raw: count = try raw.fetch().count
    case .mapped, .mappedOneByOne: count = try database.read { try $0.fetch(Mapped.self).count }
    case .reflected: count = try database.read { try $0.fetch(Reflected.self).count }
    }
  }
  guard count == number else { throw Failure(message: "\(way): \(count) of \(number)") }
  costs[.transactions] = try cost {
    for place in 0..<min(100, number) {
      switch way {
      case .raw: try raw.insert([mapped[place]])
      case .mapped: try database.write { try $0.insert(contentsOf: [mapped[place]]) }
      case .mappedOneByOne: try database.write { _ = try $0.insert(mapped[place]) }
      case .reflected: try database.write { _ = try $0.insert(reflected[place]) }
      }
    }
  }
  return costs
}

let chosen = CommandLine.arguments.dropFirst(2).compactMap(Way.init)
let ways = chosen.isEmpty ? Way.allCases : chosen
var costs: [Way: [[Work: Cost]]] = [:]
for round in 0..<rounds {
  for way in ways { costs[way, default: []].append(try run(way, round)) }
}

/// The median of what a way took.
@MainActor func median(_ way: Way, _ work: Work, _ part: KeyPath<Cost, Double>) -> Double? {
  costs[way].map { $0.compactMap { $0[work]?[keyPath: part] }.sorted()[rounds / 2] }
}

@MainActor func shown(_ way: Way, _ work: Work, _ part: KeyPath<Cost, Double>) -> String {
  guard let time = median(way, work, part) else { return "" }
  let ratio = median(.raw, work, part).map { String(format: " (%.2f)", $0 / time) } ?? ""
  return String(format: "%.2f", time) + ratio
}

print("\(number) structs, milliseconds (medians of \(rounds)), and speed beside the C API")
for way in ways {
  for work in Work.allCases {
    let (clock, processor) = (shown(way, work, \.clock), shown(way, work, \.processor))
    print("\(way.rawValue), \(work): clock \(clock), processor \(processor)")
  }
}

print("a small transaction, milliseconds: clock, processor")
for durability in [Database.Durability.full, .normal] {
  for observers in [0, 20] {
    let cost = try await costOfWrite(observers: observers, durability: durability, in: folder)
    let times = String(format: "%.3f, %.3f", cost.clock, cost.processor)
    print("\(durability), \(observers) observers of another table: \(times)")
  }
}
