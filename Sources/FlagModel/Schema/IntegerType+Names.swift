package import PlainText

/// The names of integer types in Swift.
extension IntegerType {
  /// The type with a name: `Int32`, or its alias `CInt`.
  package static func named(_ name: Name) -> IntegerType? {
    IntegerType(rawValue: name.text) ?? otherNames[name]
  }

  private static let otherNames: [Name: IntegerType] = [
    "CChar": .int8, "CSignedChar": .int8, "CUnsignedChar": .uint8, "CShort": .int16,
    "CUnsignedShort": .uint16, "CInt": .int32, "CUnsignedInt": .uint32, "CLong": .int,
    "CUnsignedLong": .uint, "CLongLong": .int64, "CUnsignedLongLong": .uint64, "int8_t": .int8,
    "uint8_t": .uint8, "int16_t": .int16, "uint16_t": .uint16, "int32_t": .int32,
    "uint32_t": .uint32, "int64_t": .int64, "uint64_t": .uint64, "size_t": .int,
    "ssize_t": .int, "CFIndex": .int, "CFOptionFlags": .uint, "OptionBits": .uint32,
    // Darwin has 16 bits for a mode, which are enough for its flags.
    "mode_t": .uint32, "CModeT": .uint32, "CInterop.Mode": .uint32,
    "CInterop.FileFlags": .uint32,
  ]
}
