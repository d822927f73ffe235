package import FlagModel

/// The user's words about an entity that is made of what files have in them.
package struct DetectionSettings: Sendable {
  package var mapping = ImportMapping()
  package var dates: NumberedDates?
  /// By column or by attribute.
  package var types: [Name: WantedType] = [:]
  package var uniques: [Name] = []
  /// Attributes of models that columns of their names are taken for.
  package var known: [Name.Folded: Attribute] = [:]
  /// Sets of models that a column is of if they have all of its names.
  package var flagSets: [FlagSet] = []

  package init() {}

  func type(of column: Name) -> WantedType? {
    types[column] ?? types[mapping.name(of: column)] ?? types[identifier(for: column, or: "column")]
      ?? known[column.folded].map { .attribute($0) }
  }

  func isUnique(_ column: Name, _ attribute: Name) -> Bool {
    uniques.contains(column) || uniques.contains(attribute)
  }

  /// The attribute of each column: by its own name where that is one, else by one that no column has.
  func names(of columns: [Name]) -> [Name] {
    chosenNames(for: columns.map(mapping.name), or: "column") { $0.folded }
  }

  /// Throws where a type or a uniqueness is asked for something that does not exist.
  func requireMet(by columns: [Name], called attributes: [Name]) throws(ValueError) {
    let known = columns + attributes
    let asked = types.keys.sorted().map { ("--type", $0) } + uniques.map { ("--unique", $0) }
    for (option, name) in asked where !known.contains(name) && !isIdentifier(name, of: columns) {
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
  /// A new set, whose flags are the names that the column has.
  case flagSet
  /// A new enum, whose cases are the values that the column has.
  case enumeration
  /// The type of this attribute.
  case attribute(Attribute)
}
