internal import CSQLite
import Columns
import Engines
import FlagModel
internal import Platform
import SQLText
import SQLitePages
internal import Synchronization

extension SQLiteConnection {
  /// The VFSs whose files contain the bytes of pages unchanged. Tests add another such VFS.
  static let systemsOfPages = Mutex<Set<String>>(["unix"])

  func columnReader() throws -> any ColumnReader { try SQLiteColumns(self) }
}

/// Reads columns from the pages of the file, within a read transaction. Nobody changes the pages
/// meanwhile. With a write-ahead log, this holds only if the log was empty at the beginning,
/// because the transaction then prevents every checkpoint.
/// See Documentation/Decisions/pages-are-read-where-sql-is-slow.md.
private final class SQLiteColumns: ColumnReader {
  private let connection: SQLiteConnection
  private let file: PageFile

  init(_ connection: SQLiteConnection) throws {
    self.connection = connection
    guard connection.isReading else {
      throw ColumnRefusal("the transaction does not only read")
    }
    let name = sqlite3_db_filename(connection.handle, "main").map { String(cString: $0) } ?? ""
    if name.isEmpty { throw ColumnRefusal("the database is in memory") }
    let database = DatabaseFile(name: name)
    guard database.size("-tshm") == nil else {
      throw ColumnRefusal("programs of Turso may have the database open")
    }
    guard let open = FileOfConnection(connection) else {
      throw ColumnRefusal("the file is not read by the system alone")
    }
    file = try PageFile(open)
    if file.keepsLog, database.hasContent("-wal") {
      throw ColumnRefusal("the write-ahead log is not empty")
    }
  }

  var size: Int64 { file.size }

  /// Since 3.43, SQLite compensates rounding errors of sums.
  var addsInOrder: Bool { sqlite3_libversion_number() < 3_043_000 }

  func columns(_ names: [Name], of table: Name) throws -> any ColumnSource {
    let rows = try connection.prepare(
      """
      SELECT s.rootpage, l.wr FROM sqlite_schema AS s \
      JOIN pragma_table_list(\(.text(table.text))) AS l ON l.schema = 'main' AND l.type = 'table' \
      WHERE s.type = 'table' AND s.name = \(.text(table.text)) COLLATE NOCASE
      """)
    guard try rows.step(), case .integer(let root) = rows.value(at: 0),
      let root = UInt32(exactly: root)
    else { throw ColumnRefusal("'\(table)' is not a table") }
    let hasRowNumbers = rows.value(at: 1) == .integer(0)
    if !hasRowNumbers, try hasDescendingKey(table) {
      throw ColumnRefusal("'\(table)' has a key in descending order")
    }
    let stored = try StoredColumns(of: table, connection, hasRowNumbers: hasRowNumbers)
    for name in names where connection.has(table, column: name) {
      guard try connection.collation(of: name, in: table) == nil else {
        throw ColumnRefusal("'\(name)' has an order of its own")
      }
    }
    let columns = try names.map { try stored.column($0) }
    let scan = TableScan(file, root: root, columns: columns, hasRowNumbers: hasRowNumbers)
    return SQLiteTableColumns(connection, scan)
  }

  /// True if the records of a table without row numbers are not in the order of their keys.
  private func hasDescendingKey(_ table: Name) throws -> Bool {
    let rows = try connection.prepare(
      """
      SELECT 1 FROM pragma_index_list(\(.text(table.text))) AS l, pragma_index_xinfo(l.name) AS x \
      WHERE l.origin = 'pk' AND x.key AND x.desc
      """)
    return try rows.step()
  }

  func columns(ofIndex name: Name) throws -> [Name?] {
    // In an index of a table without rowids, an entry ends with the primary key.
    let rows = try connection.prepare(
      """
      SELECT iif(desc, NULL, name) FROM pragma_index_xinfo(\(.text(name.text))) WHERE key \
      AND EXISTS (SELECT 1 FROM pragma_index_xinfo(\(.text(name.text))) WHERE cid = -1) \
      ORDER BY seqno
      """)
    var columns: [Name?] = []
    while try rows.step() {
      if case .text(let column) = rows.value(at: 0) {
        columns.append(Name(column))
      } else {
        columns.append(nil)
      }
    }
    return columns
  }

