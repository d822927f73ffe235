import Engines
import FlagModel

/// The first bytes of a file, which show its kind before SQLite opens it.
package struct DatabaseHeader {
  package static let length = 100
  /// `FLAG`, in the header of every flagdb database.
  static let applicationID: Int64 = 0x464C_4147

  /// The first `length` bytes; fewer in a shorter file.
  let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// True if the file begins like every SQLite database.
  package var isSQLite: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }

  /// True if the file has a write-ahead log.
  var keepsLog: Bool { bytes.count > 19 && bytes[19] == 2 }

  /// True if the file has Turso's own format, which stores several versions of each record.
  var isOfTurso: Bool { isSQLite && bytes.count > 19 && bytes[18...19].contains(255) }

  func refusalOfTurso(named name: String) -> DatabaseError {
    DatabaseError(
      .notADatabase, "'\(name)' is in the MVCC mode of Turso, which SQLite cannot read",
      hint: "'PRAGMA journal_mode = wal' in Turso makes it an ordinary database")
  }

  /// True if the file has the mark of flagdb.
  package var isMarked: Bool {
    guard bytes.count >= 72 else { return false }
    return bytes[68..<72].reduce(0 as Int64) { $0 << 8 | Int64($1) } == Self.applicationID
  }

  /// The error for a file that is not a database, with a repair.
  func refusal(of name: String) -> DatabaseError {
    if let kind = Self.kinds.first(where: { $0.matches(bytes) }) {
      return refusal(of: name, kind.words, hint: kind.hint?(name))
    }
    if isText {
      var hint: Hint =
        "flagdb reads text whose name ends in .csv, .tsv, .json or .ndjson, or that has columns"
      if name.hasSuffix(".swift") {
        hint = "flagdb new DB \(shellWord(name)) creates a database from a model file"
      }
      return refusal(of: name, "text", hint: hint)
    }
    return refusal(
      of: name, "data of an unknown format; it may be an encrypted database", hint: nil)
  }

  private func refusal(of name: String, _ kind: String, hint: Hint?) -> DatabaseError {
    DatabaseError(.notADatabase, "'\(name)' is not an SQLite database: it is \(kind)", hint: hint)
  }

  /// True for text, except of a kind that cannot contain records.
  package var isPlainText: Bool { isText && !Self.kinds.contains { $0.matches(bytes) } }

  private var isText: Bool {
    let end = bytes.lastIndex { $0 != 0 } ?? -1
    // In a longer file, the last character may be incomplete.
    var text = bytes[...end]
    if text.count == Self.length { text.removeLast(3) }
    let isPlain = text.allSatisfy { $0 >= 32 && $0 != 127 || [9, 10, 13].contains($0) }
    return isPlain && firstInvalidUTF8(in: Array(text)) == nil
  }

  /// A kind of file that users take for a database.
  private struct Kind: Sendable {
    let start: [UInt8]
    var offset = 0
    /// A text that must also be anywhere in the header.
    var also = ""
    let words: String
    var hint: (@Sendable (String) -> Hint)?

    func matches(_ bytes: [UInt8]) -> Bool {
      bytes.dropFirst(offset).starts(with: start)
        && (also.isEmpty || String(decoding: bytes, as: UTF8.self).contains(also))
    }
  }

  private static func text(
    _ start: String, also: String = "", _ words: String,
    hint: (@Sendable (String) -> Hint)? = nil
  ) -> Kind {
    Kind(start: Array(start.utf8), also: also, words: words, hint: hint)
  }

  private static let unpacking: @Sendable (String) -> Hint = { _ in "unpack it first" }
  private static let dump: @Sendable (String) -> Hint = { "'sqlite3 NEW.db < \($0)' runs it" }

  private static let kinds: [Kind] = [
    text("SQLite format 3\0", "one of a form that SQLite 3 does not read"),
    text("** This file contains an SQLite 2", "a database of SQLite 2"),
    text("<?xml", also: "CoreData.dtd", "an XML store of Core Data"),
    text("<?xml", also: "<!DOCTYPE database", "an XML store of Core Data"),
    text("<?xml", "XML"),
    text("bplist00", "a binary property list"),
    text(
      "version https://git-lfs", "a pointer of Git LFS",
      hint: { _ in "fetch the file itself with 'git lfs pull'" }),
    text("PRAGMA foreign_keys", "SQL as text", hint: dump),
    text("BEGIN TRANSACTION", "SQL as text", hint: dump),
    text("CREATE TABLE", "SQL as text", hint: dump),
    text("%PDF", "PDF"),
    text("PK\u{3}\u{4}", "a zip archive", hint: unpacking),
    text("BZh", "packed by bzip2", hint: unpacking),
    Kind(start: [0x1F, 0x8B], words: "packed by gzip", hint: unpacking),
    Kind(start: [0xFD, 0x37, 0x7A, 0x58, 0x5A], words: "packed by xz", hint: unpacking),
    Kind(start: [0x28, 0xB5, 0x2F, 0xFD], words: "packed by zstd", hint: unpacking),
    Kind(start: [0x37, 0x7F, 0x06], words: "the write-ahead log of one"),
    Kind(start: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7], words: "the journal of one"),
    Kind(start: Array("Standard ".utf8), offset: 4, words: "a database of Microsoft Access"),
    Kind(start: Array("DUCK".utf8), offset: 8, words: "a database of DuckDB"),
    Kind(start: Array("T-DB".utf8), offset: 16, words: "a database of Realm"),
  ]
}
