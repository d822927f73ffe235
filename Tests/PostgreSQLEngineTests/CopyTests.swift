import Engines
import FlagModel
import SQLText
import TestServer
import Testing

@testable import PostgreSQLEngine

@Suite("Copying to a server") struct CopyTests {
  private let schema: TestSchema
  private var connection: LibpqConnection { schema.connection }

  private struct Stop: Error {}

  init() throws {
    schema = try TestSchema()
    try schema.run("CREATE TABLE t (id bigint PRIMARY KEY, word text, share float8, raw bytea)")
  }

  private func row(_ values: Value...) -> StoredRow {
    var row = StoredRow()
    for value in values {
      let start = row.bytes.count
      switch value {
      case .null: row.cells.append(.null)
      case .integer(let number): row.cells.append(.integer(number))
      case .real(let number): row.cells.append(.real(number))
      case .text(let text):
        row.bytes += text.utf8
        row.cells.append(.text(start..<row.bytes.count))
      case .blob(let bytes):
        row.bytes += bytes
        row.cells.append(.blob(start..<row.bytes.count))
      }
    }
    return row
  }

  @Test func hostileRecords() throws {
    let texts = ValueTests.texts
    let count = try connection.copy(into: "COPY t FROM STDIN") { writer in
      for (index, text) in texts.enumerated() {
        try writer.write(
          row(
            .integer(Int64(index)), .text(text), .real(Double(index) / 3), .blob(Array(text.utf8))))
      }
      try writer.write(row(.integer(.min), .null, .null, .null))
      try writer.write(row(.integer(.max), .text(""), .real(-.infinity), .blob([])))
    }
    #expect(count == Int64(texts.count + 2))
    let found = try schema.run("SELECT id, word, share, raw FROM t ORDER BY id")
    #expect(found.first == [.integer(.min), .null, .null, .null])
    #expect(found.last == [.integer(.max), .text(""), .real(-.infinity), .blob([])])
    for (index, text) in texts.enumerated() {
      let (id, share) = (Value.integer(Int64(index)), Value.real(Double(index) / 3))
      #expect(found[index + 1] == [id, .text(text), share, .blob(Array(text.utf8))])
    }
  }

  /// A million records, some 60 MB.
  @Test func aMillionInConstantMemory() throws {
    var one = row(.integer(0), .text(String(repeating: "word ", count: 8)), .real(0.5), .null)
    let before = MemoryUse.now
    var most = 0
    let count = try connection.copy(into: "COPY t FROM STDIN") { writer in
      for number in 0..<1_000_000 {
        one.cells[0] = .integer(Int64(number))
        try writer.write(one)
        if number % 100_000 == 0 { most = max(most, MemoryUse.now - before) }
      }
    }
    #expect(count == 1_000_000)
    // Other tests of the process take some as well.
    #expect(most < 128 << 20)
  }

  @Test func wholeOrNot() throws {
    let error = #expect(throws: EngineError.self) {
      try connection.copy(into: "COPY t (id) FROM STDIN") { writer in
        for number in 0..<200_000 { try writer.write(row(.integer(Int64(number % 150_000)))) }
      }
    }
    #expect(error?.meaning == .uniqueViolation)
    #expect(error?.detail == "Key (id)=(0) already exists.")
    #expect(throws: Stop.self) {
      try connection.copy(into: "COPY t (id) FROM STDIN") { writer in
        try writer.write(row(.integer(1)))
        throw Stop()
      }
    }
    #expect(try schema.run("SELECT count(*) FROM t") == [[.integer(0)]])
  }

  @Test func refused() throws {
    for sql in ["COPY nowhere FROM STDIN", "SELECT 1"] {
      #expect(throws: EngineError.self) { try connection.copy(into: sql) { _ in } }
    }
    #expect(try schema.run("SELECT 1") == [[.integer(1)]])
  }

  @Test func aBackendThatIsEnded() throws {
    let other = try schema.connect()
    let process = Value.integer(Int64(connection.serverProcess))
    let error = #expect(throws: EngineError.self) {
      try connection.copy(into: "COPY t (id) FROM STDIN") { writer in
        for number in 0..<1_000_000 {
          try writer.write(row(.integer(Int64(number))))
          if number == 1000 {
            try other.rows(
              SQLStatement(text: "SELECT pg_terminate_backend($1::int, 5000)", bindings: [process]))
          }
        }
      }
    }
    #expect(error?.kind == .unreachable)
    #expect(try other.rows(SQLStatement(text: "SELECT count(*) FROM t")) == [[.integer(0)]])
  }
}
