import FlagModel

/// The state of `#pragma pack` at a place of a header.
struct Packing {
  /// The maximum alignment of members; nil for no limit.
  private var bytes: Int?
  private var stack: [Int?] = []
  /// True after an unsupported form of the pragma.
  private var isUnknown = false

  func bytes(at place: TokenPlace) throws(Unknowable) -> Int? {
    if isUnknown { throw .sizeOfCompiler(at: place) }
    return bytes
  }

  /// Processes `pack(push, 1)`, `pack(pop)`, `pack(4)` and `pack()`.
  mutating func follow(_ words: ArraySlice<Token>) {
    let parts = words.filter { !$0.isSymbol("(") && !$0.isSymbol(")") && !$0.isSymbol(",") }
    guard parts.first?.isWord("pack") ?? false else {
      isUnknown = isUnknown || parts.contains { $0.text.text.contains("pack") }
      return
    }
    var number = parts.last.flatMap { Int($0.text.text) }
    if let bytes = number, ![1, 2, 4, 8, 16].contains(bytes) { number = nil }
    switch (parts.count, parts.dropFirst().first?.text) {
    case (1, _): bytes = nil
    case (2, "push"): push()
    case (3, "push") where number != nil:
      push()
      bytes = number
    case (2, "pop") where !stack.isEmpty: bytes = stack.removeLast()
    case (2, _) where number != nil: bytes = number
    default: isUnknown = true
    }
  }

  private mutating func push() {
    // The limit for nested pragmas.
    if stack.count < 1_000 { stack.append(bytes) } else { isUnknown = true }
  }
}
