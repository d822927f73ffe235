internal import CPostgreSQL
package import FlagModel
internal import Platform

/// Takes records on their way into a table by COPY, in constant memory.
package struct CopyWriter: ~Copyable {
  private let connection: PostgreSQLConnection
  private let sql: String
  private var buffer: [UInt8] = []

  init(_ connection: PostgreSQLConnection, _ sql: String) {
    self.connection = connection
    self.sql = sql
    buffer.reserveCapacity(Self.bufferSize + 1024)
  }

  /// Adds a record, its cells in the order of the columns of the statement.
  package mutating func write(_ row: StoredRow) throws(PostgreSQLError) {
    let form = CopyText(columns: row.cells.indices.map { ($0, 0) })
    row.cells.withUnsafeBufferPointer { cells in
      row.bytes.withUnsafeBufferPointer { form.append(cells, in: $0, to: &buffer) }
    }
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a record whose texts and blobs stand in some bytes.
  package mutating func write(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ form: CopyText,
    in bytes: UnsafeBufferPointer<UInt8>
  ) throws(PostgreSQLError) {
    form.append(cells, in: bytes, to: &buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds bytes as the format of the statement has them; a line may be cut.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(PostgreSQLError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Sends what there is, and waits until the server has taken it, so that libpq keeps nothing.
  mutating func flush() throws(PostgreSQLError) {
    try connection.requireLife(sql)
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
      try connection.requireLife(sql)
      unsent = PQflush(handle)
    }
    if unsent < 0 { throw refusal() }
  }

  /// The reason for which the server takes no more.
  private func refusal() -> PostgreSQLError {
    do throws(PostgreSQLError) {
      try connection.finish(sql)
      return connection.wire.error(of: nil, sql: sql)
    } catch {
      return error
    }
  }

  private static let bufferSize = 1 << 16
}

extension PostgreSQLConnection {
  /// Runs a COPY … FROM STDIN, for which the body writes the records; the number of those that are there
  /// then. If the body throws, or the server refuses one, none is.
  package func copy(
    into sql: String, _ body: (inout CopyWriter) throws -> Void
  ) throws -> Int64 {
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

  /// Ends it; the server then says no more than that it was given up.
  func giveUpCopy(_ sql: String) {
    endCopy("given up")
    try? finish(sql)
  }

  /// Starts a COPY … FROM STDIN, before which statements may stand that answer nothing; throws where the server
  /// answers with anything else.
  func beginCopy(_ sql: String) throws(PostgreSQLError) {
    try requireLife(sql)
    forgetWritten()
    try send(sql) { PQsendQuery(wire.handle, $0) }
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
