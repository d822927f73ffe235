import FlagModel

/// The header of a csv or tsv file, checked against an entity.
struct ColumnHeader {
  private let names: ColumnNames
  private let isPartial: Bool
  private(set) var columns: [DecodedColumn] = []
  /// The targets of the columns in their order, and then the fields with default values.
  private(set) var fields: [ImportField] = []
  /// The names of the columns that have a field, in the order of the fields.
  private var columnsOfFields: [Name] = []
  /// The mistakes in the header, each with the index of its column.
  var problems: [(InputProblem, Int?)] = []

  init(_ names: ColumnNames, isPartial: Bool) {
    self.names = names
    self.isPartial = isPartial
  }

  mutating func read(_ header: [Name]) {
    for (index, column) in header.enumerated() { read(column, index) }
    addUnsaid()
    refuseUnmet(in: header)
  }

  private mutating func read(_ column: Name, _ index: Int) {
    if column.isEmpty, !names.mapping.skips(""), !names.knowsBlank {
      return refuse(.blankColumn(index + 1), index)
    }
    switch names.meaning(of: column, called: names.mapping.name(of: column)) {
    case .skipped: columns.append(.skipped)
    case .wrong(let problem): refuse(problem, index)
    case .field(let field):
      if let place = fields.firstIndex(of: field) {
        let problem = names.duplicate(columnsOfFields[place], column, field.name)
        return refuse(problem ?? .duplicateColumn(column), index)
      }
      columns.append(.field(fields.count))
      fields.append(field)
      columnsOfFields.append(column)
    case .group: columns.append(.skipped)
    }
  }

  private mutating func refuse(_ problem: InputProblem, _ index: Int) {
    columns.append(.skipped)
    problems.append((problem, index))
  }

  /// Adds the fields without a column, for their default values. A missing required field is a
  /// mistake.
  private mutating func addUnsaid() {
    let unsaid = names.settable.filter { !fields.contains($0) }
    if !isPartial, problems.isEmpty {
      let missing = unsaid.filter(names.isRequired).map(\.name)
      if !missing.isEmpty {
        problems.append((.missingColumns(missing, of: names.entity.name), nil))
      }
    }
    fields += unsaid.filter { $0.standIn != nil }
  }

  /// Reports mapped or skipped columns that the input does not have.
  private mutating func refuseUnmet(in header: [Name]) {
    let columns = Set(header)
    for column in names.mapping.columns where !columns.contains(column) {
      let hint = Hint.name(for: column, in: header)
      problems.append((.other("the input has no column '\(column)'", hint: hint), nil))
    }
  }
}

extension RecordReader {
  /// All mistakes in the header, with their places.
  func headerErrors(_ problems: [(InputProblem, Int?)]) -> InputErrors {
    InputErrors(
      all: problems.map { problem, column in
        let index = column ?? 0
        let place = index < headerPlaces.count ? headerPlaces[index] : nil
        return InputError(
          problem: problem, file: file, line: place?.line, column: place?.column, endsReading: true)
      })
  }
}
