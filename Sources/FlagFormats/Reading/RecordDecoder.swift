package import FlagModel

/// Converts each record to stored cells: it checks every value against its attribute, and adds
/// default values.
package struct RecordDecoder {
  /// The fields of the cells, in order.
  package let fields: [ImportField]

  private let names: ColumnNames
  private let options: DecoderOptions
  private let nullText: [UInt8]?
  private(set) var separators: [Name: ListSeparators] = [:]
  private(set) var columns: [DecodedColumn] = []
  /// The names of the columns after the mapping.
  private var columnNames: [Name] = []
  private var decoders: [any CellDecoder] = []
  private let standIns: [DefaultValue?]
  /// For csv and tsv, the column index of each field that has one.
  private var sources: [Int] = []
  /// The fields that every JSON record must have.
  private let required: [Int]
  /// True for each field in the last record; the others have a default value or null.
  package private(set) var presence: [Bool]
  private var scratch: [UInt8] = []

  /// Throws all mistakes in the header.
  ///
  /// - Parameters:
  ///   - supplied: properties that get their values from elsewhere, which may have no column.
  ///   - unsettable: properties that may not be set, which may have no column.
  ///   - isPartial: true for records that update existing ones, and may omit required fields.
  package init(
    _ entity: Entity, _ reader: RecordReader, _ mapping: ImportMapping = ImportMapping(),
    isRaw: Bool = false, numbered: NumberedAttributes = NumberedAttributes(),
    dates: NumberedDates? = nil,
    separators: [Name: ListSeparators] = [:],
    suppliedElsewhere: Set<Name> = [], unsettable: [UnsettableProperty] = [],
    isPartial: Bool = false, now: Timestamp
  ) throws(InputErrors) {
    names = ColumnNames(
      entity, mapping, supplied: suppliedElsewhere, unsettable: unsettable, isJSON: reader.isJSON)
    options = DecoderOptions(isRaw: isRaw, dates: dates, isTSV: reader.format == .tsv, now: now)
    nullText = reader.style.nullText.map { Array($0.utf8) }
    var header = ColumnHeader(names, isPartial: isPartial)
    if !reader.isJSON { header.read(reader.columns) }
    fields = reader.isJSON ? names.settable : header.fields
    standIns = fields.map(\.standIn)
    required =
      isPartial || !reader.isJSON
      ? [] : fields.indices.filter { [names, fields] in names.isRequired(fields[$0]) }
    presence = Array(repeating: false, count: fields.count)
    do {
      self.separators = try Self.separators(separators, names)
      for field in fields {
        var options = options
        if numbered.raw.contains(field.name) { options.isRaw = true }
        options.areMasks = numbered.masks.contains(field.name)
        options.separators = self.separators[field.name]
        decoders.append(try field.decoder(options))
      }
    } catch {
      header.problems.append((.other(error.message, hint: error.hint), nil))
    }
    if !header.problems.isEmpty { throw reader.headerErrors(header.problems) }
    if !reader.isJSON {
      columns = header.columns
      for (index, column) in columns.enumerated() {
        guard case .field(let field) = column else { continue }
        // The fields of a header are in the order of its columns.
        sources.append(index)
        presence[field] = true
      }
    }
  }

  /// Appends one cell for each field, and their texts. After an error, the row is unchanged.
  package mutating func decode(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(InputError) {
    let start = (cells: row.cells.count, bytes: row.bytes.count)
    do {
      if reader.isJSON {
        try decodeObject(reader, into: &row)
      } else {
        try decodeLine(reader, into: &row)
      }
    } catch {
      row.cells.removeSubrange(start.cells...)
      row.bytes.removeSubrange(start.bytes...)
      throw error
    }
  }

  /// An error for a field of the current record, or of an earlier one.
  package func error(
    _ message: String, hint: Hint? = nil, inField field: Int? = nil,
    of record: PastRecord? = nil, from reader: RecordReader
  ) -> InputError {
    let problem = InputProblem.other(message, hint: hint)
    let column = column(of: field)
    return record?.error(problem, inColumn: column, of: reader)
      ?? reader.error(problem, inColumn: column)
  }

  /// The mapped or skipped names that no JSON record had.
  package func unmetColumns(of reader: RecordReader) -> [Name] {
    if !reader.isJSON || reader.recordsRead == 0 { return [] }
    let met = Set(reader.columns)
    return names.mapping.columns.filter { !met.contains($0) }
  }

  private func duplicate(of field: Int, _ column: Int, _ reader: RecordReader) -> InputProblem {
    let first = self.column(of: field) ?? column
    let name = fields[field].name
    return names.duplicate(reader.columns[first], reader.columns[column], name)
      ?? .duplicateColumn(name)
  }

  private func column(of field: Int?) -> Int? {
    columns.firstIndex {
      if case .field(let index) = $0 { index == field } else { false }
    }
  }

  private mutating func decodeLine(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(InputError) {
    for field in sources.indices {
      row.cells.append(try cell(of: sources[field], reader, field, into: &row))
    }
    for field in sources.count..<fields.count { row.cells.append(standIn(field, into: &row)) }
  }

  private mutating func decodeObject(
    _ reader: RecordReader, into row: inout StoredRow
  ) throws(InputError) {
    while columns.count < reader.columns.count { addColumn(reader) }
    let start = row.cells.count
    row.cells.append(contentsOf: repeatElement(.null, count: fields.count))
    for field in fields.indices { presence[field] = false }
    for index in 0..<reader.fields.count {
      let kind = reader.fields.fields[index].kind
      if kind == .missing { continue }
      switch columns[index] {
      case .skipped: break
      case .wrong(let problem): throw reader.error(problem, inColumn: index)
      case .group(let name, let members):
        try checkGroup(kind, named: name, index, reader)
        if kind == .null { for member in members { try setNull(member, index, reader) } }
      case .field(let field):
        if presence[field] {
          throw reader.error(duplicate(of: field, index, reader), inColumn: index)
        }
        presence[field] = true
        row.cells[start + field] = try cell(of: index, reader, field, into: &row)
      }
    }
    for field in fields.indices where !presence[field] {
      row.cells[start + field] = standIn(field, into: &row)
    }
    let missing = required.filter { !presence[$0] }.map { fields[$0].name }
    if !missing.isEmpty { throw reader.error(.missingColumns(missing, of: names.entity.name)) }
  }

  private func checkGroup(
    _ kind: InputField.Kind, named name: Name, _ column: Int, _ reader: RecordReader
  ) throws(InputError) {
    if kind == .object || kind == .null { return }
    let error = ValueError("\(name): expected an object, found \(kind.words)")
    throw reader.error(.value(of: name, error), inColumn: column)
  }

  private mutating func setNull(
    _ field: Int, _ column: Int, _ reader: RecordReader
  ) throws(InputError) {
    do {
      _ = try decoders[field].null()
      presence[field] = true
    } catch {
      throw reader.error(.value(of: fields[field].name, error), inColumn: column)
    }
  }

  /// The cell of a field that the record lacks.
  private func standIn(_ field: Int, into row: inout StoredRow) -> StoredRow.Cell {
    switch standIns[field] {
    case nil: return .null
    case .value(let value): return row.cell(of: value)
    case .moment(let micros):
      let moment = options.now.adding(microseconds: micros) ?? options.now
      return row.cell(of: .text(moment.storedText))
    case .newUUID: return row.cell(of: .text(Self.newUUID()))
    case .newLowercasedUUID: return row.cell(of: .text(Self.newUUID().lowercased()))
    }
  }

  private static func newUUID() -> String {
    var generator = SystemRandomNumberGenerator()
    return UUIDText.random(using: &generator)
  }

  /// The cell of a field that the record has.
  @inline(__always)
  private mutating func cell(
    of column: Int, _ reader: RecordReader, _ field: Int, into row: inout StoredRow
  ) throws(InputError) -> StoredRow.Cell {
    let input = reader.fields.fields[column]
    let text = reader.bytes(of: input)
    do throws(ValueError) {
      switch input.kind {
      case .bare:
        if isNull(text) { return try decoders[field].null() }
      case .null: return try decoders[field].null()
      case .doubled, .escaped, .escapedString:
        return try resolvedCell(text, input.kind, field, into: &row)
      default: break
      }
      return try decoders[field].cell(text, input.kind, into: &row)
    } catch {
      throw reader.error(.value(of: fields[field].name, error), inColumn: column)
    }
  }

  /// True for the user's text for NULL.
  @inline(__always)
  func isNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    nullText.map(text.elementsEqual) ?? false
  }

  /// The cell of a text with doubled quotes or escapes.
  private mutating func resolvedCell(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: InputField.Kind, _ field: Int,
    into row: inout StoredRow
  ) throws(ValueError) -> StoredRow.Cell {
    scratch.removeAll(keepingCapacity: true)
    appendPlain(text, kind, to: &scratch)
    let decoder = decoders[field]
    // The closure cannot declare the type of its error.
    let result = scratch.withUnsafeBufferPointer { plain in
      Result { () throws(ValueError) in try decoder.cell(plain, kind, into: &row) }
    }
    return try result.get()
  }

  // MARK: Columns of JSON

  /// Determines the meaning of the next column.
  mutating func addColumn(_ reader: RecordReader) {
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
      // The object itself is skipped or invalid, but a member of it may be mapped.
      default: if name == full || name.isInside(columnNames[parent]) { return .skipped }
      }
    }
    switch names.meaning(of: full, called: name) {
    case .skipped: return .skipped
    case .wrong(let problem): return .wrong(problem)
    case .group(let members):
      return .group(name, members.compactMap { fields.firstIndex(of: $0) })
    case .field(let field): return fields.firstIndex(of: field).map { .field($0) } ?? .skipped
    }
  }
}
