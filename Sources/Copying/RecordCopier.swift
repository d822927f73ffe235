import Checking
import Databases
import FlagModel
import Importing

/// Copies the records of one entity from a query into a flagdb database.
final class RecordCopier {
  private enum Cell {
    case value(CellCopier)
    case key(CopiedKeyCell)
    /// The record's own number, or the number for its old key.
    case ownKey(OldKeys?)
  }

  let records: CopiedRecords
  private let cells: [Cell]
  let importer: Importer
  private var count = 0
  private let recent: RecentKeys
  private let onRefusal: (CopyRefusal) throws -> Void

  init(
    _ records: CopiedRecords, into database: Database, keys: [Name: OldKeys],
    after earlier: RecordCopier?, onRefusal: @escaping (CopyRefusal) throws -> Void
  ) throws {
    self.records = records
    self.onRefusal = onRefusal
    var cells: [Cell] = []
    var fields: [ImportField] = []
    let target = records.target
    switch records.key {
    case .kept where target.keyAttribute == nil: cells.append(.ownKey(nil))
    case .numbered(let name): cells.append(.ownKey(keys[name]))
    case .kept, .new: break
    }
    if !cells.isEmpty { fields.append(.key(target.keyColumn)) }
    for column in records.columns {
      switch column.content {
      case .attribute(let old, let new):
        cells.append(.value(try CellCopier(old, to: new)))
        fields.append(.attribute(new))
      case .link(let relationship, let name):
        cells.append(.key(CopiedKeyCell(relationship, name.flatMap { keys[$0] })))
        fields.append(.key(relationship.foreignKey?.column ?? relationship.name))
      }
    }
    self.cells = cells
    let recent = RecentKeys()
    self.recent = recent
    importer = try Importer(
      ImportLayout(target, fields), into: database, areChecked: true, after: earlier?.importer
    ) { failure in
      try onRefusal(CopyRefusal(target.name, recent[failure.number], failure.message))
    }
    recent.reserve(importer.mostWaiting + 1)
  }

  /// Copies a record whose key comes before its values. Throws a `ValueError` if it violates the
  /// model.
  func take(_ row: StoredRow) throws {
    count += 1
    recent[count] = row.value(at: 0)
    try importer.add(count) { copy in
      let start = (cells: copy.cells.count, bytes: copy.bytes.count)
      do {
        try append(row, to: &copy)
      } catch {
        copy.cells.removeSubrange(start.cells...)
        copy.bytes.removeSubrange(start.bytes...)
        throw error
      }
    }
  }

  private func append(_ row: StoredRow, to copy: inout StoredRow) throws {
    var place = 1
    for cell in cells {
      switch cell {
      case .ownKey(let keys):
        copy.cells.append(.integer(try ownKey(of: row, keys)))
      case .value(let copier):
        if let problem = copier.missingData(row.cells[place], of: row) {
          try onRefusal(CopyRefusal(records.target.name, row.value(at: 0), problem))
          copy.cells.append(.null)
        } else {
          try copier.append(row.cells[place], of: row, to: &copy)
        }
        place += 1
      case .key(let cell):
        copy.cells.append(try cell.copied(row.cells[place], of: row))
        place += 1
      }
    }
  }

  private func ownKey(of row: StoredRow, _ keys: OldKeys?) throws -> Int64 {
    if case .integer(let number) = row.cells[0], keys == nil { return number }
    if let number = try keys?.number(of: row.cells[0], in: row) { return number }
    throw ValueError("the key is not a whole number")
  }
}

/// The column of a to-one relationship.
final class CopiedKeyCell {
  private let relationship: Relationship
  private let keys: OldKeys?

  init(_ relationship: Relationship, _ keys: OldKeys?) {
    self.relationship = relationship
    self.keys = keys
  }

  /// The key of the related record in the copy.
  func copied(_ cell: StoredRow.Cell, of row: StoredRow) throws -> StoredRow.Cell {
    switch cell {
    case .null:
      if relationship.cardinality != .toOne(isOptional: false) { return .null }
      throw ValueError("\(relationship.name) must have a value")
    case .integer where keys == nil: return cell
    default:
      if let number = try keys?.number(of: cell, in: row) { return .integer(number) }
      let old = row.value(of: cell).told
      throw ValueError(
        "\(relationship.name) refers to \(old), and there is no such "
          + "\(relationship.target)")
    }
  }
}

/// The keys of the last records, by their numbers. A record may be refused only after a few more
/// have been read.
private final class RecentKeys {
  private var keys: [Value] = [.null]

  func reserve(_ count: Int) { keys = Array(repeating: .null, count: count) }

  subscript(number: Int) -> Value {
    get { keys[number % keys.count] }
    set { keys[number % keys.count] = newValue }
  }
}
