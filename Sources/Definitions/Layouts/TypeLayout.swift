import FlagModel

/// The size of a C type in memory, in bytes.
struct TypeLayout {
  /// The parts of a value that `offsetof` can name.
  indirect enum Parts {
    case none
    case elements(TypeLayout)
    case members([Name: (offset: Int, layout: TypeLayout)])
  }

  let size: Int
  var alignment: Int
  let parts: Parts

  static var pointer: TypeLayout { TypeLayout(ofNumberWith: 8) }
  /// The operators with a type in brackets, such as `sizeof`.
  static let questions: Set<Name> = [
    "sizeof", "_Alignof", "alignof", "__alignof__", "offsetof", "__builtin_offsetof",
  ]

  /// The alignment for `aligned` without a number.
  static let greatestAlignment = 16
  /// The size limit, which only hostile input exceeds.
  static let largest = 1 << 48

  init(size: Int, alignment: Int, parts: Parts = .none) {
    self.size = size
    self.alignment = alignment
    self.parts = parts
  }

  /// The layout of a number with this many bytes.
  init(ofNumberWith bytes: Int) { self.init(size: bytes, alignment: bytes) }

  /// `T[n]`; nil if it is too large.
  func repeated(_ count: Int128) -> TypeLayout? {
    guard count >= 0, count <= Int128(Self.largest), Int128(size) * count <= Int128(Self.largest)
    else { return nil }
    return TypeLayout(
      size: size * Int(count), alignment: alignment, parts: .elements(self))
  }
}
