import FlagModel

/// A declaration of C as it is written, as far as the room of what it declares needs it.
struct WrittenDeclaration {
  /// The type that stands before the names.
  enum Base {
    /// `unsigned long` or a name that stands for a type.
    case words([Name])
    /// `struct stat`; unions have such names too.
    case tag(Name)
    case record(WrittenRecord)
    /// An enum with its members, at the place of its keyword.
    case enumeration(TokenPlace)
  }

  /// A name, or none, with what stands around it.
  struct Declarator {
    var name: Name?
    /// The ways from the type before the name to the type of the name.
    var steps: [Step] = []
    /// The width of a field of bits.
    var width: ArraySlice<Token>?
    var attributes = LayoutAttributes()
  }

  enum Step {
    case pointer
    /// The number of elements, which may be missing.
    case array(ArraySlice<Token>)
    case function
  }

  let base: Base
  let place: TokenPlace
  /// The attributes before the names, which all of them have.
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

/// The attributes that change the room of a type or a member.
struct LayoutAttributes {
  var isPacked = false
  /// The numbers of `aligned(…)`; empty for one without.
  var alignments: [ArraySlice<Token>] = []

  static func + (one: Self, other: Self) -> Self {
    LayoutAttributes(
      isPacked: one.isPacked || other.isPacked, alignments: one.alignments + other.alignments)
  }
}
