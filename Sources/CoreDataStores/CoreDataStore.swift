package import Databases
package import Engines
package import FlagModel
package import ManagedModels
import SQLText

/// A Core Data or SwiftData store. Its own tables describe its entities and their relationships.
package struct CoreDataStore {
  let connection: any Connection
  private let tables: [TableShape]

  package init(_ connection: any Connection, _ tables: [TableShape]) {
    self.connection = connection
    self.tables = tables
  }

  /// The entities with their tables and columns; nil if the store has no readable description of
  /// them.
  package func layout(_ given: GivenModels) throws(EngineError) -> StoreLayout? {
    guard let list = try blob("SELECT Z_PLIST FROM Z_METADATA"),
      let metadata = try? StoreMetadata(list)
    else { return nil }
    return StoreLayout(
      cache: try cache(), packages: given.storeModels.compactMap { $0 as? ModelPackage },
      types: given.schemas.flatMap(\.types), metadata: metadata, tables: try shape())
  }

  /// The model that the store caches; stores of old systems have none.
  private func cache() throws(EngineError) -> ManagedModel? {
    guard tables.contains(where: { $0.name.folded == ("Z_MODELCACHE" as Name).folded }),
      let bytes = try blob("SELECT Z_CONTENT FROM Z_MODELCACHE")
    else { return nil }
    return try? ManagedModel(cache: bytes)
  }

  /// The entities that are only in the cached model, or only in the store.
  package func strangeEntities() throws(EngineError) -> [Name] {
    guard let list = try blob("SELECT Z_PLIST FROM Z_METADATA"),
      let metadata = try? StoreMetadata(list), !metadata.hashes.isEmpty, let model = try cache()
    else { return [] }
    return model.names.symmetricDifference(metadata.entities).sorted()
  }

  private func blob(_ query: SQLText) throws(EngineError) -> [UInt8]? {
    if case .blob(let bytes)? = try connection.value(query) { bytes } else { nil }
  }

  private func shape() throws(EngineError) -> StoreTables {
    var kinds: [StoreTables.Kind] = []
    let rows = try connection.prepare("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY")
    while try rows.step() {
      guard case .integer(let number) = rows.value(at: 0), case .text(let name) = rows.value(at: 1)
      else { continue }
      let parent = if case .integer(let parent) = rows.value(at: 2) { parent } else { 0 as Int64 }
      kinds.append(.init(number: number, name: Name(name), parent: parent))
    }
    let indexes = try connection.objects().filter { $0.kind == "index" }.map { Name($0.name) }
    return StoreTables(
      tables: tables.map { table in
        (table.name, table.columns.map { .init(name: $0.name, declaredType: $0.declaredType) })
      }, kinds: kinds, indexes: indexes, uses: try uses())
  }

  /// The kinds of records that use columns such as `ZTEXT1`, in the first records. Entities of one
  /// table may have attributes of the same name, whose columns differ in a number at the end.
  /// Unreadable tables are ignored.
  private func uses() throws(EngineError) -> [Name.Folded: [Name.Folded: Set<Int64>]] {
    var uses: [Name.Folded: [Name.Folded: Set<Int64>]] = [:]
    for table in tables where table.column("Z_ENT") != nil {
      let columns = table.rivalColumns
      if columns.isEmpty { continue }
      do throws(EngineError) {
        uses[table.name.folded] = try self.uses(of: columns, in: table)
      } catch {
        if error.isInterrupt { throw error }
      }
    }
    return uses
  }

  private func uses(
    of columns: [Name], in table: TableShape
  ) throws(EngineError) -> [Name.Folded: Set<Int64>] {
    let tests = columns.map { "max(\(name: $0) IS NOT NULL)" as SQLText }.joined(by: ", ")
    let rows = try connection.prepare(
      """
      SELECT Z_ENT, \(tests) FROM (SELECT * FROM \(name: table.name) \
      LIMIT \(.integer(Self.mostLookedAt))) GROUP BY Z_ENT
      """)
    var uses: [Name.Folded: Set<Int64>] = [:]
    while try rows.step() {
      guard case .integer(let kind) = rows.value(at: 0) else { continue }
      for (place, column) in columns.enumerated() where rows.value(at: place + 1) == .integer(1) {
        uses[column.folded, default: []].insert(kind)
      }
    }
    return uses
  }

  private static let mostLookedAt: Int64 = 5_000
}

extension TableShape {
  /// `ZTEXT` and `ZTEXT1`, if both exist.
  fileprivate var rivalColumns: [Name] {
    let names = Set(columns.map(\.name))
    let stems = columns.compactMap { column -> (Name, Name)? in
      let digits = column.name.utf8.reversed().prefix { (0x30...0x39).contains($0) }
      let stem = Name(column.name.utf8.dropLast(digits.count))
      if stem != column.name && names.contains(stem) { return (stem, column.name) }
      return nil
    }
    let rivals = Set(stems.flatMap { [$0.0, $0.1] })
    return columns.map(\.name).filter(rivals.contains)
  }
}
