import FlagModel

/// A set of each integer type, with a flag for each bit.
let setsOfEveryBit =
  IntegerType.allCases.map { type in
    let flags = (0..<type.bitWidth).map { bit in
      let value = type.isSigned && bit == type.bitWidth - 1 ? "\(Int64.min >> (63 - bit))" : ""
      return "  static let b\(bit) = Of\(type.rawValue)(rawValue: "
        + (value.isEmpty ? "1 << \(bit))" : "\(value))")
    }
    return """
      struct Of\(type.rawValue): OptionSet {
        let rawValue: \(type.rawValue)
      \(flags.joined(separator: "\n"))
        static let ends: Of\(type.rawValue) = [.b0, .b\(type.bitWidth - 1)]
      }
      """
  }.joined(separator: "\n")
