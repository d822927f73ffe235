package import PlainText

/// The released flags of several sets, in a text file with a line for each flag:
///
///     flagdb lock 1
///     perm.h PERM
///       0x1 PERM_READ
///       -0x2 PERM_OLD
///
/// A minus marks a flag that the source no longer has, and whose bit must not be used again.
package struct FlagLock: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    let bit: UInt64
    let name: Name
    var isRemoved: Bool
  }

  /// A set, by the name of its file and its own name.
  package struct Key: Hashable, Sendable {
    package let file: String
    package let set: Name

    /// - Parameter path: the path of the file, of which only the last part counts, or the address of
    ///   a server, of which the name of the database counts.
    package init(path: String, set: Name) {
      let place = path.contains("://") ? path.prefix { $0 != "?" } : path[...]
      file = place.split(separator: "/").last.map(String.init) ?? path
      self.set = set
    }
  }

  private static let head = "flagdb lock 1"

  private(set) var order: [Key] = []
  private(set) var entries: [Key: [Entry]] = [:]

  package init() {}

  mutating func set(_ new: [Entry], of key: Key) {
    if entries[key] == nil { order.append(key) }
    entries[key] = new
  }

  // MARK: Text

  package init(_ source: SourceText) throws(Diagnostic) {
    var key: Key?
    var offset = 0
    var isHead = true
    for line in source.text(0..<source.utf8.count).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let place = SourcePlace(source, offset..<offset + line.utf8.count)
      offset += line.utf8.count + 1
      let words = line.drop { $0 == " " || $0 == "\t" }
      if isHead {
        guard line == Self.head else {
          throw Diagnostic("expected '\(Self.head)' in the first line of a lock", at: place)
        }
        isHead = false
      } else if words.isEmpty || words.hasPrefix("#") {
        continue
      } else if words.startIndex == line.startIndex {
        key = try Self.key(line, at: place)
      } else if let key {
        set((entries[key] ?? []) + [try Self.entry(words, at: place)], of: key)
      } else {
        throw Diagnostic("expected the line of a set before its flags", at: place)
      }
    }
  }

  private static func key(_ line: Substring, at place: SourcePlace) throws(Diagnostic) -> Key {
    guard let space = line.lastIndex(of: " ") else {
      throw Diagnostic(
        "expected a file and a set, found '\(line)'", at: place, hint: "write perm.h PERM")
    }
    return Key(path: String(line[..<space]), set: Name(line[line.index(after: space)...]))
  }

  private static func entry(
    _ words: Substring, at place: SourcePlace
  ) throws(Diagnostic) -> Entry {
    let isRemoved = words.hasPrefix("-")
    let rest = isRemoved ? words.dropFirst() : words
    guard rest.hasPrefix("0x"), let space = rest.firstIndex(of: " "),
      let bit = UInt64(rest[..<space].dropFirst(2), radix: 16), bit.isSingleBit
    else {
      throw Diagnostic(
        "expected a bit and a name, found '\(words)'", at: place, hint: "write 0x4 NAME")
    }
    return Entry(bit: bit, name: Name(rest[rest.index(after: space)...]), isRemoved: isRemoved)
  }

  package var text: String {
    var text = "\(Self.head)\n"
    for key in order {
      text += "\(key.file) \(key.set)\n"
      for entry in entries[key] ?? [] {
        text += "  \(entry.isRemoved ? "-" : "")\(entry.bit.hexText) \(entry.name)\n"
      }
    }
    return text
  }
}
