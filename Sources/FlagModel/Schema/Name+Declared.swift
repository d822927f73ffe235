package import PlainText

extension Name {
  /// The name, or the nearest to it that an entity of ours may have.
  package var asEntityName: Name {
    let name = asPropertyName
    if name.reservedPrefix != nil { return "_\(name)" }
    return Self.takenTypes.contains(name) || AttributeType(builtin: name) != nil ? "\(name)_" : name
  }

  /// The beginning by which SQLite or flagdb would take a table of the name, or a view that is named
  /// after it, for one of its own; nil if neither would.
  package var reservedPrefix: String? {
    let beginning = Name("\(self)_").folded
    return ["sqlite_", "flagdb_"].first { beginning.starts(with: $0) }
  }

  /// The name, or the nearest to it that a property may have: a dot makes a path, and a backquote or
  /// the end of a line ends a name.
  package var asPropertyName: Name {
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar == "." || scalar == "`" || scalar == "\\" || scalar.properties.generalCategory.isHidden
        ? "_" : scalar
    }
    return isEmpty ? "_" : Name(String(String.UnicodeScalarView(scalars)))
  }

  /// The types of Swift that models know besides those of single values.
  private static let takenTypes: Set<Name> = [
    "Any", "Array", "Dictionary", "Entity", "Optional", "Self", "Set", "Type",
  ]
}

extension Unicode.GeneralCategory {
  fileprivate var isHidden: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
