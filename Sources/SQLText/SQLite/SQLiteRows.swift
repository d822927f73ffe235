package import FlagModel
import JSON

// Known rows in a query, such as groups that were read from pages.

extension SQLiteDialect {
  /// SQLite needs 500 bytes for each value after VALUES, so many rows become a single JSON text.
  package func rows(_ rows: [[Value]], to bindings: inout [Value]) -> String {
    guard rows.count > Self.mostRowsAfterValues, let json = Self.json(ofRows: rows) else {
      return boundRows(rows, to: &bindings)
    }
    let columns = rows[0].indices.map { "json_extract(value, '$[\($0)]')" }
    let mark = bind(.text(json), of: nil, to: &bindings)
    return "SELECT \(columns.joined(separator: ", ")) FROM json_each(\(mark))"
  }

  private static let mostRowsAfterValues = 100

  /// Nil if JSON does not preserve a value.
  private static func json(ofRows rows: [[Value]]) -> String? {
    var json: [UInt8] = [UInt8(ascii: "[")]
    for (index, row) in rows.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      for (place, value) in row.enumerated() {
        guard value.isPreservedByJSON else { return nil }
        json.append(UInt8(ascii: place == 0 ? "[" : ","))
        append(value, to: &json)
      }
      json.append(UInt8(ascii: "]"))
    }
    json.append(UInt8(ascii: "]"))
    return String(decoding: json, as: UTF8.self)
  }

  private static func append(_ value: Value, to json: inout [UInt8]) {
    switch value {
    case .integer(let number): json += "\(number)".utf8
    case .text(let text): appendJSON(text, to: &json)
    case .null, .real, .blob: json += "null".utf8
    }
  }
}

extension Value {
  /// True if SQLite gets the same value back from JSON. It may read other last digits of a real number,
  /// and ends a text at NUL.
  package var isPreservedByJSON: Bool {
    switch self {
    case .null, .integer: true
    case .text(let text): !text.utf8.contains(0)
    case .real, .blob: false
    }
  }
}
