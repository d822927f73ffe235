import FlagModel

// Types whose values are stored unchanged.

extension Storable where StoredValue == Self {
  /// The value itself.
  public var storedValue: Self { self }

  /// The value itself.
  public init?(storedValue: Self) { self = storedValue }
}

extension Storable where Self: FixedWidthInteger, StoredValue == Self {
  /// The form of an integer.
  public static var storageForm: StorageForm { StorageForm(.integer("\(Self.self)")) }

  /// Writes an integer. Throws if it exceeds `Int64`, unless its bits are flags.
  public func write(to row: inout RowWriter) throws {
    if let number = Int64(exactly: self) { return row.write(.integer(number)) }
    guard case .flags = row.type else { throw row.refusal("\(self), which is beyond Int64") }
    row.write(.integer(Int64(truncatingIfNeeded: self)))
  }

  /// Reads an integer, or the mask of flags.
  public static func read(from row: inout RowReader) throws -> Self {
    let cell = row.next()
    guard case .integer(let number) = cell else {
      throw row.refusal(of: cell, expected: Self.self)
    }
    if let value = Self(exactly: number) { return value }
    guard case .flags = row.type, Int64(Self.bitWidth) >= 64 || number >> Int64(Self.bitWidth) == 0
    else { throw row.refusal(of: cell, expected: Self.self) }
    return Self(truncatingIfNeeded: number)
  }
}

extension Int: Storable { public typealias StoredValue = Int }
extension Int8: Storable { public typealias StoredValue = Int8 }
extension Int16: Storable { public typealias StoredValue = Int16 }
extension Int32: Storable { public typealias StoredValue = Int32 }
extension Int64: Storable { public typealias StoredValue = Int64 }
extension UInt: Storable { public typealias StoredValue = UInt }
extension UInt8: Storable { public typealias StoredValue = UInt8 }
extension UInt16: Storable { public typealias StoredValue = UInt16 }
extension UInt32: Storable { public typealias StoredValue = UInt32 }
extension UInt64: Storable { public typealias StoredValue = UInt64 }

extension Bool: Storable {
  /// The type itself.
  public typealias StoredValue = Bool

  /// The form of a Bool.
  public static var storageForm: StorageForm { StorageForm(.bool) }

  /// Writes 1 or 0.
  public func write(to row: inout RowWriter) { row.write(.integer(self ? 1 : 0)) }

  /// Reads 1 or 0.
  public static func read(from row: inout RowReader) throws -> Bool {
    let cell = row.next()
    guard case .integer(let number) = cell, number == 0 || number == 1 else {
      throw row.refusal(of: cell, expected: Self.self)
    }
    return number == 1
  }
}

extension Double: Storable {
  /// The type itself.
  public typealias StoredValue = Double

  /// The form of a floating-point number.
  public static var storageForm: StorageForm { StorageForm(.double) }

  /// Writes a number. Throws for NaN, which SQLite would store as NULL.
  public func write(to row: inout RowWriter) throws {
    if isNaN { throw row.refusal("what is not a number") }
    row.write(.real(self))
  }

  /// Reads a number. The column may also contain integers or decimals.
  public static func read(from row: inout RowReader) throws -> Double {
    let cell = row.next()
    switch cell {
    case .real(let number): return number
    case .integer(let number):
      guard case .decimal(let places) = row.type else { return Double(number) }
      return Double(FixedPoint.text(of: number, places: places)) ?? .nan
    default: throw row.refusal(of: cell, expected: Self.self)
    }
  }
}

extension Float: Storable {
  /// The type itself.
  public typealias StoredValue = Float

  /// The form of a floating-point number.
  public static var storageForm: StorageForm { StorageForm(.float) }

  /// Writes a number. Throws for NaN.
  public func write(to row: inout RowWriter) throws { try Double(self).write(to: &row) }

  /// Reads a number.
  public static func read(from row: inout RowReader) throws -> Float {
    try Float(Double.read(from: &row))
  }
}

extension String: Storable {
  /// The type itself.
  public typealias StoredValue = String

  /// The form of a text.
  public static var storageForm: StorageForm { StorageForm(.text) }

  /// Writes the text.
  public func write(to row: inout RowWriter) {
    let range = row.write(bytes: utf8)
    row.write(.text(range))
  }

