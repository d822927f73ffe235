package import PlainText

/// The released flags of several sets, in a text file with a line for each flag:
///
///     flagdb lock 2
///     src/perm.h PERM
///       0x1 PERM_READ
///       -0x2 PERM_OLD
///
/// A minus marks a flag that the source no longer has, and whose bit must not be used again. Locks of version 1
/// have the names of the files without their folders.
package struct FlagLock: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    let bit: UInt64
    let name: Name
    var isRemoved: Bool
  }

  /// A set, by its file and its own name.
  package struct Key: Hashable, Sendable {
    /// The path of the file from the folder of the lock, or the name of a database on a server.
    package let file: String
    package let set: Name

    var bareFile: Substring { file.split(separator: "/").last ?? file[...] }
  }

  private static let head = "flagdb lock 2"
  private static let headWithoutFolders = "flagdb lock 1"

  /// False for version 1.
  var hasFolders = true

  private(set) var order: [Key] = []
  private(set) var entries: [Key: [Entry]] = [:]

  package init() {}

  mutating func set(_ new: [Entry], of key: Key) {
    if entries[key] == nil { order.append(key) }
    entries[key] = new
  }

  /// Removes a set, which has its place in the lock under another key now.
  mutating func replace(_ key: Key, by new: Key) {
    guard let place = order.firstIndex(of: key), key != new else { return }
    order[place] = new
    entries[new] = entries[key]
    entries[key] = nil
  }

  /// The names of the sets of a file.
  ///
  /// - Parameter path: the path of the file from the folder of the lock.
  package func sets(inFile path: String) -> [Name] {
    let bareFile = Key(file: path, set: "").bareFile
    let keys = order.filter { key in
      hasFolders ? key.file == path : key.bareFile == bareFile
    }
    return keys.map(\.set)
  }

  /// True if a line can hold the path of a file.
  package static func canHold(_ path: String) -> Bool {
    !path.utf8.contains { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
  }

  // MARK: Text

  package init(_ source: SourceText) throws(Diagnostic) {
    var key: Key?
    var offset = 0
    var isHead = true
    let text = source.text(0..<source.utf8.count)
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // Git may check out text files with carriage returns.
      let hasReturn = bytes.last == UInt8(ascii: "\r")
      let line = Substring(hasReturn ? bytes.dropLast() : bytes)
      let place = SourcePlace(source, offset..<offset + line.utf8.count)
      offset += bytes.count + 1
      let words = line.drop { $0 == " " || $0 == "\t" }
      if isHead {
        hasFolders = line != Self.headWithoutFolders
        guard line == Self.head || !hasFolders else {
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
    guard let space = line.lastIndex(of: " "), let set = name(line[line.index(after: space)...])
    else {
      throw Diagnostic(
        "expected a file and a set, found '\(visible(String(line)))'", at: place,
        hint: "write perm.h PERM")
    }
    return Key(file: String(line[..<space]), set: set)
  }

  private static func entry(_ words: Substring, at place: SourcePlace) throws(Diagnostic) -> Entry {
    let isRemoved = words.hasPrefix("-")
    let rest = isRemoved ? words.dropFirst() : words
    guard rest.hasPrefix("0x"), let space = rest.firstIndex(of: " "),
      let bit = UInt64(rest[..<space].dropFirst(2), radix: 16), bit.isSingleBit,
      let name = name(rest[rest.index(after: space)...])
    else {
      throw Diagnostic(
        "expected a bit and a name, found '\(visible(String(words)))'", at: place,
        hint: "write 0x4 NAME")
    }
    return Entry(bit: bit, name: name, isRemoved: isRemoved)
  }

  /// The name at the end of a line; nil if it is missing, or does not come back from the text of a lock.
  private static func name(_ text: Substring) -> Name? {
    if text.isEmpty || !canHold(String(text)) { return nil }
    return Name(text)
  }

  package var text: String {
    let head = hasFolders ? Self.head : Self.headWithoutFolders
    var text = "\(head)\n"
    for key in order {
      text += "\(key.file) \(key.set)\n"
      for entry in entries[key] ?? [] {
        text += entry.isRemoved ? "  -" : "  "
        text += "\(entry.bit.hexText) \(entry.name)\n"
      }
    }
    return text
  }
}
