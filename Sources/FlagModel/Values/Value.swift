import PlainText

/// A stored value. Its `AttributeType` gives it a meaning, such as a flag set, a date or a case.
/// There is no third representation: a flag set is an integer together with `.flags`, from the row
/// of a database to the writer of a format.
package enum Value: Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// The stored value of a `Bool`: 1 or 0.
  package static func bool(_ isTrue: Bool) -> Value {
    if isTrue { return .integer(1) }
    return .integer(0)
  }

  /// The value as a real number; nil if it is not a number.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }
}

extension Value: Hashable {
  /// Texts are equal if their bytes are, as for names and in SQLite.
  package static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): Name(left) == Name(right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number)
    case .text(let text): hasher.combine(Name(text))
    case .blob(let bytes): hasher.combine(bytes)
    }
  }
}
