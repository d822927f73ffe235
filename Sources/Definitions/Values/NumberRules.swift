import FlagModel

/// The rules of a language for the types of numbers.
enum NumberRules {
  /// The types of C on 64-bit machines.
  case c
  /// The numbers of `#if`, which have 64 bits.
  case preprocessor
  case csharp
  /// Java and Kotlin: numbers wrap, and shift counts are modulo the width.
  case java
  /// JavaScript: `|`, `&`, `~` and shifts use 32 bits, and everything else is exact.
  case script
  /// Exact, except for numbers with a type.
  case exact

  init(_ language: DefinitionLanguage) {
    switch language {
    case .c, .cpp: self = .c
    case .csharp: self = .csharp
    case .java, .kotlin: self = .java
    case .typescript: self = .script
    case .swift, .python, .rust, .go, .proto, .php, .ruby, .table, .markdown, .sql, .yanny, .cdl,
      .json, .yaml, .xml:
      self = .exact
    }
  }

  // MARK: Literals

  /// The number in a literal; nil if it is not an integer.
  func number(_ literal: Name, _ language: DefinitionLanguage) -> Number? {
    var digits = literal.utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "'") }[...]
    let radix = Self.takeRadix(&digits, language)
    let isLetter = { (byte: UInt8) in
      if radix == 16 { return !Letters.isHexDigit(byte) }
      return !Letters.isDigit(byte)
    }
    let end = digits.firstIndex(where: isLetter) ?? digits.endIndex
    let suffix = String(decoding: digits[end...], as: UTF8.self).lowercased()
    guard let value = Self.value(of: digits[..<end], radix: radix) else { return nil }
    let type = type(of: value, suffix: suffix, isDecimal: radix == 10, language)
    guard let type else { return nil }
    return Number(value, type)
  }

  private static func takeRadix(
    _ digits: inout ArraySlice<UInt8>, _ language: DefinitionLanguage
  ) -> Int128 {
    guard digits.first == UInt8(ascii: "0"), let mark = digits.dropFirst().first else { return 10 }
    let radixes: [UInt8: Int128] = [
      UInt8(ascii: "x"): 16, UInt8(ascii: "b"): 2, UInt8(ascii: "o"): 8,
    ]
    if let radix = radixes[mark | 0x20], mark | 0x20 != mark &- 0x20 {
      digits.removeFirst(2)
      return radix
    }
    let zeroMeansOctal: Set<DefinitionLanguage> = [
      .c, .cpp, .java, .go, .proto, .cdl, .php, .ruby,
    ]
    if Letters.isDigit(mark) && zeroMeansOctal.contains(language) { return 8 }
    return 10
  }

  private static func value(of digits: ArraySlice<UInt8>, radix: Int128) -> Int128? {
    var value: Int128 = 0
    guard !digits.isEmpty, digits.count <= 100 else { return nil }
    for byte in digits {
      let isDecimal = byte <= UInt8(ascii: "9")
      let digit = if isDecimal { Int128(byte - 0x30) } else { Int128((byte | 0x20) - 0x61 + 10) }
      guard digit < radix, value < Int128.max >> 8 else { return nil }
      value = value * radix + digit
    }
    return value
  }

  /// The type of a literal. The inner optional is nil for an exact number, and the outer one if no
  /// type fits.
  private func type(
    of value: Int128, suffix: String, isDecimal: Bool, _ language: DefinitionLanguage
  ) -> IntegerType?? {
    let first = { (types: [IntegerType]) -> IntegerType?? in
      types.first { $0.holds(value) }.map { .some($0) }
    }
    switch (self, suffix) {
    case (.preprocessor, ""), (.preprocessor, "l"), (.preprocessor, "ll"):
      return first([.int64, .uint64])
    case (.preprocessor, _): return first([.uint64])
    case (.c, "") where isDecimal: return first([.int32, .int64])
    case (.c, ""): return first([.int32, .uint32, .int64, .uint64])
    case (.c, "u"), (.csharp, "u"): return first([.uint32, .uint64])
    case (.c, "l") where isDecimal, (.c, "ll") where isDecimal: return first([.int64])
    case (.c, "l"), (.c, "ll"): return first([.int64, .uint64])
    case (.c, "ul"), (.c, "lu"), (.c, "ull"), (.c, "llu"), (.c, "z"), (.c, "uz"), (.csharp, "ul"),
      (.csharp, "lu"):
      return first([.uint64])
    case (.csharp, ""): return first([.int32, .uint32, .int64, .uint64])
    case (.csharp, "l"): return first([.int64, .uint64])
    case (.java, ""):
      if language == .kotlin { return first([.int32, .int64]) }
      if isDecimal && value > 1 << 31 || value >> 32 != 0 { return nil }
      return .some(.int32)
    case (.java, "l") where value >> 64 == 0: return .some(.int64)
    case (.java, "u"): return first([.uint32, .uint64])
    case (.java, "ul"): return first([.uint64])
    case (.script, "n"): return .some(.int64)
    case (.exact, ""), (.script, ""): return .some(nil)
    case (.exact, _) where language == .rust: return Self.rustTypes[Name(suffix)].map { .some($0) }
    default: return nil
    }
  }

  static let rustTypes: [Name: IntegerType] = [
    "i8": .int8, "u8": .uint8, "i16": .int16, "u16": .uint16, "i32": .int32, "u32": .uint32,
    "i64": .int64, "u64": .uint64, "isize": .int64, "usize": .uint64,
  ]

  // MARK: Types of results

  /// The type in which a single number is calculated.
  func promoted(_ type: IntegerType?) -> IntegerType? {
    guard let type, self != .exact, self != .script else { return type }
    if type.bitWidth < 32 { return .int32 }
    return type
  }

  /// The type in which two numbers are calculated.
  func common(_ left: Number, _ right: Number) -> IntegerType? {
    guard let a = promoted(left.type), let b = promoted(right.type) else {
      return left.type ?? right.type
    }
    if a.bitWidth == b.bitWidth, a.isSigned == b.isSigned { return a }
    if self == .csharp {
      // A constant that fits is converted to unsigned implicitly.
      let mayBeUnsigned = (!a.isSigned || left.value >= 0) && (!b.isSigned || right.value >= 0)
      if !mayBeUnsigned || a.isSigned && b.isSigned { return .int64 }
      if [a, b].contains(where: { $0.isSigned && $0.bitWidth == 64 }) { return .int64 }
      if max(a.bitWidth, b.bitWidth) == 64 { return .uint64 }
      return .uint32
    }
    if a.bitWidth != b.bitWidth { return a.bitWidth > b.bitWidth ? a : b }
    return a.isSigned ? b : a
  }

  /// The type of a condition.
  var truth: IntegerType? {
    switch self {
    case .c, .csharp, .java: .int32
    case .preprocessor: .int64
    case .script, .exact: nil
    }
  }
}
