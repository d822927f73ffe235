internal import CPostgreSQL
internal import Platform

extension PostgreSQLConnection {
  /// Runs a COPY … TO STDOUT, and gives the body each line of it, which is gone afterwards; the number of
  /// lines. If the body throws, the server is stopped, and a transaction that is open has failed.
  package func copy(
    outOf sql: String, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Int64 {
    try beginCopy(sql, PGRES_COPY_OUT)
    do {
      while let line = try nextLine(sql) {
        defer { PQfreemem(UnsafeMutableRawPointer(mutating: line.baseAddress)) }
        try body(line)
      }
    } catch {
      wire.stop()
      while (try? nextLine(sql)).map({ PQfreemem(.init(mutating: $0.baseAddress)) }) != nil {}
      try? finish(sql)
      throw error
    }
    try finish(sql)
    return changes
  }

  /// The next line, to be freed by the caller; nil behind the last.
  private func nextLine(_ sql: String) throws(PostgreSQLError) -> UnsafeRawBufferPointer? {
    while true {
      var line: UnsafeMutablePointer<CChar>?
      let count = PQgetCopyData(wire.handle, &line, 1)
      if count > 0 { return UnsafeRawBufferPointer(start: line, count: Int(count)) }
      // The last result tells whether it was the end.
      if count == -1 { return nil }
      guard count == 0, wire.exchange(waitingFor: .input) else {
        throw wire.error(of: nil, sql: sql)
      }
    }
  }
}
