import FlagModel

/// A header of csv or tsv, read against an entity.
struct ColumnHeader {
  private let names: ColumnNames
  private let isPartial: Bool
  private(set) var columns: [DecodedColumn] = []
  /// The targets of the columns, in their order, followed by those that get their default.
  private(set) var fields: [ImportField] = []
  /// The mistakes in the header, each with its column.
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
    case .field(let field) where fields.contains(field): refuse(.duplicateColumn(column), index)
    case .field(let field):
      columns.append(.field(fields.count))
      fields.append(field)
    case .group: columns.append(.skipped)
    }
  }

  private mutating func refuse(_ problem: InputProblem, _ index: Int) {
    columns.append(.skipped)
    problems.append((problem, index))
  }

  /// Adds the targets that have no column, for their defaults; a required one is a mistake.
  private mutating func addUnsaid() {
    let unsaid = names.settable.filter { !fields.contains($0) }
    let missing = isPartial ? [] : unsaid.filter(names.isRequired).map(\.name)
    if !missing.isEmpty, problems.isEmpty {
      problems.append((.missingColumns(missing, of: names.entity.name), nil))
    }
    fields += unsaid.filter { $0.standIn != nil }
  }

  /// A column that is mapped or skipped and that the input does not have is a mistake.
  private mutating func refuseUnmet(in header: [Name]) {
    let known = Set(header)
    for column in names.mapping.columns where !known.contains(column) {
      let hint = Hint.name(for: column, in: header)
      problems.append((.other("the input has no column '\(column)'", hint: hint), nil))
    }
  }
}

extension RecordReader {
  /// Errors at columns of the header, all of them together.
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
