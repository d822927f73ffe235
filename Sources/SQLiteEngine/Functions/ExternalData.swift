internal import CSQLite
import FlagModel
internal import Platform

/// Data of a Core Data store outside of its tables. In a column that allows it, each value begins
/// with a byte: 1 before the data itself, 2 before a file name, which is a UUID with a NUL behind
/// it.
package final class ExternalData {
  private enum Place {
    /// In the value, after this number of bytes.
    case here(after: Int)
    case file(String)
  }

  /// The text in place of data that is missing or unreadable.
  private static let missing = "external data missing"
  private static let unreadable = "external data not readable"

  private let folder: String
  private let names: [String]

  /// The data of a store, in the folder `.Zoo_SUPPORT/_EXTERNAL_DATA` for `Zoo.sqlite`.
  package init(of path: String) {
    let path = resolvedPath(path) ?? path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let end = name.utf8.dropFirst().lastIndex(of: UInt8(ascii: "."))
    let stem = end.map { name[..<$0] } ?? name[...]
    folder = Platform.folder(of: path)
    names = [".\(stem)_SUPPORT", "_EXTERNAL_DATA"]
  }

  /// The name of the folder, if it exists.
  package var nameOfFolder: String? {
    if (try? fileKind(at: "\(folder)/\(names[0])")) == .directory { return names[0] }
    return nil
  }

  /// Adds `flagdb_external(value)`, which returns the data, and `flagdb_external_size(value)`,
  /// which returns its length or NULL if the data is missing.
  func addFunctions(to database: OpaquePointer) {
    let traits = SQLITE_UTF8 | SQLITE_DIRECTONLY
    let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
      if let data { Unmanaged<ExternalData>.fromOpaque(data).release() }
    }
    sqlite3_create_function_v2(
      database, "flagdb_external", 1, traits, Unmanaged.passRetained(self).toOpaque(),
      { context, _, arguments in
        if let value = arguments?[0] { ExternalData.of(context)?.answer(context, value) }
      }, nil, nil, release)
    sqlite3_create_function_v2(
      database, "flagdb_external_size", 1, traits, Unmanaged.passRetained(self).toOpaque(),
      { context, _, arguments in
        if let value = arguments?[0] { ExternalData.of(context)?.answerSize(context, value) }
      }, nil, nil, release)
  }

  private static func of(_ context: OpaquePointer?) -> ExternalData? {
    sqlite3_user_data(context).map {
      Unmanaged<ExternalData>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private func answer(_ context: OpaquePointer?, _ value: OpaquePointer) {
    switch place(of: value) {
    case nil: sqlite3_result_value(context, value)
    case .here(let start):
      let bytes = Self.bytes(of: value)[start...]
      flagdb_result_blob(
        context, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, Int64(bytes.count))
    case .file(let name):
      do throws(SystemError) {
        guard let file = try FileInside.open(folder, names + [name]) else {
          return answer(context, Self.missing)
        }
        try read(file, context)
      } catch {
        if error.isInterruption { return sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
        answer(context, Self.unreadable)
      }
    }
  }

  private func answer(_ context: OpaquePointer?, _ words: String) {
    flagdb_result_text(context, words, Int64(words.utf8.count))
  }

  /// Reads the file into memory that SQLite has allocated.
  private func read(_ file: borrowing FileInside, _ context: OpaquePointer?) throws(SystemError) {
    let limit = sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1)
    // An error would end the whole query, although other data is readable.
    guard file.size <= limit else { return answer(context, Self.unreadable) }
    guard let memory = sqlite3_malloc64(UInt64(max(file.size, 1))) else {
      return sqlite3_result_error_nomem(context)
    }
    let buffer = UnsafeMutableRawBufferPointer(start: memory, count: Int(file.size))
    do throws(SystemError) {
      let count = try file.read(into: buffer)
      sqlite3_result_blob64(context, memory, UInt64(count), sqlite3_free)
    } catch {
      sqlite3_free(memory)
      throw error
    }
  }

  private func answerSize(_ context: OpaquePointer?, _ value: OpaquePointer) {
    switch place(of: value) {
    case nil where sqlite3_value_type(value) == SQLITE_NULL: sqlite3_result_null(context)
    case nil: sqlite3_result_int64(context, Int64(sqlite3_value_bytes(value)))
    case .here(let start):
      sqlite3_result_int64(context, Int64(Int(sqlite3_value_bytes(value)) - start))
    case .file(let name):
      if let file = try? FileInside.open(folder, names + [name]) {
        sqlite3_result_int64(context, file.size)
      } else {
        sqlite3_result_null(context)
      }
    }
  }

  /// Nil for a value without such a first byte, which is the data itself.
  private func place(of value: OpaquePointer) -> Place? {
    guard sqlite3_value_type(value) == SQLITE_BLOB else { return nil }
    let bytes = Self.bytes(of: value)
    switch bytes.first {
    case 1: return .here(after: 1)
    case 2 where bytes.count == 38 && bytes[37] == 0:
      // Only a UUID may become part of a path.
      let name = Array(bytes[1..<37])
      var uuid: [UInt8] = []
      let isUUID = name.withUnsafeBufferPointer { UUIDText.append($0, to: &uuid) }
      if isUUID { return .file(String(decoding: name, as: UTF8.self)) }
      return nil
    default: return nil
    }
  }

  private static func bytes(of value: OpaquePointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: Int(sqlite3_value_bytes(value)))
  }
}

extension SQLiteConnection {
  /// Makes the external data of a Core Data store available to statements.
  func addExternalData(of path: String) { ExternalData(of: path).addFunctions(to: handle) }
}
