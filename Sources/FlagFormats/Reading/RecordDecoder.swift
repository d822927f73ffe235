package import FlagModel

/// Makes of each record that a reader finds the cells that a database stores: every value checked
/// against its attribute, and what is not said filled in.
package struct RecordDecoder {
  /// What the cells are for, one after another.
  package let targets: [ImportTarget]

  private let names: ColumnNames
  private let options: DecoderOptions
  private let nullText: [UInt8]?
  private var columns: [DecodedColumn] = []
  /// The names of the columns after mapping.
  private var columnNames: [Name] = []
  private var cells: [DecodedCell]
  /// Of csv and tsv: for each target that has a column the number of that.
  private var sources: [Int] = []
  /// The targets of JSON that a record may leave out, or none may.
  private let required: [Int]
  private var given: [Bool]
  private var scratch: [UInt8] = []

  /// Throws all that is wrong with the header. What is supplied elsewhere needs no column and may
  /// have none; a partial record, which changes one that exists, may leave out what a whole one
  /// needs.
  package init(
    _ entity: Entity, _ reader: RecordReader, _ mapping: ImportMapping = ImportMapping(),
    isRaw: Bool = false, readsEpochs: Bool = false, suppliedElsewhere: Set<Name> = [],
    isPartial: Bool = false, now: Timestamp
  ) throws(InputErrors) {
    names = ColumnNames(
      entity: entity, mapping: mapping, supplied: suppliedElsewhere, isJSON: reader.isJSON)
    options = DecoderOptions(
      isRaw: isRaw, readsEpochs: readsEpochs, isTSV: reader.format == .tsv, now: now)
    nullText = reader.style.nullText.map { Array($0.utf8) }
    var header = ColumnHeader(names, isPartial: isPartial)
    if !reader.isJSON { header.read(reader.columns) }
    targets = reader.isJSON ? names.settable : header.targets
    required =
      isPartial || !reader.isJSON
      ? []
      : targets.indices.filter { [names] in
        names.isRequired(names.settable[$0])
      }
    do {
      cells = []
      for target in targets { cells.append(try DecodedCell(target, options)) }
    } catch {
      header.problems.append((.other(error.message, hint: error.hint), nil))
      cells = []
    }
    given = Array(repeating: false, count: targets.count)
    if !header.problems.isEmpty { throw reader.headerErrors(header.problems) }
    if !reader.isJSON {
      columns = header.columns
      for (index, column) in columns.enumerated() {
        guard case .target(let target) = column else { continue }
        // The targets of a header stand in the order of its columns.
        sources.append(index)
        given[target] = true
      }
    }
  }

  /// Whether the last record said what is in the cell; otherwise it is a default, or null.
  package func isGiven(_ target: Int) -> Bool { given[target] }

  /// Appends one cell a target, and their texts. On an error the row is as it was.
  package mutating func decode(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(InputError) {
    let start = (cells: row.cells.count, bytes: row.bytes.count)
    do throws(ColumnProblem) {
      if reader.isJSON {
        try decodeObject(reader, into: &row)
      } else {
        try decodeLine(reader, into: &row)
      }
    } catch {
      row.cells.removeSubrange(start.cells...)
      row.bytes.removeSubrange(start.bytes...)
      throw reader.error(error.problem, inColumn: error.column)
    }
  }

  /// An error about what the record that was read last has for a target.
  package func error(
    _ message: String, hint: Hint? = nil, inTarget target: Int? = nil, of reader: RecordReader
  ) -> InputError {
    reader.error(.other(message, hint: hint), inColumn: column(of: target))
  }

  /// An error about what an earlier record of the reader's has for a target.
  package func error(
    _ message: String, hint: Hint?, inTarget target: Int?, of record: PastRecord,
    from reader: RecordReader
  ) -> InputError {
    record.error(.other(message, hint: hint), inColumn: column(of: target), of: reader)
  }

  /// The keys that are mapped or skipped and that no record of JSON had.
  package func unmetColumns(of reader: RecordReader) -> [Name] {
    if !reader.isJSON || reader.recordsRead == 0 { return [] }
    let met = Set(reader.columns)
    return names.mapping.columns.filter { !met.contains($0) }
  }

  private func column(of target: Int?) -> Int? {
    columns.firstIndex {
      if case .target(let index) = $0 { index == target } else { false }
    }
  }
}

/// What is wrong with the field of a column.
private struct ColumnProblem: Error {
  let problem: InputProblem
  let column: Int?
}

extension RecordDecoder {
  private mutating func decodeLine(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(ColumnProblem) {
    for target in sources.indices {
      let column = sources[target]
      row.cells.append(try cell(of: column, reader, target, into: &row.bytes))
    }
    for target in sources.count..<targets.count {
      row.cells.append(cells[target].standIn(into: &row.bytes))
    }
  }

  private mutating func decodeObject(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(ColumnProblem) {
    while columns.count < reader.columns.count { addColumn(reader) }
    let start = row.cells.count
    row.cells.append(contentsOf: repeatElement(.null, count: targets.count))
    for target in targets.indices { given[target] = false }
    for index in 0..<reader.fields.count {
      let kind = reader.fields.fields[index].kind
      if kind == .missing { continue }
      switch columns[index] {
      case .skipped: break
      case .wrong(let problem): throw ColumnProblem(problem: problem, column: index)
      case .group(let name, let members):
        try checkGroup(kind, named: name, index)
        if kind == .null { for member in members { try setNull(member, index) } }
      case .target(let target):
        if given[target] {
          throw ColumnProblem(problem: .duplicateColumn(targets[target].name), column: index)
        }
        given[target] = true
        row.cells[start + target] = try cell(of: index, reader, target, into: &row.bytes)
      }
    }
    for target in targets.indices where !given[target] {
      row.cells[start + target] = cells[target].standIn(into: &row.bytes)
    }
    let missing = required.filter { !given[$0] }.map { targets[$0].name }
    if !missing.isEmpty {
      throw ColumnProblem(
        problem: .missingColumns(missing, of: names.entity.name), column: nil)
    }
  }

  private func checkGroup(
    _ kind: InputField.Kind, named name: Name, _ column: Int
  ) throws(ColumnProblem) {
    if kind == .object || kind == .null { return }
    let error = ValueError("\(name): expected an object, found \(kind.words)")
    throw ColumnProblem(problem: .value(of: name, error), column: column)
  }

  private mutating func setNull(_ target: Int, _ column: Int) throws(ColumnProblem) {
    do {
      _ = try cells[target].null()
      given[target] = true
    } catch {
      throw ColumnProblem(problem: .value(of: targets[target].name, error), column: column)
    }
  }

  /// The cell of a field that is there.
  @inline(__always)
  private mutating func cell(
    of column: Int, _ reader: RecordReader, _ target: Int, into bytes: inout [UInt8]
  ) throws(ColumnProblem) -> StoredRow.Cell {
    let field = reader.fields.fields[column]
    let text = reader.bytes(of: field)
    do throws(ValueError) {
      switch field.kind {
      case .bare:
        if let nullText, text.elementsEqual(nullText) { return try cells[target].null() }
        return try cells[target].cell(text, field.kind, into: &bytes)
      case .quoted: return try cells[target].cell(text, field.kind, into: &bytes)
      case .null: return try cells[target].null()
      case .doubled, .escaped:
        return try resolvedCell(text, field.kind, target, into: &bytes)
      default: return try cells[target].cell(json: field.kind, text, into: &bytes)
      }
    } catch {
      throw ColumnProblem(problem: .value(of: targets[target].name, error), column: column)
    }
  }

  /// The cell of a text with doubled quotes or escapes.
  private mutating func resolvedCell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, _ target: Int,
    into bytes: inout [UInt8]
  ) throws(ValueError) -> StoredRow.Cell {
    scratch.removeAll(keepingCapacity: true)
    appendPlain(text, kind, to: &scratch)
    let cell = cells[target]
    // The closure cannot say the type of what it throws.
    let result = scratch.withUnsafeBufferPointer { plain in
      Result { () throws(ValueError) in try cell.cell(plain, .quoted, into: &bytes) }
    }
    return try result.get()
  }

  // MARK: Columns of JSON

  /// Finds out what the next column is for.
  private mutating func addColumn(_ reader: RecordReader) {
    let index = columns.count
    let parent = reader.keys.parent(of: index)
    let full = reader.columns[index]
    var name = names.mapping.name(of: full)
    if parent != KeyTree.root, name == full,
      let member = full.dropping(reader.columns[parent])
    {
      name = "\(columnNames[parent]).\(member)"
    }
    columnNames.append(name)
    columns.append(column(full, called: name, parent: parent))
  }

  private func column(_ full: Name, called name: Name, parent: Int) -> DecodedColumn {
    if parent != KeyTree.root {
      switch columns[parent] {
      case .group: break
      // The object itself is skipped, or wrong; a member may be asked for all the same.
      default: if name == full || name.isInside(columnNames[parent]) { return .skipped }
      }
    }
    switch names.meaning(of: full, called: name) {
    case .skipped: return .skipped
    case .wrong(let problem): return .wrong(problem)
    case .group(let members):
      return .group(name, members.compactMap { targets.firstIndex(of: $0) })
    case .target(let target):
      return targets.firstIndex(of: target).map { .target($0) } ?? .skipped
    }
  }
}
