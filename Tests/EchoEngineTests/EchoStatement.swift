import Engines
import FlagModel

/// A statement of an Echo database, which returns the rows that the memory has for it.
final class EchoStatement: Statement {
  let sql: String
  private var bindings: [Value]
  private let memory: EchoMemory
  private var rows: ArraySlice<[Value]>?
  private var row: [Value] = []

  init(_ sql: String, _ bindings: [Value], _ memory: EchoMemory) {
    self.sql = sql
    self.bindings = bindings
    self.memory = memory
  }

  func bind(_ value: Value, at index: Int) {
    while bindings.count < index { bindings.append(.null) }
    bindings[index - 1] = value
  }

  func bind(
    _ cells: UnsafeBufferPointer<StoredRow.Cell>, _ places: [Int], in bytes: UnsafePointer<UInt8>,
    from index: Int
  ) {
    for (offset, place) in places.enumerated() {
      let value: Value =
        switch cells[place] {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let range): .text(String(decoding: Self.bytes(range, bytes), as: UTF8.self))
        case .blob(let range): .blob(Self.bytes(range, bytes))
        }
      bind(value, at: index + offset)
    }
  }

  private static func bytes(_ range: Range<Int>, _ bytes: UnsafePointer<UInt8>) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count))
  }

  func step() -> Bool {
    var rest = rows ?? memory.answer(sql, bindings)[...]
    row = rest.popFirst() ?? []
    rows = rest
    return !row.isEmpty
  }

  func reset() { rows = nil }

  var columnCount: Int { row.count }
  func name(at index: Int) -> String { "column \(index + 1)" }
  func value(at index: Int) -> Value { row.indices.contains(index) ? row[index] : .null }

  func copy(into copy: inout StoredRow) {
    copy.removeAll()
    for value in row {
      switch value {
      case .null: copy.cells.append(.null)
      case .integer(let number): copy.cells.append(.integer(number))
      case .real(let number): copy.cells.append(.real(number))
      case .text(let text): copy.cells.append(.text(copy.append(text.utf8)))
      case .blob(let bytes): copy.cells.append(.blob(copy.append(bytes)))
      }
    }
  }

  var onlyReads: Bool { sql.hasPrefix("SELECT ") }
  var parameters: [String?] { [] }
  func origin(at index: Int) -> (table: Name, column: Name)? { nil }
}

extension StoredRow {
  fileprivate mutating func append(_ text: some Collection<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes += text
    return start..<bytes.count
  }
}
