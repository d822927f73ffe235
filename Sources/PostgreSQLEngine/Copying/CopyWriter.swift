internal import CPostgreSQL
package import Engines
package import FlagModel
internal import Platform

/// Sends records by COPY, in constant memory.
package struct CopyWriter: ~Copyable {
  private let connection: LibpqConnection
  private let sql: String
  private var buffer: [UInt8] = []

  init(_ connection: LibpqConnection, _ sql: String) {
    self.connection = connection
    self.sql = sql
    buffer.reserveCapacity(Self.bufferSize + 1024)
  }

  /// Adds a record, with its cells in the order of the statement's columns.
  package mutating func write(_ row: StoredRow) throws(EngineError) {
    let form = CopyText(columns: row.cells.indices.map { ($0, 0) })
    row.cells.withUnsafeBufferPointer { cells in
      row.bytes.withUnsafeBufferPointer { form.append(cells, in: $0, to: &buffer) }
    }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a record whose texts and blobs are in the given bytes.
  package mutating func write(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ form: CopyText,
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(EngineError) {
    form.append(cells, in: bytes, to: &buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Sends the buffered bytes, and waits until the server has accepted them, so that libpq buffers
  /// nothing.
  mutating func flush() throws(EngineError) {
    try connection.requireUsable(sql)
    let handle = connection.wire.handle
    let isTaken = buffer.withUnsafeBytes { bytes in
      bytes.isEmpty
        || PQputCopyData(
          handle, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count)) == 1
    }
    buffer.removeAll(keepingCapacity: true)
    guard isTaken else { throw refusal() }
    var unsent = PQflush(handle)
    while unsent == 1 {
      guard connection.wire.exchange(waitingFor: .both) else { throw refusal() }
      try connection.requireUsable(sql)
      unsent = PQflush(handle)
    }
    if unsent < 0 { throw refusal() }
  }

  /// The error with which the server stopped accepting data.
  private func refusal() -> EngineError {
    do throws(EngineError) {
      try connection.finish(sql)
      return connection.wire.error(of: nil, sql: sql)
    } catch {
      return error
    }
  }

  private static let bufferSize = 1 << 16
}

extension LibpqConnection {
  /// Runs a COPY … FROM STDIN whose records the body writes. Returns the number of inserted
  /// records. If the body throws or the server refuses a record, none is inserted.
  package func copy(into sql: String, _ body: (inout CopyWriter) throws -> Void) throws -> Int64 {
    let alone = try beginAlone()
    do {
      let count = try copyRecords(into: sql, body)
      if let alone { try endAlone(alone) }
      return count
    } catch {
      if let alone { undoAlone(alone) }
      throw error
    }
  }

  private func copyRecords(
    into sql: String, _ body: (inout CopyWriter) throws -> Void
  ) throws -> Int64 {
    try beginCopy(sql)
    var writer = CopyWriter(self, sql)
    do {
      try body(&writer)
      try writer.flush()
    } catch {
      giveUpCopy(sql)
      throw error
    }
    endCopy(nil)
    try finish(sql)
    return changes
  }

  /// Aborts the COPY. The server's error only repeats this.
  func giveUpCopy(_ sql: String) {
    endCopy("given up")
    try? finish(sql)
  }

  /// Starts a COPY … FROM STDIN, possibly after statements without results. Throws if the server
  /// responds with anything else.
  func beginCopy(_ sql: String) throws(EngineError) {
    try requireUsable(sql)
    forgetWritten()
    isUntouched = false
    let all = takePending() + [sql]
    try send(all.joined(separator: "; ")) { PQsendQuery(wire.handle, $0) }
    while let result = wire.nextResult() {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COPY_IN: return
      case PGRES_COMMAND_OK: break
      default:
        let error = wire.error(of: result, sql: sql)
        try? finish(sql)
        throw error
      }
    }
    throw wire.error(of: nil, sql: sql)
  }

  func endCopy(_ reason: String?) {
    while PQputCopyEnd(wire.handle, reason) == 0, wire.exchange(waitingFor: .both) {}
  }
}
