/// A word of the command line, classified by its hyphens.
///
/// Bytes are compared, because in Swift an `=` with a combining mark is a different character.
enum LineWord: Hashable {
  /// `--`: no options follow.
  case separator
  /// `--name` or `--name=value`
  case long(name: String, value: String?)
  /// `-abc`, without its hyphen
  case short(letters: String)
  /// Anything else: `zoo.db`, `-`, `-5`
  case plain

  init(_ word: String) {
    let hyphen = UInt8(ascii: "-")
    let bytes = word.utf8
    guard bytes.first == hyphen, bytes.count > 1, !LineWord.isNegativeNumber(word) else {
      self = .plain
      return
    }
    let rest = bytes.dropFirst()
    guard rest.first == hyphen else {
      self = .short(letters: String(Substring(rest)))
      return
    }
    let body = rest.dropFirst()
    guard let equals = body.firstIndex(of: UInt8(ascii: "=")) else {
      self =
        if body.isEmpty { .separator } else { .long(name: String(Substring(body)), value: nil) }
      return
    }
    let value = body[body.index(after: equals)...]
    self = .long(name: String(Substring(body[..<equals])), value: String(Substring(value)))
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard let second = word.utf8.dropFirst().first else { return false }
    let startsAsNumber =
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second) || second == UInt8(ascii: ".")
    return startsAsNumber && Double(word) != nil
  }
}
