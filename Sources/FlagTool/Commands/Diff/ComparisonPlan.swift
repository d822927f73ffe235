import Comparing
import Databases
import FlagModel
import Queries

/// Queries that return the records of both sides in key order, with the same columns.
struct ComparisonPlan {
  let name: Name
  /// The compared columns, with the key columns first.
  let columns: [ComparedColumn]
  let keys: Int
  /// The columns that one side alone has, if it is a record file or compared with one.
  let others: [OtherColumns]
  /// True if the records of both sides have no values.
  let hasNoValues: Bool
  /// Nil if a side has no such entity, or if there is nothing to compare.
  let before: Query?
  let after: Query?

  init(
    _ pair: EntityPair, _ before: Database, _ after: Database, _ command: DiffCommand,
    _ session: Session
  ) throws {
    name = pair.name
    let references = ComparedReferences(pair, before, after)
    let empty = try EmptySide(of: pair, before, after)
    var sides: [ComparedSide?] = [nil, nil]
    if let entity = pair.before, empty?.isAfter != false {
      sides[0] = try ComparedSide(entity, of: before, references.before, command, session)
    }
    if let entity = pair.after, empty?.isAfter != true {
      sides[1] = try ComparedSide(entity, of: after, references.after, command, session)
    }
    let key = try Self.key(of: sides.compactMap(\.self), command.key)
    for index in sides.indices { sides[index]?.choose(key) }
    if let empty, command.selection.columns.isEmpty {
      others = [empty.columns(missingIn: sides)].filter { !$0.names.isEmpty }
    } else {
      others = OtherColumns.all(of: sides[0], sides[1])
    }
    let titles = sides.compactMap { $0?.titles }
    hasNoValues = titles.allSatisfy(\.isEmpty)
    let shared = Set(titles.first ?? []).intersection(titles.last ?? [])
    for index in sides.indices { sides[index]?.keep(shared) }
    columns = Self.columns(of: sides.compactMap(\.self))
    keys = sides.compactMap { $0?.keys.count }.first ?? 0
    self.before = try columns.isEmpty ? nil : sides[0]?.query
    self.after = try columns.isEmpty ? nil : sides[1]?.query
    if let column = columns.prefix(keys).first(where: { !$0.isOrderedAlike }) {
      throw CommandError(
        "'\(column.name)' has another type on the other side, and another order",
        hint: "compare by another attribute: --key NAME", exit: .failed)
    }
  }

  /// `code`, or `all columns` if there is no key.
  var keyWords: String {
    if keys == columns.count && keys != 1 { return "all columns" }
    return listed(columns.prefix(keys).map(\.name))
  }

  /// The columns of one side, or those that two sides share.
  private static func columns(of sides: [ComparedSide]) -> [ComparedColumn] {
    guard let first = sides.first, let last = sides.last else { return [] }
    return first.titles.map { ComparedColumn($0, first.type(of: $0), last.type(of: $0)) }
  }

  /// The property that identifies records on both sides; nil if there is none.
  private static func key(of sides: [ComparedSide], _ wanted: Name?) throws -> Name? {
    if let wanted {
      for side in sides where !side.names.contains(wanted) {
        throw CommandError(
          "--key: '\(wanted)' is not an attribute of \(side.entity.name)",
          hint: .name(for: wanted, in: side.names))
      }
      return wanted
    }
    let kept = sides.compactMap(\.keptKey)
    if let first = kept.first, kept.count == sides.count {
      // A copy has the same integer keys, in the column 'id'.
      if kept.allSatisfy({ $0 == first }) || sides.allSatisfy(\.isNumbered) { return first }
    }
    // A file has the key of a table as an ordinary column.
    if let key = kept.first(where: { key in sides.allSatisfy { $0.names.contains(key) } }) {
      return key
    }
    let unique = sides.flatMap { $0.entity.labels.map(\.name) }
    return unique.first { name in sides.allSatisfy { $0.names.contains(name) } }
  }
}

/// A record file without records, whose columns have no types, if the other side is no such file. The
/// records of the other side are compared with nothing.
private struct EmptySide {
  private let entity: Entity
  private let path: String
  /// True for the second side.
  let isAfter: Bool

  init?(of pair: EntityPair, _ before: Database, _ after: Database) throws {
    guard let old = pair.before, let new = pair.after else { return nil }
    let isAfter = try after.isEmptyFile()
    guard try before.isEmptyFile() != isAfter else { return nil }
    self.isAfter = isAfter
    entity = isAfter ? new : old
    path = isAfter ? after.path : before.path
  }

  /// The columns in the header of the file that the other side lacks.
  func columns(missingIn sides: [ComparedSide?]) -> OtherColumns {
    let names = entity.attributes.map(\.name)
    let other = sides.compactMap(\.self)[0]
    return OtherColumns(names, of: path, missingIn: other, areDifferences: true)
  }
}

extension Database {
  /// True for a record file without records.
  func isEmptyFile() throws -> Bool {
    guard kind.isRecordFile else { return false }
    return try schema.entities.allSatisfy { try number(Query($0, answer: .exists)) == 0 }
  }
}

/// Columns that only one side has. Databases list them as changes of the model instead.
struct OtherColumns {
  let names: [Name]
  /// The database or file with the columns, and the other side.
  let owner: String
  let other: String
  /// True for columns of a record file. A record file may lack columns of a database.
  let areDifferences: Bool

  fileprivate static func all(of before: ComparedSide?, _ after: ComparedSide?) -> [OtherColumns] {
    guard let before, let after, before.isRecordFile || after.isRecordFile else { return [] }
    let all = [
      OtherColumns(of: before, missingIn: after), OtherColumns(of: after, missingIn: before),
    ]
    return all.filter { !$0.names.isEmpty }
  }

  private init(of owner: ComparedSide, missingIn other: ComparedSide) {
    self.init(owner.titles, of: owner.path, missingIn: other, areDifferences: owner.isRecordFile)
  }

  fileprivate init(
    _ titles: [Name], of owner: String, missingIn other: ComparedSide, areDifferences: Bool
  ) {
    let otherTitles = Set(other.titles + [other.entity.shownKey].compactMap(\.self))
    names = titles.filter { !otherTitles.contains($0) }
    self.owner = owner
    self.other = other.path
    self.areDifferences = areDifferences
  }
}

extension ComparedColumn {
  /// True if both sides sort its values in the same order.
  fileprivate var isOrderedAlike: Bool {
    if before == after { return true }
    let types = [before, after]
    return types.allSatisfy { $0.isOrderedAsNumber } || types.allSatisfy { $0.isCaseOfText }
  }
}

extension AttributeType? {
  fileprivate var isOrderedAsNumber: Bool {
    switch self {
    // The values of a column without a type have the order of SQLite, as those of these types.
    case nil, .integer, .double, .float, .decimal, .any: true
    default: false
    }
  }

  /// True for an enum of texts, which are sorted by their bytes.
  fileprivate var isCaseOfText: Bool {
    if case .enumeration(let enumeration) = self { !enumeration.rawType.isNumber } else { false }
  }
}
