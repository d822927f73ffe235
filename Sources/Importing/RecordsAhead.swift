import FlagModel

/// Records that are read but not yet inserted. Their references are looked up together, because
/// each query is a round trip to a server.
struct RecordsAhead {
  /// As many as one statement inserts.
  static let capacity = 1_000
  /// The size in bytes at which the collected records are processed.
  private static let mostBytes = 1 << 18

  /// The number of cells of a record.
  let width: Int
  var rows = StoredRow()
  var numbers: [Int] = []
  /// The fields that each record sets, if records may omit fields.
  var presence: [[Bool]?] = []
  /// The places of the references of each record that may wait for other records.
  var places: [[Int: ImportPlace]] = []

  var isFull: Bool { numbers.count == Self.capacity || rows.bytes.count > Self.mostBytes }

  mutating func removeAll() {
    rows.removeAll()
    numbers.removeAll(keepingCapacity: true)
    presence.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  /// The names in a field of all records, one or several for each record.
  func names(in field: Int) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    for start in stride(from: field, to: rows.cells.count, by: width) {
      guard case .text(let range) = rows.cells[start] else { continue }
      for name in rows.bytes[range].split(separator: 0) { names.insert(Array(name)) }
    }
    return names
  }

  /// Appends one of the records to other records.
  func append(_ row: Int, to others: inout StoredRow) {
    for cell in rows.cells[row * width..<(row + 1) * width] {
      switch cell {
      case .text(let range): others.cells.append(.text(others.append(rows.bytes[range])))
      case .blob(let range): others.cells.append(.blob(others.append(rows.bytes[range])))
      default: others.cells.append(cell)
      }
    }
  }
}

extension StoredRow {
  fileprivate mutating func append(_ more: ArraySlice<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: more)
    return start..<bytes.count
  }
}
