package import FlagModel

/// The built-in number types of each language.
enum BasicTypes {
  static func type(named words: [Name], _ language: DefinitionLanguage) -> NumberType? {
    if language == .c || language == .cpp { return ofC(words) }
    guard let word = words.last, let type = tables[language]?[word] else { return nil }
    return .integer(type)
  }

  /// Keywords of C that do not affect the width.
  static let qualifiers: Set<Name> = [
    "const", "volatile", "static", "constexpr", "inline", "extern", "register", "__extension__",
    "__force", "__bitwise", "__signed__", "typename", "_Atomic",
  ]

  private static func ofC(_ words: [Name]) -> NumberType? {
    let words = words.filter { !qualifiers.contains($0) && $0 != "std" }
    guard !words.isEmpty else { return nil }
    if words == ["_Bool"] || words == ["bool"] { return .truth }
    if words.count == 1, let type = cNames[words[0]] { return .integer(type) }
    guard words.allSatisfy(wordsOfC.contains) else { return nil }
    let isUnsigned = words.contains("unsigned")
    let pair: (signed: IntegerType, unsigned: IntegerType)
    if words.contains("long") {
      pair = (.int64, .uint64)
    } else if words.contains("short") {
      pair = (.int16, .uint16)
    } else if words.contains("char") {
      pair = (.int8, .uint8)
    } else if words.contains("__int128") {
      return nil
    } else {
      pair = (.int32, .uint32)
    }
    return .integer(isUnsigned ? pair.unsigned : pair.signed)
  }

  /// The keywords that may be part of the name of a number type.
  private static let wordsOfC: Set<Name> = [
    "unsigned", "signed", "__signed", "int", "long", "short", "char", "__int128",
  ]

  private static let cNames: [Name: IntegerType] = {
    var names: [Name: IntegerType] = [
      "size_t": .uint64, "ssize_t": .int64, "ptrdiff_t": .int64, "uintptr_t": .uint64,
      "intptr_t": .int64, "uintmax_t": .uint64, "intmax_t": .int64, "NSUInteger": .uint64,
      "NSInteger": .int64, "CFOptionFlags": .uint64, "CFIndex": .int64, "OptionBits": .uint32,
    ]
    let widths: [(bits: Int, signed: IntegerType, unsigned: IntegerType)] = [
      (8, .int8, .uint8), (16, .int16, .uint16), (32, .int32, .uint32), (64, .int64, .uint64),
    ]
    for (bits, signed, unsigned) in widths {
      for name in ["int\(bits)_t", "__s\(bits)", "s\(bits)", "SInt\(bits)", "__int\(bits)_t"] {
        names[Name(name)] = signed
      }
      for name in [
        "uint\(bits)_t", "__u\(bits)", "u\(bits)", "UInt\(bits)", "__uint\(bits)_t",
        "u_int\(bits)_t", "__le\(bits)", "__be\(bits)",
      ] {
        names[Name(name)] = unsigned
      }
    }
    return names
  }()

  private static let javaTypes: [Name: IntegerType] = [
    "byte": .int8, "short": .int16, "int": .int32, "long": .int64, "char": .uint16,
    "Byte": .int8, "Short": .int16, "Integer": .int32, "Long": .int64,
  ]

  private static let tables: [DefinitionLanguage: [Name: IntegerType]] = [
    .csharp: [
      "sbyte": .int8, "byte": .uint8, "short": .int16, "ushort": .uint16, "int": .int32,
      "uint": .uint32, "long": .int64, "ulong": .uint64, "nint": .int64, "nuint": .uint64,
      "Byte": .uint8, "Int16": .int16, "UInt16": .uint16, "Int32": .int32, "UInt32": .uint32,
      "Int64": .int64, "UInt64": .uint64,
    ],
    .java: javaTypes,
    .kotlin: [
      "Byte": .int8, "Short": .int16, "Int": .int32, "Long": .int64, "UByte": .uint8,
      "UShort": .uint16, "UInt": .uint32, "ULong": .uint64,
    ],
    .rust: NumberRules.rustTypes.merging(
      [
        "c_int": .int32, "c_uint": .uint32, "c_short": .int16, "c_ushort": .uint16,
        "c_long": .int64, "c_ulong": .uint64, "c_char": .int8, "c_uchar": .uint8,
      ]) { declared, _ in declared },
    .go: [
      "int": .int64, "int8": .int8, "int16": .int16, "int32": .int32, "int64": .int64,
      "uint": .uint64, "uint8": .uint8, "byte": .uint8, "uint16": .uint16, "uint32": .uint32,
      "rune": .int32, "uint64": .uint64, "uintptr": .uint64,
    ],
  ]
}

extension IntegerType {
  /// The name in messages about a source: `u8` in Rust.
  package func name(in language: DefinitionLanguage) -> String {
    if language == .rust { return "\(isSigned ? "i" : "u")\(bitWidth)" }
    return rawValue
  }
}
