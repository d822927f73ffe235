import JSON

/// A field of a record: its range in the record's bytes, and its form.
package struct InputField: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// A member that this object lacks.
    case missing
    /// An unquoted text without escapes.
    case bare
    /// A quoted text; its range excludes the quotes.
    case quoted
    /// A quoted text with doubled quotes in it.
    case doubled
    /// A tsv field with backslashes.
    case escaped
    /// NULL in the notation of the format: `\N`, or JSON's null.
    case null
    /// A JSON text without escapes; its range excludes the quotes.
    case string
    /// A JSON text with valid escapes.
    case escapedString
    case number
    case yes
    case no
    /// A valid JSON array or object, including its brackets.
    case array
    case object

    var isJSON: Bool { rawValue >= Kind.string.rawValue }
  }

  /// A set of kinds, which a reader tests for each field.
  struct Kinds {
    private var bits: UInt16 = 0

    /// The empty set.
    init() {}

    /// The kinds of texts in csv and tsv, and the given kinds of JSON.
    init(ofJSON kinds: [Kind]) {
      for kind in [.bare, .quoted, .doubled, .escaped] + kinds {
        bits |= 1 << UInt16(kind.rawValue)
      }
    }

    func contains(_ kind: Kind) -> Bool { bits >> UInt16(kind.rawValue) & 1 == 1 }
  }

  let start: Int32
  let end: Int32
  package let kind: Kind

  static let missing = InputField(start: Int32(0), end: 0, kind: .missing)

  @inline(__always)
  package var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }
}

extension InputField {
  /// Records are shorter than 2 GB.
  @inline(__always)
  init(start: Int, end: Int, kind: Kind) {
    self.init(
      start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: kind)
  }

  @inline(__always)
  init(_ token: JSONToken) {
    let kind: Kind =
      switch token.kind {
      case .null: .null
      case .string: .string
      case .escapedString: .escapedString
      case .number: .number
      case .yes: .yes
      case .no: .no
      case .array: .array
      case .object: .object
      }
    self.init(start: token.start, end: token.end, kind: kind)
  }
}
