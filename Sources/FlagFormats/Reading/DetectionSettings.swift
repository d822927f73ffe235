package import FlagModel

/// The user's options for an entity that is derived from files.
package struct DetectionSettings: Sendable {
  package var mapping = ImportMapping()
  package var dates: NumberedDates?
  /// The types by column or by attribute.
  package var types: [Name: WantedType] = [:]
  /// The separators of lists by column or by attribute. Such a column becomes flags.
  package var separators: [Name: ListSeparators] = [:]
  package var uniques: [Name] = []
  /// Attributes of existing models, for columns of the same name.
  package var existingAttributes: [Name.Folded: Attribute] = [:]
  /// True if known columns keep their names for the user, who needs no note on names of attributes.
  package var keepsKnownNames = false
  /// Flag sets of existing models, for columns that use only their names.
  package var flagSets: [FlagSet] = []

  package init() {}

  func type(of column: Name) -> WantedType? {
    if let type = option(types, for: column) { return type }
    if let attribute = existingAttributes[column.folded] { return .attribute(attribute) }
    return option(separators, for: column) == nil ? nil : .flagSet
  }

  /// True if a note must name the attribute, because its name differs from that of the column.
  func tells(_ attribute: Name, of column: Name) -> Bool {
    if keepsKnownNames, existingAttributes[column.folded] != nil { return false }
    return attribute != mapping.name(of: column)
  }

  func separators(of column: Name) -> ListSeparators { option(separators, for: column) ?? .usual }

  /// The types that the user gives to columns, by its own name or that of its attribute.
  private func option<Option>(_ all: [Name: Option], for column: Name) -> Option? {
    all[column] ?? all[mapping.name(of: column)] ?? all[identifier(for: column, or: "column")]
  }

  func isUnique(_ column: Name, _ attribute: Name) -> Bool {
    uniques.contains(column) || uniques.contains(attribute)
  }

  /// The attribute name for each column: its own name if it is valid, otherwise a unique valid one.
  func names(of columns: [Name]) -> [Name] {
    chosenNames(for: columns.map(mapping.name), or: "column") { $0.folded }
  }

  /// The names that several columns have, except for omitted ones.
  func repeated(in columns: [Name]) -> Set<Name> {
    var seen: Set<Name> = []
    let names = columns.filter { !mapping.skips($0) }.map(mapping.name)
    return Set(names.filter { !seen.insert($0).inserted })
  }

  /// Throws if an option names a column that does not exist.
  func requireMet(by columns: [Name], called attributes: [Name]) throws(ValueError) {
    let available = columns + attributes
    let asked =
      types.sorted { $0.key < $1.key }.map { ($1.option, $0) }
      + separators.keys.sorted().map { ("--split", $0) } + uniques.map { ("--unique", $0) }
    for (option, name) in asked where !available.contains(name) && !isIdentifier(name, of: columns)
    {
      let names = zip(columns, attributes).filter { !mapping.skips($0.0) }.map(\.1)
      throw ValueError(
        "\(option): the input has no column '\(name)'",
        hint: .name(for: name, in: names, orAll: "its columns are"))
    }
  }

  private func isIdentifier(_ name: Name, of columns: [Name]) -> Bool {
    columns.contains { identifier(for: $0, or: "column") == name }
  }
}

/// The type that the user gives a column.
package enum WantedType: Hashable, Sendable {
  /// A new flag set with the names in the column.
  case flagSet
  /// A flag set that is not yet in the model.
  case flags(FlagSet)
  /// A new enum with the values of the column.
  case enumeration
  /// The type of this attribute.
  case attribute(Attribute)

  /// True for flags that the column's numbers may widen.
  var isFlags: Bool {
    switch self {
    case .flagSet, .flags: true
    case .enumeration, .attribute: false
    }
  }

  /// The option that gives the type.
  fileprivate var option: String { if case .flags = self { "--flags" } else { "--type" } }
}
