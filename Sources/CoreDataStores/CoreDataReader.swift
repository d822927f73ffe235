package import Databases
package import Engines
import FlagModel
import ManagedModels
import SQLText

/// Reads stores of Core Data and SwiftData.
///
/// This module describes a store by its own tables and its cached model. Only programs that open stores link it, and with
/// it Expat and zlib.
package struct CoreDataReader: StoreReader {
  package init() {}

  package func description(
    of connection: any Connection, _ tables: [TableShape], _ given: GivenModels
  ) throws(EngineError) -> StoreDescription? {
    guard let layout = try CoreDataStore(connection, tables).layout(given) else { return nil }
    return StoreDescription(schema: layout.schema, notes: layout.notes)
  }

  package func identity(of connection: any Connection) throws(EngineError) -> [UInt8]? {
    let rows = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA")
    guard try rows.step(), case .text(let number) = rows.value(at: 0),
      case .blob(let list) = rows.value(at: 1), let metadata = try? StoreMetadata(list)
    else { return nil }
    var identity = [UInt8](number.utf8)
    for (entity, hash) in metadata.hashes.sorted(by: { Name($0.key) < Name($1.key) }) {
      identity.append(0)
      identity.append(contentsOf: entity.utf8)
      identity.append(0)
      identity.append(contentsOf: hash)
    }
    return identity
  }
}

extension ModelPackage: StoreModel {}
