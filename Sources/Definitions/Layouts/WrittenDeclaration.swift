import FlagModel

/// A parsed declaration of C, with the parts that determine its size.
struct WrittenDeclaration {
  /// The type before the names.
  enum Base {
    /// `unsigned long` or a type name.
    case words([Name])
    /// `struct stat`, or the tag of a union.
    case tag(Name)
    case record(WrittenRecord)
    /// An enum with its members, identified by the place of its keyword.
    case enumeration(TokenPlace)
  }

  /// An optional name with its pointers, arrays and functions.
  struct Declarator {
    var name: Name?
    /// The steps from the type before the name to the type of the name.
    var steps: [Step] = []
    /// The width of a bit field.
    var width: ArraySlice<Token>?
    var attributes = LayoutAttributes()
  }

  enum Step {
    case pointer
    /// An array; the number of elements may be missing.
    case array(ArraySlice<Token>)
    case function
  }

  let base: Base
  let place: TokenPlace
  /// The attributes before the names, which apply to all of them.
  let attributes: LayoutAttributes
  var declarators: [Declarator] = []
}

/// A struct or a union with its members.
struct WrittenRecord {
  let tag: Name?
  let isUnion: Bool
  let body: ArraySlice<Token>
  var attributes: LayoutAttributes
}

/// The attributes that affect the size of a type or a member.
struct LayoutAttributes {
  var isPacked = false
  /// The numbers in `aligned(…)`; empty for one without a number.
  var alignments: [ArraySlice<Token>] = []

  static func + (one: Self, other: Self) -> Self {
    LayoutAttributes(
      isPacked: one.isPacked || other.isPacked, alignments: one.alignments + other.alignments)
  }
}
