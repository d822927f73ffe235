import JSON

/// One field of a record: where it lies among the record's bytes, and what it looked like there.
package struct InputField: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable {
    /// A key that this object does not have.
    case missing
    /// A text as it stands there.
    case bare
    /// A text that was in quotes; they are not in the range.
    case quoted
    /// The same, with doubled quotes in it.
    case doubled
    /// A field of tsv with backslashes in it.
    case escaped
    /// NULL in the way of the format: `\N`, or JSON's null.
    case null
    /// A text of JSON without escapes, and without its quotes.
    case string
    /// A text of JSON with escapes in it, each known to be right.
    case escapedString
    case number
    case yes
    case no
    /// An array or object of JSON, brackets included, known to be well-formed.
    case array
    case object

    var isJSON: Bool { rawValue >= Kind.string.rawValue }
  }

  /// Kinds of fields, of which a reader asks at each field.
  struct Kinds {
    private var bits: UInt16 = 0

    /// None.
    init() {}

    /// Those of texts in csv and tsv, and some of JSON.
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
