package import Engines
package import FlagModel
package import ForeignModels
package import Migrations
import ModelText
internal import Platform
package import SQLText

/// The table that contains the model of a flagdb database: every version as Swift, with the renames
/// and masks of each. The newest is the current one.
///
/// A flagdb file also has the `application_id` 0x464C4147. `flagdb schema DB --format sql` prints
/// the other objects: a `STRICT` table for each entity with its indexes, triggers in plain SQL, and
/// a view `…_named` with names in place of numbers. With an audit log, it also has the
/// `AuditObjects`.
package struct ModelTable {
  /// The format version of the table and of the other objects, stored in `user_version`.
  static let layout: Int64 = 1

  package static let name = "flagdb_model"

  /// The origin in the table for a sidecar of a foreign database.
  static let originOfSidecars = "adopt"

  /// The size limit of a model in bytes, far above the size of any real model.
  private static let longestSource: Int64 = 16 << 20

  static func definition(in dialect: any Dialect) -> String {
    let text: SQLText = "\(.columnType(.string))"
    return
      ("""
    CREATE TABLE flagdb_model (
      version \(.keyType("version", of: Name(Self.name))),
      applied \(text) NOT NULL,
      origin \(text) NOT NULL,
      source \(text) NOT NULL,
      renames \(text) NOT NULL DEFAULT ''
    )\(.tableOptions(of: Name(Self.name), isOfPairs: false))
    """ as SQLText).script(in: dialect)
  }

  private var definition: String { Self.definition(in: connection.dialect) }

  private static let isReadable: SQLText =
    "\(.octetCount, of: "source") <= \(.integer(longestSource))"

  private let connection: any Connection
  private let path: String

  package init(connection: any Connection, path: String) {
    self.connection = connection
    self.path = path
  }

  /// Creates the table, and marks the database as a flagdb database.
  func create() throws {
    try connection.execute(definition)
    try connection.mark(layout: Self.layout)
  }

  /// The current model. Throws for a database with a newer format version.
  func newest() throws -> (version: Int64, schema: Schema) {
    try requireLayout()
    let (version, source) = try newestSource()
    do throws(Diagnostics) {
      return (version, try Self.schema(from: source, version: version, path: path))
    } catch {
      throw error.hinting(
        "\(quotedCommand("flagdb", "migrate", path, "--history")) lists all models; '--to VERSION' restores one"
      )
    }
  }

  static let newestQuestion: SQLText = """
    SELECT version, CASE WHEN \(isReadable) THEN source END, origin FROM flagdb_model \
    ORDER BY version DESC LIMIT 1
    """

  static let versionQuestion: SQLText = "SELECT max(version) FROM flagdb_model"

  static let renamesQuestion: SQLText =
    "SELECT renames FROM flagdb_model WHERE renames <> '' ORDER BY version DESC"

  /// The text of the newest model.
  func newestSource() throws -> (version: Int64, text: String) {
    let row = try connection.prepare(Self.newestQuestion)
    guard try row.step(), case .integer(let version) = row.value(at: 0),
      1..<Int64.max ~= version, case .text(let source) = row.value(at: 1)
    else { throw noModel }
    return (version, source)
  }

  /// The origin of the newest model; nil if there is none.
  func newestOrigin() throws(EngineError) -> Value? {
    let row = try connection.prepare(Self.newestQuestion)
    return try row.step() ? row.value(at: 2) : nil
  }

  /// The renames from the current version to earlier ones, the newest first.
  func renames() throws -> [Rename] {
    guard try isDefined else { throw noModel }
    let rows = try connection.prepare(Self.renamesQuestion)
    var renames: [Rename] = []
    while try rows.step() {
      guard case .text(let text) = rows.value(at: 0) else { throw noModel }
      renames += [Rename](storedText: text).reversed
    }
    return renames
  }

  /// All models, oldest first, including those with mistakes.
  func all() throws -> [ModelVersion] {
    guard try isDefined else { throw noModel }
    let rows = try connection.prepare(
      """
      SELECT version, applied, origin, CASE WHEN \(Self.isReadable) THEN source END, renames \
      FROM flagdb_model ORDER BY version
      """)
    var versions: [ModelVersion] = []
    while try rows.step() {
      guard case .integer(let version) = rows.value(at: 0),
        case .text(let applied) = rows.value(at: 1), case .text(let origin) = rows.value(at: 2),
        case .text(let renames) = rows.value(at: 4)
      else { throw noModel }
      versions.append(
        ModelVersion(
          version: version, applied: applied, origin: origin,
          path: path, source: rows.value(at: 3), renames: [Rename](storedText: renames),
          masks: [MaskParts](storedText: renames)))
    }
    return versions
  }

  /// Parses the text of a model. Errors name the database and the version.
  static func schema(
    from source: String, version: Int64, path: String
  ) throws(Diagnostics) -> Schema {
    if let last = Self.last.withLock({ $0 }), last.source == source { return last.schema }
    let reading = readModel(
      [SourceText(name: "\(path) (model \(version))", source)], isStored: true)
    guard let schema = reading.schema else { throw Diagnostics(reading.diagnostics) }
    Self.last.withLock { $0 = (source, schema) }
    return schema
  }

  /// The model that was parsed last. The next line of a session usually needs it again.
  private static let last = Guarded<(source: String, schema: Schema)?>(nil)

  /// The statement that stores a model as the newest. Every model passes here. If its text would be
  /// parsed as another model, it throws.
  package static func insertion(
    of schema: Schema, origin: String, version: Int64, renames: [Rename] = [],
    masks: [MaskParts] = [], now: Timestamp
  ) throws -> SQLText {
    let decisions = [renames.storedText, masks.storedText].filter { !$0.isEmpty }
    return """
      INSERT INTO flagdb_model (version, applied, origin, source, renames) VALUES \
      (\(.integer(version)), \(.text(now.storedText)), \(.text(origin)), \
      \(.text(try readableSource(of: schema))), \(.text(decisions.joined(separator: "\n"))))
      """
  }

  private static func readableSource(of schema: Schema) throws -> String {
    let source = schema.swiftSource
    guard source.utf8.count <= longestSource else {
      throw DatabaseError(
        .refused, "a model of more than \(longestSource >> 20) MB cannot be stored",
        outcome: .unchanged)
    }
    let reading = readModel([SourceText(name: "model", source)], isStored: true)
    try schema.requireSame(reading.schema, reading.diagnostics)
    if let read = reading.schema { last.withLock { $0 = (source, read) } }
    return source
  }

  /// Stores a sidecar as the newest one, in a foreign database.
  package func keep(_ sidecar: Sidecar, now: Timestamp) throws {
    if try !isDefined { try connection.execute(definition) }
    try connection.run(
      """
      INSERT INTO flagdb_model (version, applied, origin, source) \
      SELECT coalesce(max(version), 0) + 1, \(.text(now.storedText)), \(.text(Self.originOfSidecars)), \
      \(.text(sidecar.text)) FROM flagdb_model
      """)
  }

  private func requireLayout() throws {
    guard case .integer(let layout) = try connection.layout(),
      layout <= Self.layout
    else {
      throw DatabaseError(
        .newerLayout, "'\(path)' was made by a newer flagdb",
        hint: "this one reads layout \(Self.layout); install the newer flagdb")
    }
    guard layout > 0, try isDefined else { throw noModel }
  }

  /// True if the table has the expected definition. A view or a generated column could calculate
  /// without end.
  var isDefined: Bool {
    get throws(EngineError) {
      try connection.isDefined(Name(Self.name), by: definition)
    }
  }

  private var noModel: DatabaseError {
    DatabaseError(.damaged, "'\(path)' holds no model", hint: "restore a backup")
  }
}

extension Diagnostics {
  /// The diagnostics with a hint at the last one, unless it has one.
  fileprivate func hinting(_ hint: Hint) -> Diagnostics {
    guard let last = all.last, last.hint == nil else { return self }
    return Diagnostics(
      all.dropLast() + [
        Diagnostic(
          last.message, at: last.place, severity: last.severity, notes: last.notes, hint: hint)
      ])
  }
}
