import FlagModel

/// The meaning of the words in a name for its value.
struct NameMeaning {
  private let words: [String]

  init(_ name: Name) { words = Self.words(of: name) }

  /// Words of a name, without those that all names of its set have.
  init(words: [String]) { self.words = words }

  /// The words of a name in lower case: `STATX_ATTR_ALL`, `kReadOnly`.
  static func words(of name: Name) -> [String] {
    var words: [String] = []
    var word = ""
    var before: Character = "_"
    for character in name.text {
      let begins = character.isUppercase && before.isLowercase
      if begins || !character.isLetter && !character.isNumber {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if character.isLetter || character.isNumber {
        word.append(contentsOf: character.lowercased())
      }
      before = character
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  static func singular(_ word: String) -> String {
    word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  private func has(_ list: Set<String>) -> Bool { words.contains(where: list.contains) }

  /// True if the name may stand for several bits, or for a number that is no flag.
  var isNotFlag: Bool {
    has(Self.masks) || has(Self.numbers)
      || words.contains { word in
        word != "admin" && Self.endings.contains { word.hasSuffix($0) }
      }
  }

  /// True if the name is that of a size, a limit or another number.
  var isNumber: Bool {
    has(Self.numbers)
      || words.contains { word in
        word.hasPrefix("sizeof") || word.hasPrefix("alignof")
          || word != "admin" && Self.numberEndings.contains { word.hasSuffix($0) }
      }
  }

  /// True if the name may repeat the bit of another.
  var isAlias: Bool { has(Self.aliases) || has(Self.numbers) }

  /// True if the name repeats the bit of another even where the order lacks a bit.
  var isCertainAlias: Bool { has(Self.summaries) || has(Self.bounds) }

  /// True if the name says that another one replaces it.
  var isReplaced: Bool { has(Self.replaced) }

  /// True if the name means that there are no flags.
  var isNone: Bool {
    guard let last = words.last else { return false }
    return ["none", "nothing", "noflags", "empty", "nil"].contains(last)
      || words.count > 1 && words.suffix(2) == ["no", "flags"]
  }

  private static let masks: Set<String> = [
    "mask", "masks", "msk", "all", "any", "bits", "full", "everything", "both", "valid", "known",
    "supported", "allowed", "reserved", "rsvd", "unused", "default", "defaults", "every", "flags",
    "combined", "zero", "field", "group", "class", "type", "mode", "range", "common", "standard",
    "std",
  ]
  private static let numbers: Set<String> = [
    "min", "max", "minimum", "maximum", "size", "len", "length", "count", "num", "number", "shift",
    "version", "width",
    "offset", "per", "base", "first", "last", "start", "end", "limit", "total", "nbits", "bit",
    "pos",
    "position", "index", "level", "magic", "sentinel", "invalid", "unknown", "undefined", "error",
    "user", "private", "delay", "timeout", "lsb", "msb", "elem", "elems", "fdcwd",
  ]
  private static let summaries: Set<String> = [
    "default", "defaults", "all", "mask", "reserved", "unused", "none",
  ]
  private static let bounds: Set<String> = [
    "min", "max", "minimum", "maximum", "first", "last", "start", "end", "base", "sentinel", "lsb",
    "msb",
  ]
  private static let replaced: Set<String> = [
    "old", "compat", "legacy", "deprecated", "obsolete", "alias", "v1", "v2", "orig", "original",
  ]
  private static let endings = ["mask", "shift", "max", "min", "size", "bits", "len", "count"]
  private static let numberEndings = ["shift", "max", "min", "size", "len", "lth", "count"]
  private static let aliases: Set<String> = [
    "default", "old", "new", "compat", "legacy", "deprecated", "obsolete", "alias", "all", "any",
    "mask", "reserved", "unused", "v1", "v2", "orig", "original", "none",
  ]
}
