import Databases
import Engines
import FlagModel
import Queries
import SQLText

// References to records of the same entity, which may come later in the input.

extension Importer {
  /// True if a reference may wait for a later record: it refers to the same entity or a superclass,
  /// and is optional in the table. An updated record cannot be refused later while others stay, so
  /// its references do not wait.
  func mayWait(_ relationship: Relationship) -> Bool {
    Self.mayWait(relationship, in: layout, conflict, isAllOrNothing: isAllOrNothing)
  }

  private static func mayWait(
    _ relationship: Relationship, in layout: ImportLayout, _ conflict: ImportConflict,
    isAllOrNothing: Bool
  ) -> Bool {
    guard layout.isOwn(relationship), layout.entity.source.key != nil,
      relationship.cardinality != .toOne(isOptional: false)
    else { return false }
    switch conflict {
    case .stop, .leaveOut: return true
    case .replace, .update: return isAllOrNothing
    }
  }

  /// True if all references of records to their own entity can wait until several records are written in
  /// one statement, which saves round trips to a server.
  static func canWaitTogether(
    _ layout: ImportLayout, in database: Database, _ conflict: ImportConflict,
    of table: TableShape?, isAllOrNothing: Bool
  ) -> Bool {
    let connection = database.connection
    guard connection.isRemote,
      ImportStatements.canReturnKeys(layout, conflict, of: table, in: connection)
    else { return false }
    return layout.fields.allSatisfy { field in
      guard case .relationship(let relationship) = field, layout.isOwn(relationship)
      else { return true }
      return mayWait(relationship, in: layout, conflict, isAllOrNothing: isAllOrNothing)
    }
  }

  /// Looks up the names that had to wait, after all records are inserted.
  package func resolveReferences() throws {
    if waiting.isEmpty { return }
    try database.translated {
      var refused: Set<Value> = []
      try waiting.passUnresolved { rows in
        if waitsTogether {
          return try resolveTogether(rows.filter { !refused.contains($0.key) }, &refused)
        }
        for row in rows where !refused.contains(row.key) {
          if let failure = try failure(of: row) { try refuse(row, failure, &refused) }
        }
      }
      if let logEnd, !refused.isEmpty {
        try ForgottenRecords(in: database)
          .forget(Array(refused), of: layout.entity, after: logEnd)
      }
      waiting.removeAll()
    }
  }

  /// Refuses a record, and all records that refer to it. They are deleted only if the failure does
  /// not end the import.
  private func refuse(
    _ row: WaitingReferences.Row, _ failure: ImportFailure, _ refused: inout Set<Value>
  ) throws {
    var failures = [(row, failure)]
    refused.insert(row.key)
    var next = 0
    while next < failures.count {
      var (row, failure) = failures[next]
      next += 1
      failure.place = row.reference.place
      try onFailure(failure)
      try disconnect(row.key)
      for other in try waiting.naming(row.key) where refused.insert(other.key).inserted {
        failures.append((other, unknown(other)))
      }
    }
    let entity = layout.entity
    for (row, _) in failures {
      try database.connection.run(
        "DELETE FROM \(name: entity.source.table) WHERE \(name: entity.keyColumn) = \(Self.constant(row.key, of: KeyForm(of: entity)))"
      )
      counts.inserted -= 1
    }
    // The names of these records mean none any more.
    referring.forget()
  }

  /// The error for a record that refers to a refused record.
  private func unknown(_ row: WaitingReferences.Row) -> ImportFailure {
    let name = String(decoding: row.reference.name, as: UTF8.self)
    let field = layout.fields[row.reference.field].name
    return ImportFailure(
      number: row.number, field: row.reference.field,
      message: "\(field): '\(name)' is refused, so the records that refer to it are refused too",
      hint: nil)
  }

  /// Clears the references of a new record, so that records that refer to each other can be
  /// deleted.
  private func disconnect(_ key: Value) throws {
    let entity = layout.entity
    for relationship in entity.relationships where mayWait(relationship) {
      switch relationship.storage {
      case .inverse: break
      case .column(let foreign):
        try database.connection.run(
          """
          UPDATE \(name: entity.source.table) SET \(name: foreign.column) = NULL \
          WHERE \(name: entity.keyColumn) = \(Self.constant(key, of: KeyForm(of: entity)))
          """)
      case .joinTable(let join):
        try database.connection.run(
          "DELETE FROM \(name: join.name) WHERE \(name: join.ownColumn) = \(key)")
      }
    }
  }

  /// A key as SQL, in the type of its column.
  private static func constant(_ key: Value, of form: KeyForm?) -> SQLText {
    guard let form, form.stored != .own else { return "\(key)" }
    return form.constant(key)
  }