  /// Reads a text.
  public static func read(from row: inout RowReader) throws -> String {
    let cell = row.next()
    guard let text = row.text(cell) else { throw row.refusal(of: cell, expected: Self.self) }
    return text
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// The type itself.
  public typealias StoredValue = Wrapped?

  /// The form of the wrapped values.
  public static var storageForm: StorageForm { StorageForm(.optional(Wrapped.storageForm.kind)) }

  /// Writes the value, or null.
  public func write(to row: inout RowWriter) throws {
    guard let value = self else { return row.writeNull() }
    try value.write(to: &row)
  }

  /// Reads a value, or nil for null.
  public static func read(from row: inout RowReader) throws -> Wrapped? {
    guard row.isNull(at: row.index) else { return try Wrapped.read(from: &row) }
    row.index += 1
    return nil
  }
}

extension Array: Storable where Element: Storable {
  /// The type itself.
  public typealias StoredValue = [Element]

  /// The form of an array, which is stored as JSON.
  public static var storageForm: StorageForm {
    StorageForm(.array(Element.storageForm.kind, isSet: false))
  }

  /// Writes the elements as JSON.
  public func write(to row: inout RowWriter) throws { try row.write(elements: self) }

  /// Reads the elements from JSON.
  public static func read(from row: inout RowReader) throws -> [Element] { try row.readElements() }
}

extension Set: Storable where Element: Storable {
  /// The type itself.
  public typealias StoredValue = Set<Element>

  /// The form of an array without duplicates, which is stored as JSON.
  public static var storageForm: StorageForm {
    StorageForm(.array(Element.storageForm.kind, isSet: true))
  }

  /// Writes the elements as JSON.
  public func write(to row: inout RowWriter) throws { try row.write(elements: self) }

  /// Reads the elements from JSON.
  public static func read(from row: inout RowReader) throws -> Set<Element> {
    Set(try row.readElements())
  }
}

extension Dictionary: Storable where Key: Codable & Storable, Value: Codable & Storable {
  /// The type itself.
  public typealias StoredValue = [Key: Value]
}

extension Dictionary: StoredAsJSON where Key: Codable & Storable, Value: Codable & Storable {}

extension RowWriter {
  fileprivate mutating func write(elements: some Collection<some Storable>) throws {
    guard let type, type.isArray || type.isSetOfCases else { throw refusal("an array") }
    let column = columns.columns[index]
    var scratch = RowWriter(RecordColumns(elementsOf: column, in: columns.entity))
    var values: [Value] = []
    for element in elements {
      scratch.row.removeAll()
      scratch.begin()
      try element.write(to: &scratch)
      values.append(scratch.row.value(at: 0))
    }
    write(value: type.flags(ofCases: values) ?? type.array(of: values))
  }
}

extension RowReader {
  fileprivate mutating func readElements<Element: Storable>() throws -> [Element] {
    let cell = next()
    let column = columns.columns[index - 1]
    let value = row.value(of: cell)
    guard let values = column.type?.cases(in: value) ?? column.type?.elements(of: value) else {
      throw refusal(of: cell, expected: [Element].self)
    }
    var scratch = RowReader(
      RecordColumns(elementsOf: column, in: columns.entity), StoredRow(values))
    return try values.indices.map { place in
      scratch.row.cells[0] = scratch.row.cell(of: values[place])
      scratch.index = 0
      return try Element.read(from: &scratch)
    }
  }
}

extension AttributeType {
  /// True for a set of cases that is stored as flags.
  fileprivate var isSetOfCases: Bool {
    if case .flags(let set) = self { set.enumeration != nil } else { false }
  }

  /// The mask for cases; nil if the type is not a set of cases.
  fileprivate func flags(ofCases values: [Value]) -> Value? {
    guard case .flags(let set) = self, let enumeration = set.enumeration else { return nil }
    var mask: UInt64 = 0
    for (flag, enumCase) in zip(set.flags, enumeration.cases)
    where values.contains(enumCase.rawValue) {
      mask |= flag.mask
    }
    return .integer(set.stored(mask))
  }

  /// The cases of a mask; nil if the type is not a set of cases, or if a bit has no case.
  fileprivate func cases(in value: Value) -> [Value]? {
    guard case .flags(let set) = self, let enumeration = set.enumeration,
      case .integer(let stored) = value
    else { return nil }
    let mask = set.mask(stored: stored)
    guard mask & ~set.declaredMask == 0 else { return nil }
    return zip(set.flags, enumeration.cases).filter { mask & $0.0.mask != 0 }.map(\.1.rawValue)
  }
}
