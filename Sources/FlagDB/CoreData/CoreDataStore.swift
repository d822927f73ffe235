import FlagModel
internal import ManagedModels
import SQLText

/// A store of Core Data or SwiftData among the files of others: it says by its own tables what its
/// entities are called and how they hang together.
struct CoreDataStore {
  let connection: Connection
  private let tables: [TableShape]

  /// Nil if the file is none, or if its account of itself cannot be read: its tables are entities then,
  /// as in any other file.
  init?(_ connection: Connection, _ tables: [TableShape]) throws(SQLiteError) {
    guard try connection.isCoreDataStore else { return nil }
    (self.connection, self.tables) = (connection, tables)
  }

  /// Its entities, with the tables and columns in which they are kept. Nil if there is no account of
  /// them that can be read.
  func layout(_ packages: [ModelPackage]) throws(SQLiteError) -> StoreLayout? {
    guard let list = try blob("SELECT Z_PLIST FROM Z_METADATA"),
      let metadata = try? StoreMetadata(list)
    else { return nil }
    return StoreLayout(
      cache: try cache(), packages: packages, metadata: metadata, tables: try shape())
  }

  /// The model that the store keeps of itself; those of old systems keep none.
  private func cache() throws(SQLiteError) -> ManagedModel? {
    guard tables.contains(where: { $0.name.folded == ("Z_MODELCACHE" as Name).folded }),
      let bytes = try blob("SELECT Z_CONTENT FROM Z_MODELCACHE")
    else { return nil }
    return try? ManagedModel(cache: bytes)
  }

  /// The entities that only the model which the store keeps has, or only the store.
  func strangeEntities() throws(SQLiteError) -> [Name] {
    guard let list = try blob("SELECT Z_PLIST FROM Z_METADATA"),
      let metadata = try? StoreMetadata(list), !metadata.hashes.isEmpty, let model = try cache()
    else { return [] }
    return model.names.symmetricDifference(metadata.entities).sorted()
  }

  private func blob(_ query: SQLText) throws(SQLiteError) -> [UInt8]? {
    if case .blob(let bytes)? = try connection.value(query) { bytes } else { nil }
  }

  private func shape() throws(SQLiteError) -> StoreTables {
    var kinds: [StoreTables.Kind] = []
    let rows = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
    while try rows.step() {
      guard case .integer(let number) = rows.value(at: 0), case .text(let name) = rows.value(at: 1)
      else { continue }
      let parent = if case .integer(let parent) = rows.value(at: 2) { parent } else { 0 as Int64 }
      kinds.append(.init(number: number, name: Name(name), parent: parent))
    }
    var indexes: [Name] = []
    let names = try connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'index'")
    while try names.step() {
      if case .text(let name) = names.value(at: 0) { indexes.append(Name(name)) }
    }
    return StoreTables(
      tables: tables.map { table in
        (
          table.name,
          table.columns.map { .init(name: $0.name, declaredType: $0.declaredType) }
        )
      }, kinds: kinds, indexes: indexes)
  }
}

extension Connection {
  /// True if the file has the tables by which Core Data knows a store of its own. Its name says
  /// nothing.
  var isCoreDataStore: Bool {
    get throws(SQLiteError) {
      let count = try value(
        """
        SELECT count(*) FROM sqlite_schema WHERE type = 'table' \
        AND name IN ('Z_METADATA', 'Z_PRIMARYKEY')
        """)
      return count == .integer(2)
    }
  }
}
