import PlainText
package import Platform

/// The lines typed in earlier sessions, in a file that only its owner can read. Each line is added
/// at once, so that parallel or killed sessions lose nothing.
package final class History {
  private let path: String
  private let limit: Int
  private let files: FilesInUse
  private let warn: (String) -> Void
  private var hasWarned = false
  private var last: String?

  /// - Parameters:
  ///   - limit: the number of stored lines.
  ///   - files: the files of the session, which the history must not replace.
  ///   - warn: called once if the file cannot be used.
  package init(
    at path: String, limit: Int = 1_000, besides files: FilesInUse,
    warn: @escaping (String) -> Void
  ) {
    self.path = path
    self.files = files
    self.limit = limit
    self.warn = warn
  }

  /// The lines, oldest first. A file far above the limit is shortened.
  func load() -> [String] {
    do throws(FileError) {
      guard try requireOwnFile() else { return [] }
      let bytes = try readFile(at: path, limit: 1 << 24, in: files.part())
      let all = bytes.split(separator: UInt8(ascii: "\n"))
      let kept = all.suffix(limit)
      if all.count > 2 * limit {
        try replaceFile(
          at: path, with: kept.flatMap { $0 + [UInt8(ascii: "\n")] }, mode: 0o600,
          in: files.part())
        honourSignals()
      }
      let lines = kept.filter { firstInvalidUTF8(in: Array($0)) == nil && !$0.contains(0) }
        .map { String(decoding: $0, as: UTF8.self) }
      last = lines.last
      return lines
    } catch {
      say(error)
      return []
    }
  }

  /// Adds a text as one line, and returns the line. Returns nil for text that is not stored: blank,
  /// beginning with a blank, or equal to the last line.
  func append(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard let first = line.first, !first.isWhitespace, line != last else { return nil }
    last = line
    do throws(FileError) {
      try appendToPrivateFile(at: path, Array("\(line)\n".utf8), in: files)
    } catch {
      say(error)
    }
    return line
  }

  /// True if the file exists. A symbolic link is refused, because it can point to another user's
  /// file.
  private func requireOwnFile() throws(FileError) -> Bool {
    if isSymbolicLink(path) { throw FileError(.read, path, .symbolicLink) }
    return try fileKind(at: path) != nil
  }

  private func say(_ error: FileError) {
    if !hasWarned { warn("\(error.message); the history is not kept") }
    hasWarned = true
  }
}
