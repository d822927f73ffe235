import FlagModel

/// An integer with its Swift type.
struct IntegerConstant {
  let type: IntegerType
  /// The bits of the value, sign-extended to 64 bits.
  let bits: UInt64

  init<T: FixedWidthInteger>(_ value: T, _ type: IntegerType) {
    self.type = type
    bits = UInt64(truncatingIfNeeded: value)
  }

  /// The value in another type; nil if it does not fit.
  func value<T: FixedWidthInteger>(as wanted: T.Type) -> T? {
    if type.isSigned { return T(exactly: Int64(bitPattern: bits)) }
    return T(exactly: bits)
  }

  /// The constant in another type; nil if it does not fit.
  func converted(to type: IntegerType) -> IntegerConstant? {
    func converted<T: FixedWidthInteger>(_: T.Type) -> IntegerConstant? {
      value(as: T.self).map { IntegerConstant($0, type) }
    }
    return converted(type.metatype)
  }

  /// The bits within the type's width.
  var mask: UInt64 { bits & (UInt64.max >> UInt64(64 - type.bitWidth)) }

  var text: String {
    if type.isSigned { return String(Int64(bitPattern: bits)) }
    return String(bits)
  }
}

extension IntegerConstant {
  static func of(mask: UInt64, _ type: IntegerType) -> IntegerConstant {
    func extended<T: FixedWidthInteger>(_: T.Type) -> IntegerConstant {
      IntegerConstant(T(truncatingIfNeeded: mask), type)
    }
    return extended(type.metatype)
  }
}

extension IntegerType {
  /// Swift's own type, whose operators give the compiler's results.
  var metatype: any FixedWidthInteger.Type {
    switch self {
    case .int: Int64.self
    case .int8: Int8.self
    case .int16: Int16.self
    case .int32: Int32.self
    case .int64: Int64.self
    case .uint: UInt64.self
    case .uint8: UInt8.self
    case .uint16: UInt16.self
    case .uint32: UInt32.self
    case .uint64: UInt64.self
    }
  }
}