  func counts(of column: Name, in table: Name) throws -> any CountSource {
    let rows = try connection.prepare(
      """
      SELECT s.rootpage FROM pragma_index_list(\(.text(table.text))) AS i \
      JOIN pragma_index_xinfo(i.name) AS x ON x.seqno = 0 \
      JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = i.name \
      WHERE NOT i.partial AND x.cid >= 0 AND x.name = \(.text(column.text)) COLLATE NOCASE \
      ORDER BY (SELECT count(*) FROM pragma_index_xinfo(i.name)) LIMIT 1
      """)
    guard try rows.step(), case .integer(let root) = rows.value(at: 0),
      let root = UInt32(exactly: root)
    else { throw ColumnRefusal("no index begins with '\(column)'") }
    let shapes = try connection.columns(of: table)
    guard let shape = shapes.first(where: { $0.name.folded == column.folded }),
      shape.affinity == .integer
    else { throw ColumnRefusal("'\(column)' is not a column of integers") }
    let strictness = try connection.value(
      "SELECT strict FROM pragma_table_list(\(.text(table.text))) WHERE schema = 'main'")
    return IndexColumn(connection, file, root, isOfIntegers: strictness == .integer(1))
  }
}

/// The bytes of the file, read through SQLite's own file descriptor.
private struct FileOfConnection: OpenedFile, @unchecked Sendable {
  let file: UnsafeMutablePointer<sqlite3_file>
  let methods: UnsafePointer<sqlite3_io_methods>

  /// The result is nil if the bytes of the file may differ from those of its pages.
  init?(_ connection: SQLiteConnection) {
    var vfs: UnsafeMutablePointer<sqlite3_vfs>?
    sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs)
    guard let name = vfs?.pointee.zName, Self.isPlain(String(cString: name)),
      let file = connection.openFile, let methods = file.pointee.pMethods,
      methods.pointee.xRead != nil, methods.pointee.xFileSize != nil
    else { return nil }
    self.file = file
    self.methods = methods
  }

  /// True for the VFS of CLogGuard over a VFS that does not change bytes.
  private static func isPlain(_ vfs: String) -> Bool {
    SQLiteConnection.systemsOfPages.withLock { systems in
      systems.contains { ["flagdb-waiting-\($0)", "flagdb-resetting-\($0)"].contains(vfs) }
    }
  }
}

private final class SQLiteTableColumns: ColumnSource {
  private let connection: SQLiteConnection
  private let scan: TableScan

  init(_ connection: SQLiteConnection, _ scan: TableScan) {
    self.connection = connection
    self.scan = scan
  }

  func pageCount() throws -> Int { try scan.leafCount() }

  func threadCount(_ sharing: ScanSharing) throws -> Int { try scan.threadCount(sharing) }

  func add(to work: inout some BatchWork, _ sharing: ScanSharing) throws {
    let requireUsable = connection.lifeOfWork()
    let threads = try threadCount(sharing)
    if threads > 1 {
      work = try SharedScan(scan, sharing, work).run(on: threads, requireUsable)
      return
    }
    var pieces = scan.pieces(of: sharing.pieceSize)
    var reader = scan.reader()
    while let piece = try pieces.next() {
      try requireUsable()
      try reader.read(piece) { try work.add($0) }
    }
    try requireUsable()
  }

  func convert(
    _ sharing: ScanSharing,
    by makeConversion: @escaping @Sendable () -> some BatchConversion,
    to body: (ConvertedRecords) throws -> Void
  ) throws {
    let requireUsable = connection.lifeOfWork()
    let threads = try threadCount(sharing)
    if threads > 1 {
      let shared = SharedConversion(scan, sharing, threads: threads, by: makeConversion)
      try shared.run { records in
        try requireUsable()
        try body(records)
      }
    } else {
      var pieces = scan.pieces(of: sharing.pieceSize)
      var reader = scan.reader()
      var conversion = makeConversion()
      while let piece = try pieces.next() {
        try requireUsable()
        var records = ConvertedRecords()
        try reader.read(piece) { try conversion.convert($0, into: &records) }
        try body(records)
      }
    }
    try requireUsable()
  }
}

private final class IndexColumn: CountSource {
  private let connection: SQLiteConnection
  private let file: PageFile
  private let root: UInt32
  let isOfIntegers: Bool

  init(_ connection: SQLiteConnection, _ file: PageFile, _ root: UInt32, isOfIntegers: Bool) {
    self.connection = connection
    self.file = file
    self.root = root
    self.isOfIntegers = isOfIntegers
  }

