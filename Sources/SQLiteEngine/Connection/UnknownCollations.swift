internal import CSQLite
import Engines

/// Orders of texts that only the program that made a file knows.
///
/// SQLite refuses each statement that might need one, even to count the entries of an index. Here such
/// an order is known by its name, and a statement fails where two texts really are compared by it.
final class UnknownCollations {
  /// The name of the first order by which a statement has compared.
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

  /// Must be kept for as long as the connection is open.
  func attach(to handle: OpaquePointer) {
    sqlite3_collation_needed(handle, Unmanaged.passUnretained(self).toOpaque()) {
      all, handle, _, name in
      guard let all, let handle, let name else { return }
      Unmanaged<UnknownCollations>.fromOpaque(all).takeUnretainedValue()
        .add(String(cString: name), to: handle)
    }
  }

  /// SQLite asks in a file of UTF-16 also for those that it has for UTF-8 alone.
  private static let known: Set<String> = ["BINARY", "NOCASE", "RTRIM", SQLFunctions.orderOfBytes]

  private func add(_ name: String, to handle: OpaquePointer) {
    if Self.known.contains(where: { $0.lowercased() == name.lowercased() }) { return }
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

  /// Throws if a statement has compared by an order that nobody knows here: its answer is worth nothing.
  func requireUnasked(sql: @autoclosure () -> String) throws(EngineError) {
    guard let name = asked else { return }
    asked = nil
    throw EngineError(
      code: SQLITE_ERROR, message: "no such collation sequence: \(name)", sql: sql())
  }

  /// Forgets what only the planning of a statement has compared.
  func forget() { asked = nil }
}
