import Engines
import FlagModel
import Migrations
import ModelText
import PlainText
internal import Platform
import SQLText

/// The table that makes a database describe itself: every model it has had as Swift, the newest in
/// force, with the renames of each.
///
/// A file of ours has `application_id` 0x464C4147 besides. The rest of a database is what `flagdb
/// schema DB --format sql` prints: a `STRICT` table for each entity with its indexes, triggers in plain
/// SQL, and a view `…_named` that spells names out. `AuditObjects` are in it if it keeps a log.
struct ModelTable {
  /// The layout of this table and of what is built from it, in `user_version`.
  static let layout: Int64 = 1

  static let name = "flagdb_model"

  /// The origin of a sidecar that a file of others keeps in such a table.
  static let originOfSidecars = "adopt"

  /// Far more than a model needs, in bytes.
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

  let connection: any Connection
  let path: String

  /// Makes the table, and marks the database as ours.
  func create() throws {
    try connection.execute(definition)
    try connection.mark(layout: Self.layout)
  }

  /// The model in force; a database of a newer layout is refused.
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

  /// The text of the newest model.
  func newestSource() throws -> (version: Int64, text: String) {
    let row = try connection.prepare(
      """
      SELECT version, CASE WHEN \(Self.isReadable) THEN source END FROM flagdb_model \
      ORDER BY version DESC LIMIT 1
      """)
    guard try row.step(), case .integer(let version) = row.value(at: 0),
      1..<Int64.max ~= version, case .text(let source) = row.value(at: 1)
    else { throw noModel }
    return (version, source)
  }

  /// The origin of the newest model; nil if there is none.
  func newestOrigin() throws(EngineError) -> Value? {
    try connection.value("SELECT origin FROM flagdb_model ORDER BY version DESC LIMIT 1")
  }

  /// Every model, the first one first, those that cannot be read included.
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
          path: path, source: rows.value(at: 3), renames: [Rename](storedText: renames)))
    }
    return versions
  }

  /// Reads the text of a model; mistakes name the database and the version.
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

  /// The model that was read last, which the next line of a session mostly asks for again.
  private static let last = Guarded<(source: String, schema: Schema)?>(nil)

  /// The statement that keeps a model as the newest. Every model that is written to a database passes
  /// here: one whose text would not be read again as the same model is an error.
  static func insertion(
    of schema: Schema, origin: String, version: Int64, renames: [Rename] = [], now: Timestamp
  ) throws -> SQLText {
    """
    INSERT INTO flagdb_model (version, applied, origin, source, renames) VALUES \
    (\(.integer(version)), \(.text(now.storedText)), \(.text(origin)), \
    \(.text(try readableSource(of: schema))), \(.text(renames.storedText)))
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
    try requireSame(schema, reading.schema, reading.diagnostics)
    if let read = reading.schema { last.withLock { $0 = (source, read) } }
    return source
  }

  /// Throws unless the text of a model is read as that model. A model that was made of a Core Data store or
  /// of Swift types knows more than any text says, so that models of one text are the same.
  static func requireSame(
    _ schema: Schema, _ read: Schema?, _ diagnostics: [Diagnostic] = []
  ) throws(DatabaseError) {
    if let read, read == schema || read.swiftSource == schema.swiftSource { return }
    let mistake = read == nil ? diagnostics.first?.message : nil
    throw DatabaseError(
      .refused,
      "flagdb cannot read the model that it would store"
        + (mistake.map { ": \($0)" } ?? ", but would be another one"),
      hint: "this is a bug in flagdb; keep the model, and report it", outcome: .unchanged)
  }

  /// Keeps a sidecar as the newest one, in a file of others.
  func keep(_ sidecar: Sidecar, now: Timestamp) throws {
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

  /// True if the table is as we make it: a view or a generated column could reckon for ever.
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
  /// The same with a hint at the last one, if that has none.
  fileprivate func hinting(_ hint: Hint) -> Diagnostics {
    guard let last = all.last, last.hint == nil else { return self }
    return Diagnostics(
      all.dropLast() + [
        Diagnostic(
          last.message, at: last.place, severity: last.severity, notes: last.notes, hint: hint)
      ])
  }
}
