import Engines
import FlagModel
import Predicates
import SQLText

/// Reads a sample of an entity's records: all of a small table, and spread runs of rows of a large
/// one. The same file gives the same sample.
struct ColumnSampler {
  private let connection: any Connection
  private let mostCells: Int
  /// The step limit, because a view may calculate for long before its first record.
  private let mostSteps: Int

  /// - Parameter entities: the number of entities that share the step limit.
  init(connection: any Connection, entities: Int) {
    self.connection = connection
    mostCells = min(Self.mostCellsOfTable, Self.mostCellsOfFile / max(entities, 1))
    mostSteps = min(Self.mostStepsOfTable, Self.mostStepsOfFile / max(entities, 1))
  }

  private static let mostCellsOfFile = 10_000_000
  private static let mostCellsOfTable = 2_000_000
  private static let mostRows = 100_000
  private static let fewestRows = 1_000
  private static let runs = 100
  /// The size limit for texts, because each of their bytes is read.
  private static let mostBytes = 64 << 20
  private static let mostStepsOfFile = 400_000_000
  private static let mostStepsOfTable = 20_000_000
  /// The columns of one query; SQLite limits a result to 2,000 columns.
  private static let mostColumns = 500

  func values(
    of attributes: [Attribute], in entity: Entity, _ table: TableShape
  ) throws(EngineError) -> [ColumnValues] {
    var values: [ColumnValues] = []
    for part in attributes.chunks(of: Self.mostColumns) {
      var sample = ColumnSample(columns: part.count, bytes: Self.mostBytes)
      let rows = max(Self.fewestRows, min(Self.mostRows, mostCells / part.count))
      // The rows that a view returns within the step limit are enough.
      _ = try connection.bounded(by: Int32(mostSteps)) { () throws(EngineError) in
        try read(rows, of: part, in: entity, table, into: &sample)
      }
      values += sample.values
    }
    return values
  }

  private func read(
    _ rows: Int, of attributes: ArraySlice<Attribute>, in entity: Entity, _ table: TableShape,
    into sample: inout ColumnSample
  ) throws(EngineError) {
    let columns = attributes.map { attribute -> SQLText in
      // The content of a blob is irrelevant for guesses, and may be long.
      attribute.type == .any
        ? "iif(typeof(\(name: attribute.column)) = 'blob', x'', \(name: attribute.column))"
        : "\(name: attribute.column)"
    }
    guard table.kind == .table, let key = entity.source.key?.column,
      let ends = try ends(of: key, in: entity)
    else {
      let table = entity.source.table
      let sampled = try connection.sampling(of: table, rows: rows)
      let source = sampled.map { " FROM \(name: table)\($0)" as SQLText } ?? entity.rows()
      let all: SQLText = "SELECT NULL, \(columns.joined(by: ", "))\(source)"
      try sample.add(connection.prepare("\(all) LIMIT \(literal: Int64(rows))"))
      return
    }
    let distance = ends.upperBound.subtractingReportingOverflow(ends.lowerBound).partialValue
    let runs = (0..<Int64(rows)).contains(distance) ? 1 : Self.runs
    let statement = try connection.prepare(
      """
      SELECT \(name: key), \(columns.joined(by: ", "))\
      \(entity.rows(where: "\(name: key) >= \(.integer(0))")) \
      ORDER BY \(name: key) LIMIT \(literal: Int64(rows / runs))
      """)
    var start = ends.lowerBound
    for run in 0..<runs {
      start = max(start, Self.start(of: run, of: runs, length: rows / runs, ends))
      try statement.bind(.integer(start), at: 1)
      guard let last = try sample.add(statement), last < ends.upperBound else { return }
      statement.reset()
      start = last + 1
    }
  }

  private func ends(of key: Name, in entity: Entity) throws(EngineError) -> ClosedRange<Int64>? {
    let rows = try connection.prepare(
      """
      SELECT (SELECT min(\(name: key)) FROM \(name: entity.source.table)), \
      (SELECT max(\(name: key)) FROM \(name: entity.source.table))
      """)
    guard try rows.step(), case .integer(let first) = rows.value(at: 0),
      case .integer(let last) = rows.value(at: 1), first <= last
    else { return nil }
    return first...last
  }

  /// The first key of a run. Without gaps in the keys, the last run ends with the last key. The
  /// difference of keys may exceed an `Int64`.
  private static func start(
    of run: Int, of runs: Int, length: Int, _ ends: ClosedRange<Int64>
  ) -> Int64 {
    if run == 0 { return ends.lowerBound }
    let first = UInt64(bitPattern: ends.lowerBound)
    let last = UInt64(bitPattern: ends.upperBound)
    let step = (last &- first &+ 1 &- UInt64(length)) / UInt64(runs - 1)
    return Int64(bitPattern: first &+ step * UInt64(run))
  }
}

/// The values that are read so far.
private struct ColumnSample {
  private(set) var values: [ColumnValues]
  private var bytesLeft: Int

  init(columns: Int, bytes: Int) {
    values = Array(repeating: ColumnValues(), count: columns)
    bytesLeft = bytes
  }

  /// Adds the rows of a statement, which have the key before the values. Returns the last key; nil
  /// if there are no rows or enough has been read.
  @discardableResult
  mutating func add(_ rows: any Statement) throws(EngineError) -> Int64? {
    var last: Int64?
    while bytesLeft > 0, try rows.step() {
      if case .integer(let key) = rows.value(at: 0) { last = key }
      for index in values.indices {
        let value = rows.value(at: index + 1)
        if case .text(let text) = value { bytesLeft -= text.utf8.count }
        values[index].add(value)
      }
    }
    if bytesLeft > 0 { return last }
    return nil
  }
}
