internal import CPostgreSQL
package import FlagModel
internal import Platform

/// Takes records on their way into a table by COPY, in constant memory.
package struct CopyWriter: ~Copyable {
  private let connection: PostgreSQLConnection
  private let sql: String
  private var buffer: [UInt8] = []

  init(_ connection: PostgreSQLConnection, _ sql: String) {
    (self.connection, self.sql) = (connection, sql)
    buffer.reserveCapacity(Self.bufferSize + 1024)
  }

  /// Adds a record, its cells in the order of the columns of the statement.
  package mutating func write(_ row: StoredRow) throws(PostgreSQLError) {
    CopyText.append(row, to: &buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Adds a record of cells whose texts and blobs stand in some bytes.
  /// - Parameter places: the number of digits after the point that the whole number of each cell has.
  package mutating func write(
    _ cells: some Sequence<StoredRow.Cell>, places: [Int], in bytes: UnsafeBufferPointer<UInt8>
  ) throws(PostgreSQLError) {
    CopyText.append(cells, places: places, in: bytes, to: &buffer)
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
    try beginCopy(sql, PGRES_COPY_IN)
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

  /// Starts a COPY, and throws where the server answers with anything else.
  func beginCopy(_ sql: String, _ direction: ExecStatusType) throws(PostgreSQLError) {
    try requireLife(sql)
    forgetWritten()
    try send(sql) { PQsendQuery(wire.handle, $0) }
    guard let result = wire.nextResult() else { throw wire.error(of: nil, sql: sql) }
    defer { PQclear(result) }
    if PQresultStatus(result) == direction { return }
    let error = wire.error(of: result, sql: sql)
    try? finish(sql)
    throw error
  }

  func endCopy(_ reason: String?) {
    while PQputCopyEnd(wire.handle, reason) == 0, wire.exchange(waitingFor: .both) {}
  }
}
