import FlagModel

/// The lines of sources that say that they repeat another file: `keep in sync with flags.h`. Each
/// source is searched once, because a repository has many sets with the same name.
struct RepeatingLines {
  private let lines: [String?: [String]]

  init(_ sources: [SourceText]) {
    var lines: [String?: [String]] = [:]
    for source in sources where lines[source.name] == nil {
      lines[source.name] = Self.search(source)
    }
    self.lines = lines
  }

  func of(_ source: SourceText) -> [String] { lines[source.name] ?? [] }

  private static func search(_ source: SourceText) -> [String] {
    var lines: [String] = []
    var at = 0
    while at < source.utf8.count {
      guard isPhrase(at, in: source.utf8) else {
        at += 1
        continue
      }
      let line = source.lineRange(at: at)
      lines.append(source.text(line))
      at = line.upperBound
    }
    return lines
  }

  /// True if one of the phrases begins at an offset, in upper or lower case.
  private static func isPhrase(_ at: Int, in bytes: [UInt8]) -> Bool {
    guard initials.contains(bytes[at] | 0x20) else { return false }
    return phrases.contains { phrase in
      at + phrase.count <= bytes.count
        && phrase.indices.allSatisfy { phrase[$0] == bytes[at + $0] | 0x20 }
    }
  }

  private static let phrases = [
    "mirror", "sync", "same as", "copy of", "copied from", "duplicate", "must match", "must agree",
    "matches", "corresponds",
  ].map { Array($0.utf8) }

  private static let initials = Set(phrases.map { $0[0] })
}
