extension Name {
  /// The name, or the nearest to it that an entity of ours may have.
  package var asEntityName: Name {
    let name = asPropertyName
    let isReserved = ["sqlite_", "flagdb_"].contains { name.folded.starts(with: $0) }
    if isReserved { return "_\(name)" }
    return Self.takenTypes.contains(name) || Checker.builtin(name) != nil ? "\(name)_" : name
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
