import FlagModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: Storable {
  /// The type itself.
  public typealias StoredValue = Date

  /// The form of a date.
  public static var storageForm: StorageForm { StorageForm(.date) }

  /// Writes the date to the microsecond. Throws for years outside 1 to 9999.
  public func write(to row: inout RowWriter) throws {
    guard let moment else { throw row.refusal("a date of another year than 1 to 9999") }
    let start = row.row.bytes.count
    moment.appendStoredText(to: &row.row.bytes)
    row.write(.text(start..<row.row.bytes.count))
  }

  /// Reads a date.
  public static func read(from row: inout RowReader) throws -> Date {
    let cell = row.next()
    guard case .text(let range) = cell,
      let moment = row.row.bytes.withUnsafeBufferPointer({ bytes in
        DateBytes.moment(UnsafeBufferPointer(rebasing: bytes[range]))
      })
    else { throw row.refusal(of: cell, expected: Self.self) }
    return Date(moment)
  }

  /// The date to the microsecond; nil for years outside 1 to 9999.
  var moment: Timestamp? {
    let microseconds = (timeIntervalSinceReferenceDate * 1e6).rounded()
    guard abs(microseconds) < 1e18 else { return nil }
    return Timestamp(microseconds: Int64(microseconds) + Timestamp.reference.microseconds)
  }

  init(_ moment: Timestamp) {
    if moment == .earliest {
      self = .distantPast
      return
    }
    let microseconds = moment.microseconds - Timestamp.reference.microseconds
    self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6)
  }
}

extension UUID: Storable {
  /// The type itself.
  public typealias StoredValue = UUID

  /// The form of a UUID.
  public static var storageForm: StorageForm { StorageForm(.uuid) }

  /// Writes its text.
  public func write(to row: inout RowWriter) {
    let start = row.row.bytes.count
    withUnsafeBytes(of: uuid) { _ = UUIDText.appendText(of: $0, to: &row.row.bytes) }
    row.write(.text(start..<row.row.bytes.count))
  }

  /// Reads its text.
  public static func read(from row: inout RowReader) throws -> UUID {
    let cell = row.next()
    guard let text = row.text(cell), let value = UUID(uuidString: text) else {
      throw row.refusal(of: cell, expected: Self.self)
    }
    return value
  }
}

extension URL: Storable {
  /// The type itself.
  public typealias StoredValue = URL

  /// The form of a URL.
  public static var storageForm: StorageForm { StorageForm(.url) }

  /// Writes its text.
  public func write(to row: inout RowWriter) { absoluteString.write(to: &row) }

  /// Reads its text.
  public static func read(from row: inout RowReader) throws -> URL {
    let cell = row.next()
    guard let text = row.text(cell), let value = URL(string: text) else {
      throw row.refusal(of: cell, expected: Self.self)
    }
    return value
  }
}

extension Data: Storable {
  /// The type itself.
  public typealias StoredValue = Data

  /// The form of data.
  public static var storageForm: StorageForm { StorageForm(.data) }

  /// Writes the bytes.
  public func write(to row: inout RowWriter) {
    let range = row.write(bytes: self)
    row.write(.blob(range))
  }

  /// Reads the bytes.
  public static func read(from row: inout RowReader) throws -> Data {
    let cell = row.next()
    guard case .blob(let range) = cell else { throw row.refusal(of: cell, expected: Self.self) }
    return Data(row.row.bytes[range])
  }
}

extension Decimal: Storable {
  /// The type itself.
  public typealias StoredValue = Decimal

  /// The form of a decimal number.
  public static var storageForm: StorageForm { StorageForm(.decimal) }

  /// Writes the number exactly. Throws if it has more decimal places than the model allows.
  public func write(to row: inout RowWriter) throws {
    let places = row.places
    do throws(ValueError) {
      row.write(.integer(try FixedPoint.units(from: description, places: places)))
    } catch {
      throw row.refusal("\(self): \(error.message)")
    }
  }

  /// Reads the number exactly.
  public static func read(from row: inout RowReader) throws -> Decimal {
    let cell = row.next()
    switch cell {
    case .integer(let units):
      var places = 0
      if case .decimal(let count) = row.type { places = count }
      return Decimal(sign: .plus, exponent: -places, significand: Decimal(units))
    case .real(let number): return Decimal(number)
    default: throw row.refusal(of: cell, expected: Self.self)
    }
  }
}

extension RowWriter {
  /// The decimal places of the next column.
  fileprivate var places: Int {
    if case .decimal(let places) = type { places } else { FixedPoint.defaultPlaces }
  }
}
