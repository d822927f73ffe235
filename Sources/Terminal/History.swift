import PlainText
package import Platform

/// The lines typed in earlier sessions, in a file that only its owner may read. Each line is added
/// when it is typed, so that parallel sessions lose nothing and a killed one keeps all.
package final class History {
  private let path: String
  private let limit: Int
  private let files: FilesInUse
  private let warn: (String) -> Void
  private var hasWarned = false
  private var last: String?

  /// - Parameters:
  ///   - limit: how many lines are kept.
  ///   - files: what the session uses, of which the history is none.
  ///   - warn: told once where the file cannot be used.
  package init(
    at path: String, limit: Int = 1_000, besides files: FilesInUse,
    warn: @escaping (String) -> Void
  ) {
    self.path = path
    self.files = files
    self.limit = limit
    self.warn = warn
  }

  /// The lines, the oldest first. A file that has grown far beyond the limit is cut.
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

  /// Adds what was typed as one line, which it answers with; nil for what is not kept: blanks, what
  /// begins with a blank, and the same again.
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

  /// True if the file is there. A symbolic link is refused, since it may lead to somebody else's
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
