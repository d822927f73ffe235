extension DatabaseAddress {
  /// True if a session line contains a password in an address, so that it must not be in the
  /// history.
  package static func mayHavePassword(_ line: String) -> Bool {
    hasPasswordInURI(line) || hasPasswordInSettings(line)
  }

  /// True for `…://ann:secret@host`, even if the scheme is incomplete.
  private static func hasPasswordInURI(_ line: String) -> Bool {
    line.utf8.split(whereSeparator: { $0 <= UInt8(ascii: " ") }).contains { word in
      guard let slash = word.firstIndex(of: UInt8(ascii: "/")),
        let end = word.lastIndex(of: UInt8(ascii: "@"))
      else { return false }
      return slash < end && word[slash..<end].contains(UInt8(ascii: ":"))
    }
  }

  /// True for `password=secret` in a line that opens a database or has other connection settings.
  private static func hasPasswordInSettings(_ line: String) -> Bool {
    let words = keywords(of: line)
    guard !words.isDisjoint(with: ServerSetting.passwords.union(["pgpassword"])) else {
      return false
    }
    let opens = [".open", "\\c"].contains { line.utf8.starts(with: $0.utf8) }
    return opens || line.contains("://") || words.contains("pgpassword")
      || words.contains { ServerSetting.isKnown($0) && !ServerSetting.passwords.contains($0) }
  }

  /// The words before equals signs, in lower case.
  private static func keywords(of line: String) -> Set<String> {
    var words: Set<String> = []
    var word: [UInt8] = []
    var hasEnded = false
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "="):
        words.insert(String(decoding: word, as: UTF8.self).lowercased())
        word = []
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        if hasEnded { word = [] }
        hasEnded = false
        word.append(byte)
      case UInt8(ascii: " "), UInt8(ascii: "\t"): hasEnded = true
      default: word = []
      }
    }
    return words
  }
}