  func count(where wants: ((Int64?, Int64?) -> Bool)?, into counts: inout ColumnCounts) throws {
    let requireUsable = connection.lifeOfWork()
    try IndexCount.count(root, in: file, where: wants, into: &counts, requireUsable: requireUsable)
  }
}

/// The positions of a table's columns in its records.
private struct StoredColumns {
  private let table: Name
  private var places: [Name.Folded: StoredColumn] = [:]
  private var calculated: Set<Name.Folded> = []

  init(of table: Name, _ connection: SQLiteConnection, hasRowNumbers: Bool) throws(EngineError) {
    self.table = table
    if hasRowNumbers {
      try addInOrder(connection)
    } else {
      try addKeyFirst(connection)
    }
  }

  /// A table without rowids has the columns of its primary key first.
  private mutating func addKeyFirst(_ connection: SQLiteConnection) throws(EngineError) {
    let rows = try connection.prepare(
      """
      SELECT x.seqno, x.name FROM pragma_index_list(\(.text(table.text))) AS i \
      JOIN pragma_index_xinfo(i.name) AS x WHERE i.origin = 'pk'
      """)
    var order: [Name.Folded: Int] = [:]
    while try rows.step() {
      if case .integer(let place) = rows.value(at: 0), case .text(let name) = rows.value(at: 1) {
        order[Name(name).folded] = Int(place)
      }
    }
    for shape in try connection.columns(of: table) {
      if shape.isGenerated { calculated.insert(shape.name.folded) }
      guard let place = order[shape.name.folded] else { continue }
      places[shape.name.folded] = .value(
        place: place, isReal: shape.affinity == .real, missing: Self.missing(shape))
    }
  }

  private mutating func addInOrder(_ connection: SQLiteConnection) throws(EngineError) {
    let key = try Self.rowNumber(of: table, connection)
    var place = 0
    for shape in try connection.columns(of: table) {
      // Records contain calculated columns only if they are declared STORED.
      if shape.isGenerated { calculated.insert(shape.name.folded) }
      if shape.isGenerated, try Self.isVirtual(shape.name, of: table, connection) { continue }
      let isKey = shape.name.folded == key?.folded
      places[shape.name.folded] =
        if isKey {
          .rowNumber
        } else {
          .value(place: place, isReal: shape.affinity == .real, missing: Self.missing(shape))
        }
      place += 1
    }
    for name in ["rowid", "_rowid_", "oid"] as [Name] where places[name.folded] == nil {
      places[name.folded] = .rowNumber
    }
  }

  func column(_ name: Name) throws(ColumnRefusal) -> StoredColumn {
    if calculated.contains(name.folded) { throw ColumnRefusal("'\(name)' is calculated") }
    guard let column = places[name.folded] else {
      throw ColumnRefusal("'\(name)' is not a column of '\(table)'")
    }
    return column
  }

  /// The column that is an alias of the rowid. A primary key of another form has an index.
  private static func rowNumber(
    of table: Name, _ connection: SQLiteConnection
  ) throws(EngineError) -> Name? {
    let value = try connection.value(
      """
      SELECT max(name) FROM pragma_table_xinfo(\(.text(table.text))) WHERE pk > 0 \
      AND NOT EXISTS (SELECT 1 FROM pragma_index_list(\(.text(table.text))) WHERE origin = 'pk') \
      HAVING count(*) = 1 AND max(upper(type)) = 'INTEGER'
      """)
    return if case .text(let name)? = value { Name(name) } else { nil }
  }

  private static func isVirtual(
    _ column: Name, of table: Name, _ connection: SQLiteConnection
  ) throws(EngineError) -> Bool {
    try connection.value(
      """
      SELECT hidden FROM pragma_table_xinfo(\(.text(table.text))) \
      WHERE name = \(.text(column.text)) COLLATE NOCASE
      """) == .integer(2)
  }

  /// The value for records that are older than the column; nil if only SQL can calculate it.
  private static func missing(_ shape: ColumnShape) -> ColumnValue? {
    guard let text = shape.defaultText, text.uppercased() != "NULL" else { return .null }
    guard let number = Int64(text) else { return nil }
    switch shape.affinity {
    case .integer, .numeric, .blob, .none: return .integer(number)
    case .real: return .real(Double(number))
    case .text: return nil
    }
  }
}
