package import Engines
package import FlagModel
package import SQLText

/// Work on a whole database, such as a check or a migration.
package protocol DatabaseWork {
  var database: Database { get }
}

extension DatabaseWork {
  package var connection: any Connection { database.connection }
  package var dialect: any Dialect { database.dialect }
  package var kind: DatabaseKind { database.kind }
  package var path: String { database.path }
  package var schema: Schema { database.schema }
  package var version: Int64 { database.version }
}
