internal import CSQLite
import Engines

/// Collations that only the program of a file defines.
///
/// Without them, SQLite refuses each statement that might need one, even a count of index entries.
/// This class registers each such collation by its name. A statement then fails only if it really
/// compares two texts with it.
final class UnknownCollations {
  /// The name of the first unknown collation that a statement has used.
  private(set) var asked: String?
  private var collations: [Collation] = []

  private final class Collation {
    let name: String
    unowned let all: UnknownCollations

    init(_ name: String, of all: UnknownCollations) {
      self.name = name
      self.all = all
    }
  }

  /// The caller must retain this object while the connection is open.
  func attach(to handle: OpaquePointer) {
    sqlite3_collation_needed(handle, Unmanaged.passUnretained(self).toOpaque()) {
      all, handle, _, name in
      guard let all, let handle, let name else { return }
      Unmanaged<UnknownCollations>.fromOpaque(all).takeUnretainedValue()
        .add(String(cString: name), to: handle)
    }
  }

  /// In a UTF-16 file, SQLite also asks for collations that it has in UTF-8.
  private static let builtIn: Set<String> = [
    "BINARY", "NOCASE", "RTRIM", SQLFunctions.orderOfBytes,
  ]

  private func add(_ name: String, to handle: OpaquePointer) {
    if Self.builtIn.contains(where: { $0.lowercased() == name.lowercased() }) { return }
    let collation = Collation(name, of: self)
    collations.append(collation)
    sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, Unmanaged.passUnretained(collation).toOpaque(),
      { collation, _, _, _, _ in
        guard let collation else { return 0 }
        let unknown = Unmanaged<Collation>.fromOpaque(collation).takeUnretainedValue()
        unknown.all.asked = unknown.all.asked ?? unknown.name
        return 0
      }, nil)
  }

  /// Throws if a statement has used an unknown collation, because its result is invalid.
  func requireUnasked(sql: @autoclosure () -> String) throws(EngineError) {
    guard let name = asked else { return }
    asked = nil
    throw EngineError(
      code: SQLITE_ERROR, message: "no such collation sequence: \(name)", sql: sql())
  }

  /// Forgets a comparison that happened only during query planning.
  func forget() { asked = nil }
}
