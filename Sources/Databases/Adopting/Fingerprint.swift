package import Engines
import FlagModel
import ForeignModels

extension Connection {
  /// The fingerprint of a foreign database, which changes when its tables change. It hashes their
  /// definitions; for a Core Data store it hashes the store's identifier and its model, if there is a reader.
  package func fingerprint(by stores: (any StoreReader)?) throws(EngineError) -> String {
    var hash = SHA256()
    if let stores, try isCoreDataStore(), let store = try stores.identity(of: self) {
      hash.add(store)
      return hash.finished()
    }
    if let state = try stateOfTables() {
      hash.add(state.utf8)
      return hash.finished()
    }
    let foreign = try objects().filter {
      !isInternal($0) && $0.name.lowercased() != ModelTable.name
    }
    let place = { (object: CatalogObject) in (Name(object.kind), Name(object.name)) }
    for object in foreign.sorted(by: { place($0) < place($1) }) {
      for text in [object.kind, object.name, object.sql ?? ""] {
        hash.add(text.utf8)
        hash.add([0])
      }
    }
    return hash.finished()
  }

  /// The text of the sidecar in the file itself; nil if there is none.
  func sidecarInside(of path: String) throws -> String? {
    let table = ModelTable(connection: self, path: path)
    guard try table.isDefined, let origin = try origin(in: table) else { return nil }
    if origin != .text(ModelTable.originOfSidecars) { throw unmarked(path) }
    return try table.newestSource().text
  }

  /// The result is also nil if the user may not read the table; that user gets no names from it.
  private func origin(in table: ModelTable) throws(EngineError) -> Value? {
    do throws(EngineError) {
      return try attempt { () throws(EngineError) in try table.newestOrigin() }
    } catch {
      if error.kind == .forbidden { return nil }
      throw error
    }
  }

  /// The error for a flagdb database without its mark, such as a database that was loaded from a
  /// dump.
  private func unmarked(_ path: String) -> DatabaseError {
    let repair = file?.commandToMark(path, layout: ModelTable.layout)
    return DatabaseError(
      .refused,
      "'\(path)' is a flagdb database without its application ID, which a dump leaves out",
      hint: repair.map { "\($0) gives it back" })
  }
}

extension Database {
  /// The fingerprint of the tables of a foreign database.
  package func fingerprint() throws -> String {
    try read { try connection.fingerprint(by: stores) }
  }
}
