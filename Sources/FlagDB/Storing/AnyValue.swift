import FlagModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value of a column without a type in a foreign database: a number in one record, and a text in
/// the next.
public enum AnyValue: Hashable, Sendable, Codable, Storable {
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case data(Data)

  /// The type itself.
  public typealias StoredValue = AnyValue

  /// A value of any type.
  public static var storageForm: StorageForm { StorageForm(.any) }

  /// Writes the value with its own type.
  public func write(to row: inout RowWriter) throws {
    switch self {
    case .integer(let number): row.write(.integer(number))
    case .real(let number): try number.write(to: &row)
    case .text(let text): text.write(to: &row)
    case .data(let data): data.write(to: &row)
    }
  }

  /// Reads a value of any type.
  public static func read(from row: inout RowReader) throws -> AnyValue {
    let cell = row.next()
    switch cell {
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .text: if let text = row.text(cell) { return .text(text) }
    case .blob(let range): return .data(Data(row.row.bytes[range]))
    case .null: break
    }
    throw row.refusal(of: cell, expected: Self.self)
  }
}
