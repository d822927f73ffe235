import FlagModel

/// Splits names into words: `STATX_ATTR_IMMUTABLE`, `kReadOnly`, `FlagUp`.
enum NameWords {
  /// The maximum number of words.
  private static let most = 12

  /// The offsets at which words begin, except the first.
  static func starts(in name: Name) -> [Int] {
    let bytes = Array(name.utf8)
    let isSnake = bytes.drop { $0 == UInt8(ascii: "_") }.contains(UInt8(ascii: "_"))
    var starts: [Int] = []
    for index in bytes.indices.dropFirst() where starts.count < most {
      let begins =
        if isSnake {
          bytes[index - 1] == UInt8(ascii: "_") && bytes[index] != UInt8(ascii: "_")
        } else {
          Letters.isCapital(bytes[index]) && !Letters.isCapital(bytes[index - 1])
        }
      // Leading underscores belong to the first word.
      if begins, bytes[..<index].contains(where: { $0 != UInt8(ascii: "_") }) {
        starts.append(index)
      }
    }
    return starts
  }

  /// True if underscores separate the words.
  static func isSnake(_ name: Name) -> Bool {
    name.utf8.drop { $0 == UInt8(ascii: "_") }.contains(UInt8(ascii: "_"))
  }

  /// The length of the longest common prefix of whole words. Each name must have a word after it
  /// that does not begin with a digit.
  static func commonStart(of names: [Name]) -> Int {
    guard let first = names.first, names.count > 1 else { return 0 }
    let bytes = names.map { Array($0.utf8) }
    var common = bytes[0].count
    for other in bytes.dropFirst() {
      common = min(common, zip(bytes[0], other).prefix { $0 == $1 }.count)
    }
    let places = starts(in: first).filter { start in
      start <= common
        && bytes.allSatisfy { $0.count > start && !Letters.isDigit($0[start]) }
    }
    return places.last ?? 0
  }
}