  /// Resolves references in one statement for each field. Those that are not found together, or that the engine
  /// refuses, are resolved one by one.
  private func resolveTogether(
    _ rows: [WaitingReferences.Row], _ refused: inout Set<Value>
  ) throws {
    var rest: [WaitingReferences.Row] = []
    let rowsOfFields = Dictionary(grouping: rows, by: \.reference.field)
    for (field, rows) in rowsOfFields.sorted(by: { $0.key < $1.key }) {
      guard case .relationship(let relationship) = layout.fields[field],
        let references = referring.references(of: field)
      else { continue }
      try references.lookUp(Set(rows.map(\.reference.name)))
      var found: [(row: WaitingReferences.Row, other: Value)] = []
      for row in rows {
        let other = row.reference.name.withUnsafeBufferPointer { references.knownKey(of: $0) }
        if let other { found.append((row, other)) } else { rest.append(row) }
      }
      do {
        try database.connection.attempt { () throws(EngineError) in
          try connect(found.map { ($0.row.key, $0.other) }, by: relationship)
        }
        if !isAllOrNothing {
          for (row, other) in found { try waiting.note(other, of: row) }
        }
      } catch let error as EngineError where error.isConstraintViolation && !error.endsTransaction {
        rest += found.map(\.row)
      }
    }
    for row in rest.sorted(by: { $0.id < $1.id }) where !refused.contains(row.key) {
      guard let failure = try failure(of: row) else { continue }
      if isAllOrNothing { return try refuseAll(row, failure) }
      try refuse(row, failure, &refused)
    }
  }

  /// Ends the import with a failure.
  private func refuseAll(_ row: WaitingReferences.Row, _ failure: ImportFailure) throws {
    var failure = failure
    failure.place = row.reference.place
    try onFailure(failure)
  }

  /// Resolves a reference; returns the error if that fails.
  private func failure(of row: WaitingReferences.Row) throws -> ImportFailure? {
    do {
      try resolve(row)
      return nil
    } catch let failure as ImportFailure {
      return failure
    }
  }

  private func resolve(_ row: WaitingReferences.Row) throws {
    let field = row.reference.field
    guard case .relationship(let relationship) = layout.fields[field],
      let other = try other(of: row)
    else { return }
    if !isAllOrNothing { try waiting.note(other, of: row) }
    do {
      try undoing(if: leavesParts) {
        try database.connection.attempt { () throws(EngineError) in
          try connect(row.key, to: other, by: relationship)
        }
      }
    } catch let error as EngineError where error.isConstraintViolation {
      if error.endsTransaction { throw error }
      var message = "\(relationship.name): \(error.message)"
      if error.isUniqueViolation {
        let name = String(decoding: row.reference.name, as: UTF8.self)
        message =
          "'\(relationship.name)' must be unique: another \(layout.entity.name) has "
          + "'\(name)' already"
      }
      throw ImportFailure(number: row.number, field: field, message: message, hint: nil)
    }
  }

  /// The key of the record that a reference names.
  private func other(of row: WaitingReferences.Row) throws -> Value? {
    let field = row.reference.field
    guard case .relationship(let relationship) = layout.fields[field],
      let references = referring.references(of: field)
    else { return nil }
    return try row.reference.name.withUnsafeBufferPointer { name in
      try key(named: name, references, relationship, row.number, field, mayWait: false)
    }
  }

  /// Connects records by their numbers to others, in one statement.
  private func connect(
    _ pairs: [(key: Value, other: Value)], by relationship: Relationship
  ) throws(EngineError) {
    if pairs.isEmpty { return }
    let values = pairs.map { "(\($0.key), \($0.other))" as SQLText }
    if case .joinTable(let join) = relationship.storage {
      return try join.add(values, in: database.connection)
    }
    guard let foreign = relationship.foreignKey else { return }
    let entity = layout.entity
    try database.connection.run(
      """
      UPDATE \(name: entity.source.table) SET \(name: foreign.column) = pair.other \
      FROM (VALUES \(values.joined(by: ", "))) AS pair (own, other) \
      WHERE \(name: entity.source.table).\(name: entity.keyColumn) = pair.own
      """)
  }

  private func connect(
    _ key: Value, to other: Value, by relationship: Relationship
  ) throws(EngineError) {
    if case .joinTable(let join) = relationship.storage {
      return try ImportLinks(join: join, others: [other]).add(for: key, in: database.connection)
    }
    guard let foreign = relationship.foreignKey else { return }
    let entity = layout.entity
    try database.connection.run(
      """
      UPDATE \(name: entity.source.table) SET \(name: foreign.column) = \(Self.constant(other, of: KeyForm(of: entity, for: foreign))) \
      WHERE \(name: entity.keyColumn) = \(Self.constant(key, of: KeyForm(of: entity)))
      """)
  }
}
