import Definitions
import FlagModel

/// A set with its members by their bare names, to be compared with sets of other files.
struct ComparedSet {
  let set: WrittenSet
  let file: String?
  /// False for an enum that may have other numbers than flags.
  let areFlags: Bool
  let bareName: String
  let members: [String: WrittenMember]
  /// The bare names of numbers that are no flags.
  let others: Set<String>

  init(_ set: WrittenSet, _ file: String?, areFlags: Bool) {
    self.set = set
    self.file = file
    self.areFlags = areFlags
    bareName = Self.bare(set.name.parts.last ?? set.name)
    let names = set.members.map { NameMeaning.words(of: $0.name) }
    let start = Self.commonStart(names.filter { $0.count > 1 })
    var members: [String: WrittenMember] = [:]
    var others: Set<String> = []
    for (member, words) in zip(set.members, names) {
      let bare = words.count > start ? Array(words.dropFirst(start)) : words
      let short = bare.joined()
      if NameMeaning(words: bare).isNotFlag { others.insert(short) }
      if let bits = member.bits, bits != 0, members[short] == nil { members[short] = member }
    }
    self.members = members
    self.others = others
  }

  /// `perm` of `PERM_FLAGS`, `Perms` and `kPerm`.
  private static func bare(_ name: Name) -> String {
    var words = NameMeaning.words(of: name)
    if words.count > 1, words.first == "k" || words.first == "e" { words.removeFirst() }
    if words.count > 1, ["flags", "flag", "bits", "mask", "t"].contains(words.last) {
      words.removeLast()
    }
    let text = words.joined()
    return text.count > 3 && text.hasSuffix("s") ? String(text.dropLast()) : text
  }

  /// The number of first words that all names share.
  private static func commonStart(_ names: [[String]]) -> Int {
    guard names.count > 1, let first = names.first else { return 0 }
    var count = names.map { $0.count - 1 }.min() ?? 0
    while count > 0, !names.allSatisfy({ $0.prefix(count) == first.prefix(count) }) { count -= 1 }
    return count
  }

  /// The name in messages.
  var shownName: String { file ?? self.set.name.text }

  /// True if several flags have a bit, and none has another one. A set with more repeated bits joins
  /// several families.
  func repeats(_ bit: UInt64, insteadOf free: UInt64) -> Bool {
    let bits = self.set.members.filter { $0.spelling.isLiteral }.compactMap(\.bits)
    let flags = bits.filter(\.isSingleBit)
    return flags.count { $0 == bit } == 2 && Set(flags).count == flags.count - 1
      && !bits.contains(free)
  }

  /// True if the sets are in different languages, or one of them in a database.
  func isElsewhere(than other: ComparedSet) -> Bool {
    let isC = [set, other.set].allSatisfy { $0.language == .c || $0.language == .cpp }
    let isStored = [set, other.set].contains { $0.place == nil }
    return isStored || set.language != other.set.language && !isC
  }

  /// True for `#define`s in a source that no other file includes.
  var isLocal: Bool {
    self.set.origin == .prefix && (self.set.language == .c || self.set.language == .cpp)
      && !Self.headers.contains { file?.hasSuffix($0) ?? false }
  }

  private static let headers = [".h", ".hpp", ".hh", ".hxx", ".inl", ".ipp"]

  /// True if a line of the source names the file of another set and says that it repeats it.
  func repeats(_ other: ComparedSet, _ lines: RepeatingLines) -> Bool {
    guard let source = set.place?.source, let name = other.file?.split(separator: "/").last else {
      return false
    }
    return lines.of(source).contains { $0.contains(name) }
  }
}
