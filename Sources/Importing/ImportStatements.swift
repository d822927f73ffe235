import Databases
import Engines
import FlagModel
import Queries
import SQLText

/// The prepared statements of an import. Binds the cells of its records to them.
final class ImportStatements {
  /// The maximum number of records in one statement. Measured: 8 are twice as fast as one, and more
  /// than 32 gain nothing.
  private static let most = 32
  /// Far below the limit of SQLite.
  private static let mostBindings = 2_000

  /// The same if each statement takes a round trip.
  private static let mostFarAway = 1_000
  /// The limit of PostgreSQL is 65,535, which includes the values that all records share.
  private static let mostBindingsFarAway = 60_000

  let capacity: Int
  /// The maximum number of records of a statement, if a refused record is found by halving; nil if the
  /// records of an incomplete batch are written one by one.
  let batchSize: Int?
  let layout: ImportLayout
  let conflict: ImportConflict
  /// The indexes of the fields with a column, which each have a binding.
  let bound: [Int]
  let connection: any Connection
  /// The faster method of the engine; nil if there is none for these records.
  let loader: (any RecordLoader)?
  let table: TableShape?
  /// The field that identifies the records to update.
  let keyField: Int?
  var last: Insertion?
  var insertions: [[Int]: Insertion] = [:]
  var updates: [[Int]: (any Statement, last: Int)] = [:]

  /// - Parameters:
  ///   - table: the table in a foreign database; nil in a flagdb database.
  ///   - singly: true to write the records one by one.
  ///   - waitsTogether: true if references to the same entity are resolved later.
  init(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in database: Database, singly: Bool, waitsTogether: Bool
  ) throws {
    var layout = layout
    if table != nil { layout.keys = layout.entity.keyForms(in: database.schema) }
    self.layout = layout
    self.conflict = conflict
    self.table = table
    bound = layout.fields.indices.filter { layout.fields[$0].column != nil }
    connection = database.connection
    keyField =
      if case .update(let key) = conflict {
        layout.fields.firstIndex { $0.column == key }
      } else { nil }
    let bulk = layout.statements
    loader =
      if conflict == .stop && table == nil && bulk.hasColumnsOnly { connection.loader } else { nil }
    let isRemote = connection.isRemote
    let most = isRemote ? Self.mostFarAway : Self.most
    let mostBindings = isRemote ? Self.mostBindingsFarAway : Self.mostBindings
    let many = max(1, min(most, mostBindings / max(bulk.width, 1)))
    let refersBack =
      !waitsTogether
      && layout.fields.contains {
        if case .relationship(let other) = $0 { layout.isOwn(other) } else { false }
      }
    let canBeMany = try Self.canBeMany(layout, conflict, of: table, in: database)
    guard !singly, !refersBack, canBeMany else {
      capacity = 1
      batchSize = nil
      last = try insertion(bound)
      return
    }
    batchSize = isRemote && many > 1 ? many : nil
    if let loader {
      capacity = loader.capacity
    } else if case .update(let key) = conflict {
      // SQLite needs the unique index of the key here, and the index of an empty table may be
      // postponed.
      let probe = bulk.insert(rows: 1, onConflict: .update([], by: key))
      capacity = (try? connection.prepare(probe)) == nil || keyField == nil ? 1 : many
    } else {
      capacity = many
    }
    last = try insertion(bound)
  }

  /// True if one statement may insert several records. False if each record needs its own result:
  /// - any unique value may identify another record,
  /// - foreign triggers would run under the statement's OR FAIL,
  /// - a foreign constraint has its own ON CONFLICT clause,
  /// - or SQLite does not report which records it inserted and which it updated.
  private static func canBeMany(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in database: Database
  ) throws -> Bool {
    if layout.statements.width == 0 { return false }
    if conflict == .replace {
      // A server finds the record to replace by one unique key, and reports a conflict with another one.
      let isWhole = table == nil && database.dialect.spreads[layout.entity.source.table] == nil
      let hasTarget = !layout.statements.uniqueColumns.isEmpty
      guard database.connection.isRemote, isWhole, hasTarget else { return false }
    }
    if case .update = conflict, table?.tellsInsertions == false { return false }
    if table?.resolvesConflicts == true { return false }
    return try database.foreignTriggers(on: layout.entity).isEmpty
  }

  /// True if one statement can write several records and return their keys, so that their pairs in many-to-many
  /// relationships can be written together. False if
  /// - the keys are not numbers that the database assigns,
  /// - a record may be left out, and no unique text identifies the inserted ones,
  /// - or another machine may return the keys in another order.
  var canReturnKeys: Bool {
    batchSize != nil && Self.canReturnKeys(layout, conflict, of: table, in: connection)
  }

  static func canReturnKeys(
    _ layout: ImportLayout, _ conflict: ImportConflict, of table: TableShape?,
    in connection: any Connection
  ) -> Bool {
    guard table == nil, layout.entity.isNumbered,
      connection.dialect.spreads[layout.entity.source.table] == nil
    else { return false }
    return conflict != .leaveOut || layout.statements.identifyingColumn != nil
  }

  /// True if the engine works on records while the next ones are read. It also accepts fewer than
  /// the capacity.
  var areHandedOver: Bool { loader != nil }

  /// True if a row has a key.
  func givesKey(_ row: Int, of rows: StoredRow) -> Bool {
    guard let key = bound.first(where: { layout.fields[$0].column == layout.entity.keyColumn })
    else { return false }
    return rows.cells[row * layout.fields.count + key] != .null
  }

  /// The fields with a column that a record sets.
  func presentFields(_ presence: [Bool]?) -> [Int] {
    guard let presence else { return bound }
    return bound.allSatisfy { presence[$0] } ? bound : bound.filter { presence[$0] }
  }

  /// The largest key; nil if keys are not integers.
  static func greatestKey(of entity: Entity, in database: Database) throws -> Int64? {
    guard let key = entity.source.key, case .integer = key.type else { return nil }
    return try database.integer(
      "SELECT max(\(name: key.column)) FROM \(name: entity.source.table)") ?? .min
  }
}
