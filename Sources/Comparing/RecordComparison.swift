package import Databases
package import FlagModel

/// A record that differs between the two sides. Its cells are the compared columns.
package enum RecordDifference {
  case added(StoredRow)
  case gone(StoredRow)
  /// The indexes of the columns that differ.
  case changed(before: StoredRow, after: StoredRow, columns: [Int])
}

/// The numbers of different and equal records of one entity.
package struct DifferenceCounts: Hashable, Sendable {
  package var added: Int64 = 0
  package var gone: Int64 = 0
  package var changed: Int64 = 0
  package var same: Int64 = 0

  package init() {}

  package var differences: Int64 { added + gone + changed }
}

/// Compares the records of two databases, which arrive in the order of their keys. Its memory does
/// not grow with them.
///
/// This module compares the records of two databases, and makes one equal to the other.
/// See Documentation/Decisions/databases-are-merged-by-key.md.
package struct RecordComparison {
  /// The records of one side are not in the order of their keys.
  package struct Disorder: Error {
    /// True for the second side.
    package let isAfter: Bool
  }

  private let keys: KeyOrders
  private let columns: [ComparedColumn]
  private var matchers: [ValueMatcher]
  package private(set) var counts = DifferenceCounts()

  /// - Parameters:
  ///   - keys: the number of columns that identify a record; they come first.
  ///   - ignoresForms: true if one value may have several stored forms, because the engines differ.
  package init(_ columns: [ComparedColumn], keys: Int, ignoresForms: Bool = false) {
    self.columns = columns
    self.keys = KeyOrders(columns.prefix(keys), ofOneSide: nil)
    matchers = columns.map { ValueMatcher($0, ignoresForms: ignoresForms) }
  }

  /// Reads both sides to their ends. A side is nil if it lacks the entity. Call it within `read` of
  /// both databases.
  package mutating func run(
    _ before: RowCursor?, _ after: RowCursor?, _ body: (RecordDifference) throws -> Void
  ) throws {
    let keyColumns = columns.prefix(keys.count)
    var old = RecordStream(before, KeyOrders(keyColumns, ofOneSide: \.before), isAfter: false)
    var new = RecordStream(after, KeyOrders(keyColumns, ofOneSide: \.after), isAfter: true)
    try old.begin()
    try new.begin()
    while old.isThere || new.isThere {
      let order =
        if !new.isThere { -1 } else if !old.isThere { 1 } else {
          keys.order(old.row, and: new.row)
        }
      if order < 0 {
        counts.gone += 1
        try body(.gone(old.row))
        try old.advance()
      } else if order > 0 {
        counts.added += 1
        try body(.added(new.row))
        try new.advance()
      } else if old.continues || new.continues {
        try compareRuns(&old, &new, body)
      } else {
        try compare(old.row, new.row, body)
        try old.advance()
        try new.advance()
      }
    }
  }

  private mutating func compare(
    _ before: StoredRow, _ after: StoredRow, _ body: (RecordDifference) throws -> Void
  ) throws {
    let places = differingPlaces(before, after)
    if places.isEmpty {
      counts.same += 1
    } else {
      counts.changed += 1
      try body(.changed(before: before, after: after, columns: places))
    }
  }

  private mutating func differingPlaces(_ before: StoredRow, _ after: StoredRow) -> [Int] {
    var places: [Int] = []
    for place in matchers.indices where !matchers[place].matches(place, before, after) {
      places.append(place)
    }
    return places
  }

  /// Compares several records with the same key. Equal records are paired first. If one record
  /// remains on each side, it has changed.
  private mutating func compareRuns(
    _ old: inout RecordStream, _ new: inout RecordStream, _ body: (RecordDifference) throws -> Void
  ) throws {
    var gone = try old.takeRun()
    var added: [StoredRow] = []
    for row in try new.takeRun() {
      if let index = gone.firstIndex(where: { differingPlaces($0, row).isEmpty }) {
        gone.remove(at: index)
        counts.same += 1
      } else {
        added.append(row)
      }
    }
    if gone.count == 1, added.count == 1 { return try compare(gone[0], added[0], body) }
    counts.gone += Int64(gone.count)
    counts.added += Int64(added.count)
    for row in gone { try body(.gone(row)) }
    for row in added { try body(.added(row)) }
  }
}

/// The records of one side with one record of lookahead.
private struct RecordStream {
  private let cursor: RowCursor?
  private let keys: KeyOrders
  private let isAfter: Bool
  private(set) var row = StoredRow()
  private var next = StoredRow()
  private(set) var isThere = false
  private var hasNext = false
  /// True if the next record has the same key.
  private(set) var continues = false

  init(_ cursor: RowCursor?, _ keys: KeyOrders, isAfter: Bool) {
    self.cursor = cursor
    self.keys = keys
    self.isAfter = isAfter
  }

  mutating func begin() throws {
    hasNext = try readNext()
    try advance()
  }

  private mutating func readNext() throws -> Bool {
    guard let cursor, try cursor.next() else { return false }
    try cursor.copy(into: &next)
    return true
  }

  mutating func advance() throws {
    isThere = hasNext
    continues = false
    guard isThere else { return }
    swap(&row, &next)
    hasNext = try readNext()
    let order = hasNext ? keys.order(row, and: next) : -1
    if order > 0 { throw RecordComparison.Disorder(isAfter: isAfter) }
    continues = order == 0
  }

  /// Reads all records with the key of the current one.
  mutating func takeRun() throws -> [StoredRow] {
    var rows = [row]
    while continues {
      try advance()
      rows.append(row)
    }
    try advance()
    return rows
  }
}

/// The order of records by their key columns, which come first.
private struct KeyOrders {
  private let orders: [KeyOrder]

  /// - Parameter side: the side of both records; nil for a record of each side.
  init(
    _ columns: ArraySlice<ComparedColumn>, ofOneSide side: KeyPath<ComparedColumn, AttributeType?>?
  ) {
    orders = columns.map { column in
      KeyOrder(column, from: side ?? \.before, to: side ?? \.after)
    }
  }

  var count: Int { orders.count }

  func order(_ row: StoredRow, and other: StoredRow) -> Int {
    for place in orders.indices {
      let order = orders[place].order(row, and: other, at: place)
      if order != 0 { return order }
    }
    return 0
  }
}
